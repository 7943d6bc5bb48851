/** Reads the provenance that a picture's file states: our own steps, or the source type that another program wrote. */
import {
  atLeast,
  createProvenance,
  contentsOfType,
  DIGITAL_SOURCE_TYPES,
  digitalSourceFor,
  joinedBy,
  provenanceSchema,
  sourceTypeFor,
} from '@packshot/contract';
import type { Content, Provenance } from '@packshot/contract';
import { textOfCredentials } from './credentials-in-file.ts';
import { notesIn } from './notes-in-file.ts';
import { iterateChunks } from './walk.ts';
import { isXmp, readXmp } from './read-xmp.ts';
import { PROVENANCE_ELEMENT, unescapeXml, withoutNumbers } from './xmp.ts';

/** Maximum length of the JSON with a picture's steps, escaped for XML. */
const STEPS_MAX_LENGTH = 48 * 1024;

/** Reads our own processing steps from a file; null if the file has none or they are damaged. Never throws. */
export function stepsIn(file: Uint8Array): Provenance | null {
  return stepsInPacket(readXmp(file));
}

/**
 * Provenance that a file states. If it contains several statements, the result is at least as generated as the one
 * that declares the most generated content. Without a statement, a file in a camera's format is a photo, and other
 * files are of unknown origin. Never throws.
 */
export function provenanceIn(file: Uint8Array): Provenance {
  const packet = readXmp(file);
  const steps = stepsInPacket(packet);
  const stated = statedIn(`${withoutNumbers(packet)}\n${textOfCredentials(file)}`);
  // Another program may have edited the picture after our last step and added its own statement.
  if (steps !== null)
    return stated.reduce<Provenance>((provenance, type) => atLeast(provenance, type), steps);
  const contents = stated.map((type) => createProvenance(contentsOfType(type) ?? []));
  const [first, ...others] = contents;
  return first === undefined ? createProvenance([unstatedIn(file)]) : joinedBy(first, others);
}

/**
 * Provenance of an uploaded file, which only has a beginning. Processing steps in the file aren't adopted, because any
 * program can write them. Its statements can only raise the share of generated content above what the file format
 * implies. Never throws.
 */
export function marksIn(file: Uint8Array): Provenance {
  const impliedContent = unstatedIn(file);
  const packet = readXmp(file);
  const steps = stepsInPacket(packet);
  const text = `${withoutNumbers(packet)}\n${textOfCredentials(file)}`;
  const stated = [...statedIn(text), ...namedIn(`${text}\n${withoutNumbers(notesIn(file))}`)];
  const types = steps === null ? stated : [...stated, digitalSourceFor(steps)];
  const contents = types.map((type) => contentsOfType(type) ?? []);
  const most = contents.reduce((one, other) => (rankContents(other) > rankContents(one) ? other : one), []);
  // Only the file format may imply a camera photo; a statement that claims one isn't believed.
  return createProvenance(
    rankContents(most) > 0
      ? most.map((content) => (content === 'photo' ? impliedContent : content))
      : [impliedContent],
  );
}

const rankContents = (contents: readonly Content[]): number =>
  DIGITAL_SOURCE_TYPES.indexOf(sourceTypeFor(contents));

function stepsInPacket(packet: string): Provenance | null {
  const opening = `<${PROVENANCE_ELEMENT}>`;
  const start = packet.indexOf(opening);
  const end = packet.indexOf(`</${PROVENANCE_ELEMENT}>`, start);
  if (start < 0 || end < 0 || end - start > STEPS_MAX_LENGTH) return null;
  try {
    return provenanceSchema.parse(JSON.parse(unescapeXml(packet.slice(start + opening.length, end))));
  } catch {
    return null;
  }
}

/** Matches the URI of a digital source type and captures its last segment. */
const STATED = /cv\.iptc\.org\/newscodes\/digitalsourcetype\/([A-Za-z]{1,60})/g;

/** Known source types in the text, each once; they may be in attributes or elements. */
function statedIn(text: string): readonly string[] {
  const types = new Set([...text.matchAll(STATED)].map(([, type]) => type ?? ''));
  return [...types].filter((type) => contentsOfType(type) !== null);
}

/**
 * Matches a digital source type by its URI in any case, by its short name (`digsrctype:`), or alone as the property's
 * value.
 */
const NAMED = /(?:digitalsourcetype(?:\/|>|="|=')|digsrctype:)(?:digsrctype:)?([a-z]{1,60})/gi;
const TYPES = new Map(DIGITAL_SOURCE_TYPES.map((type) => [type.toLowerCase(), type] as const));

/** Known source types in the text, in any notation that other programs accept as a self-declaration. */
function namedIn(text: string): readonly string[] {
  const names = [...text.matchAll(NAMED)].map(([, name]) => (name ?? '').toLowerCase());
  return [...new Set(names)].flatMap((name) => TYPES.get(name) ?? []);
}

/** Origin that the format of a file without statements implies: cameras write JPEG with EXIF, or HEIC. */
function unstatedIn(file: Uint8Array): Content {
  for (const part of iterateChunks(file)) if (part.type === 'FFE1' && !isXmp(part, file)) return 'photo';
  const brand = String.fromCharCode(...file.subarray(4, 12));
  return /^ftyp(?:heic|heix|mif1|msf1)$/.test(brand) ? 'photo' : 'picture';
}
