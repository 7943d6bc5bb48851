/** Reads the tags of an XML document one by one, which is all that workbooks need. */
import { CELL_READ_LENGTH } from '@packshot/contract/catalog/limits';

export interface Tag {
  /** Name of the tag without its namespace prefix. */
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  readonly attributes: string;
  /** Text before the next tag, truncated to the maximum length of a table cell. */
  readonly text: string;
}

/**
 * Yields the tags of an XML document. Decodes character references and the five predefined entities, and doesn't read
 * external content.
 */
export function* iterateTags(xml: string): Generator<Tag> {
  for (let at = textAfter(xml, 0).next; at !== -1;) {
    const end = endOfTag(xml, at);
    if (end === -1) return;
    const { text, next } = textAfter(xml, end + 1);
    const inside = xml.slice(at + 1, end);
    const isClosing = inside.startsWith('/');
    const space = inside.search(/[\s/]/);
    const whole = isClosing ? inside.slice(1) : space === -1 ? inside : inside.slice(0, space);
    yield {
      name: withoutPrefix(whole.trim()),
      kind: isClosing ? 'close' : inside.endsWith('/') ? 'empty' : 'open',
      attributes: isClosing || space === -1 ? '' : inside.slice(space),
      text,
    };
    at = next;
  }
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Position of a tag's end; `>` may also occur in attribute values. */
function endOfTag(xml: string, from: number): number {
  for (let at = from + 1; at < xml.length; at++) {
    const character = xml[at];
    if (character === '>') return at;
    if (character !== '"' && character !== "'") continue;
    at = xml.indexOf(character, at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

const CDATA = '<![CDATA[';
const COMMENT = '<!--';

/** Returns the text from a position to the next tag, without comments, and the position of that tag, or -1. */
function textAfter(xml: string, from: number): { readonly text: string; readonly next: number } {
  let text = '';
  for (let at = from; ;) {
    const next = xml.indexOf('<', at);
    if (next === -1) return { text, next };
    if (text.length < CELL_READ_LENGTH) text += decodeEntities(xml.slice(at, next));
    const [opening, closing] = xml.startsWith(CDATA, next) ? [CDATA, ']]>'] : [COMMENT, '-->'];
    if (!xml.startsWith(opening, next)) return { text, next };
    const end = xml.indexOf(closing, next + opening.length);
    if (end === -1) return { text, next: -1 };
    if (opening === CDATA && text.length < CELL_READ_LENGTH)
      text += xml.slice(next + opening.length, end).slice(0, CELL_READ_LENGTH);
    at = end + closing.length;
  }
}

/** Finds an attribute by its name without a prefix, because programs choose prefixes freely. */
export function attribute({ attributes }: Tag, name: string): string | undefined {
  for (let at = 0; ;) {
    const equals = attributes.indexOf('=', at);
    if (equals === -1) return undefined;
    let start = equals + 1;
    while (/\s/.test(attributes.charAt(start))) start += 1;
    const quote = attributes.charAt(start);
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, start + 1) : -1;
    if (end === -1) return undefined;
    if (withoutPrefix(attributes.slice(at, equals).trim()) === name)
      return decodeEntities(attributes.slice(start + 1, end));
    at = end + 1;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Upper bound on the length of a character reference that is decoded, such as `&#x10FFFF;`. */
const ENTITY_MAX_LENGTH = 11;

/** The text is truncated before decoding, because no cell, name or number is longer. */
const decodeEntities = (text: string): string =>
  text
    .slice(0, CELL_READ_LENGTH * ENTITY_MAX_LENGTH)
    .replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g, (whole, decimal, hex, name) => {
      if (typeof name === 'string') return ENTITIES[name] ?? whole;
      const point = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
      return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
    });
