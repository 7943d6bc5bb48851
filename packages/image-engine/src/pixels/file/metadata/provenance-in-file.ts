/** What a picture's file says of how it came to be: our own steps, or the word of whoever made it. */
import {
  atLeast,
  beginning,
  contentsOfType,
  DIGITAL_SOURCE_TYPES,
  digitalSourceOf,
  joinedBy,
  provenanceSchema,
  sourceTypeOf,
} from '@packshot/contract';
import type { Content, Provenance } from '@packshot/contract';
import { textOfCredentials } from './credentials-in-file.ts';
import { notesIn } from './notes-in-file.ts';
import { chunksOf } from './walk.ts';
import { isXmp, readXmp } from './read-xmp.ts';
import { PROVENANCE_ELEMENT, unescaped, withoutNumbers } from './xmp.ts';

/** What the steps of one picture take up at most, escaped. */
const STEPS_MAX_LENGTH = 48 * 1024;

/** Our own steps; null in files of others, and where they were damaged. Never throws. */
export function stepsIn(file: Uint8Array): Provenance | null {
  return stepsInPacket(readXmp(file));
}

/**
 * How a file says that it came to be: all that it states, and never less than the most generated of that. A file that says nothing is
 * a photo where its format is a camera's, and a picture of unknown origin elsewhere. Never throws.
 */
export function provenanceIn(file: Uint8Array): Provenance {
  const packet = readXmp(file);
  const steps = stepsInPacket(packet);
  const stated = statedIn(`${withoutNumbers(packet)}\n${textOfCredentials(file)}`);
  // Another program may have worked on it since, and said so.
  if (steps !== null) return stated.reduce<Provenance>((known, type) => atLeast(known, type), steps);
  const contents = stated.map((type) => beginning(contentsOfType(type) ?? []));
  const [first, ...others] = contents;
  return first === undefined ? beginning([unstatedIn(file)]) : joinedBy(first, others);
}

/**
 * A file from outside as a beginning: anybody can write steps into it, so that none of them is taken over. What it states can only add to
 * what its format shows, by the one statement that is most generated. Never throws.
 */
export function marksIn(file: Uint8Array): Provenance {
  const shown = unstatedIn(file);
  const packet = readXmp(file);
  const steps = stepsInPacket(packet);
  const text = `${withoutNumbers(packet)}\n${textOfCredentials(file)}`;
  const stated = [...statedIn(text), ...namedIn(`${text}\n${withoutNumbers(notesIn(file))}`)];
  const types = steps === null ? stated : [...stated, digitalSourceOf(steps)];
  const contents = types.map((type) => contentsOfType(type) ?? []);
  const most = contents.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one), []);
  // That a camera took it is for its format to show.
  return beginning(
    rankOf(most) > 0 ? most.map((content) => (content === 'photo' ? shown : content)) : [shown],
  );
}

const rankOf = (contents: readonly Content[]): number => DIGITAL_SOURCE_TYPES.indexOf(sourceTypeOf(contents));

function stepsInPacket(packet: string): Provenance | null {
  const opening = `<${PROVENANCE_ELEMENT}>`;
  const start = packet.indexOf(opening);
  const end = packet.indexOf(`</${PROVENANCE_ELEMENT}>`, start);
  if (start < 0 || end < 0 || end - start > STEPS_MAX_LENGTH) return null;
  try {
    return provenanceSchema.parse(JSON.parse(unescaped(packet.slice(start + opening.length, end))));
  } catch {
    return null;
  }
}

/** The last part of a type's URI. */
const STATED = /cv\.iptc\.org\/newscodes\/digitalsourcetype\/([A-Za-z]{1,60})/g;

/** The source types that say something, each once. Attributes and elements alike: programs write both. */
function statedIn(text: string): readonly string[] {
  const types = new Set([...text.matchAll(STATED)].map(([, type]) => type ?? ''));
  return [...types].filter((type) => contentsOfType(type) !== null);
}

/** A type by its URI in any case, by its short name (`digsrctype:`), or alone in its property. */
const NAMED = /(?:digitalsourcetype(?:\/|>|="|=')|digsrctype:)(?:digsrctype:)?([a-z]{1,60})/gi;
const TYPES = new Map(DIGITAL_SOURCE_TYPES.map((type) => [type.toLowerCase(), type] as const));

/** The same for marks, which a program may have written in any way that another one understands. */
function namedIn(text: string): readonly string[] {
  const names = [...text.matchAll(NAMED)].map(([, name]) => (name ?? '').toLowerCase());
  return [...new Set(names)].flatMap((name) => TYPES.get(name) ?? []);
}

/** Cameras write JPEG and HEIC, with EXIF. */
function unstatedIn(file: Uint8Array): Content {
  for (const part of chunksOf(file)) if (part.type === 'FFE1' && !isXmp(part, file)) return 'photo';
  const brand = String.fromCharCode(...file.subarray(4, 12));
  return /^ftyp(?:heic|heix|mif1|msf1)$/.test(brand) ? 'photo' : 'picture';
}
