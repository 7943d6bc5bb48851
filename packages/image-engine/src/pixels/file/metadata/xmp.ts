/**
 * Formats a picture's metadata as an XMP packet: alternative text, digital source type, credit, and all provenance
 * steps. Sources: XMP Specification Part 1 (ISO 16684-1); IPTC Photo Metadata Standard 2025.1 (Alt Text is in the Core
 * schema, Digital Source Type and the AI system in the Extension schema).
 */
import {
  digitalSourceFor,
  digitalSourceUri,
  isGenerated,
  PRODUCT_TITLE,
  PRODUCT_VERSION,
  provenanceSchema,
} from '@packshot/contract';
import type { PictureMetadata, Provenance } from '@packshot/contract';

const NAMESPACES = [
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
  'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
  'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
  'xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"',
  'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
  'xmlns:packshot="urn:packshot:provenance:1"',
] as const;

const MADE_WITH = `${PRODUCT_TITLE} ${PRODUCT_VERSION}`;

/** Builds the XMP packet as text, to be written as UTF-8. Omits an empty alternative text. */
export function xmpPacket({ altText, provenance }: PictureMetadata): string {
  const text = altText.trim();
  const alternative =
    text === ''
      ? ''
      : `<Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>`;
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    `<rdf:RDF ${NAMESPACES[0]}>`,
    `<rdf:Description rdf:about="" ${NAMESPACES.slice(1).join(' ')}>`,
    alternative,
    element('Iptc4xmpExt:DigitalSourceType', digitalSourceUri(digitalSourceFor(provenance))),
    element('xmp:CreatorTool', MADE_WITH),
    element('photoshop:Credit', formatCredit(provenance)),
    ...listSystems(provenance),
    // Parsing by the schema gives the fields a fixed order, so that a packet is identical after reading and rewriting
    // it.
    element(PROVENANCE_ELEMENT, JSON.stringify(provenanceSchema.parse(provenance))),
    '</rdf:Description>',
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('');
}

/** XML element that contains the provenance steps as JSON. */
export const PROVENANCE_ELEMENT = 'packshot:provenance';

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const GENERATES: readonly string[] = ['generate', 'generate-ground', 'generate-part'];

function formatCredit({ contents }: Provenance): string {
  const hasGenerated = contents.some(isGenerated);
  return hasGenerated ? `Made with AI in ${PRODUCT_TITLE}` : `Edited in ${PRODUCT_TITLE}`;
}

/** XMP elements for the last generative model that worked on the picture; empty if no model did. */
function listSystems({ steps }: Provenance): readonly string[] {
  const engine = steps.findLast(({ effect }) => GENERATES.includes(effect))?.engine;
  if (engine === undefined) return [];
  const system = element('Iptc4xmpExt:AISystemUsed', engine.name);
  return engine.version === null
    ? [system]
    : [system, element('Iptc4xmpExt:AISystemVersionUsed', engine.version)];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Escapes text for an XML element. Drops control characters and lone surrogates, which XML 1.0 can't contain. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...ENTITIES, '"': '&quot;', "'": '&apos;' }).map(([sign, entity]) => [entity, sign]),
);
/** Reverts `escaped`, also for files that another program rewrote. */
export const unescapeXml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => SIGNS[entity] ?? entity);

/** Matches a numeric character reference of XML. */
const NUMBERED = /&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));/g;

export const withoutNumbers = (packet: string): string =>
  packet.replace(NUMBERED, (reference, hex: string | undefined, decimal: string | undefined) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
