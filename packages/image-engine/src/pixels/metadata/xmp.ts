/**
 * A picture's metadata, alternative text and digital source type, as an XMP packet. Sources: XMP
 * Specification Part 1 (ISO 16684-1); IPTC Photo Metadata Standard 2023.1 (Alt Text is in the Core schema,
 * Digital Source Type in the Extension schema).
 */
import { digitalSourceUri } from '@packshot/contract';
import type { PictureMetadata } from '@packshot/contract';

const NAMESPACES = [
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
  'xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"',
  'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
] as const;

/** The packet as text; in a file it is UTF-8. An empty alternative text is omitted. */
export function xmpPacket({ altText, digitalSourceType }: PictureMetadata): string {
  const text = altText.trim();
  const alternative =
    text === ''
      ? ''
      : `<Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>`;
  const source = `<Iptc4xmpExt:DigitalSourceType>${digitalSourceUri(digitalSourceType)}</Iptc4xmpExt:DigitalSourceType>`;
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    `<rdf:RDF ${NAMESPACES[0]}>`,
    `<rdf:Description rdf:about="" ${NAMESPACES.slice(1).join(' ')}>${alternative}${source}</rdf:Description>`,
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Drops control characters and lone surrogates, which XML 1.0 cannot contain. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
