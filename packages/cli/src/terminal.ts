import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

/** Where a program reads and writes. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  readonly errors: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
}

/** Tells sentences beside the results, unless they are not wanted. */
export const teller =
  ({ errors }: Terminal, isSilent: boolean) =>
  (sentence: string): void => {
    if (!isSilent) errors.write(`${toDisplayText(sentence)}\n`);
  };

type Style = 'red' | 'green' | 'yellow' | 'dim' | 'bold';

/** In color where the stream is a terminal and NO_COLOR does not say otherwise. */
export const styled = (stream: Terminal['output'], style: Style, text: string): string =>
  stream.isTTY === true ? styleText(style, text, { stream, validateStream: true }) : text;

/** More of one name or sentence is of use to nobody. */
const SHOWN_MAX_LENGTH = 2000;
/** What rules a terminal, or hides in a line. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
/** What their owners see of keys is shorter. */
const API_KEY = /(pk_(?:live|test)_)[0-9A-Za-z]{8,}/g;

/**
 * A text of somebody else's as it may be shown: others choose the names of files, and a server chooses all that it says. Control characters would
 * rule the terminal, and an API key that is quoted would be read over a shoulder.
 */
export function toDisplayText(text: string): string {
  // Half of a key at the end would be a key's as well.
  const open = text.replaceAll(API_KEY, '$1…');
  const short = open.length > SHOWN_MAX_LENGTH ? `${open.slice(0, SHOWN_MAX_LENGTH)}…` : open;
  return short.replaceAll(CONTROLS, '\uFFFD');
}

/** JSON with the same in it, escaped where JSON would let it through. */
export const shownJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent)
    .replaceAll(API_KEY, '$1…')
    .replaceAll(CONTROLS, (control) => (control === '\n' ? control : escaped(control)));

/** Each of its UTF-16 units, as JSON writes them. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
