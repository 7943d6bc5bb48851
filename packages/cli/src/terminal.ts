import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  readonly errors: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
}

/** Returns a function that writes sentences for the user to the error stream, unless they are silenced. */
export const teller =
  ({ errors }: Terminal, isSilent: boolean) =>
  (sentence: string): void => {
    if (!isSilent) errors.write(`${toDisplayText(sentence)}\n`);
  };

type Style = 'red' | 'green' | 'yellow' | 'dim' | 'bold';

/** Adds color if the stream is a terminal and NO_COLOR isn't set. */
export const applyStyle = (stream: Terminal['output'], style: Style, text: string): string =>
  stream.isTTY === true ? styleText(style, text, { stream, validateStream: true }) : text;

const SHOWN_MAX_LENGTH = 2000;
/** Characters that control a terminal or are invisible. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
/** Matches complete API keys, but not the shortened form that is displayed. */
const API_KEY = /(pk_(?:live|test)_)[0-9A-Za-z]{8,}/g;

/**
 * Makes external text safe for display: file names and all server messages are untrusted. Replaces control characters,
 * which could manipulate the terminal, and shortens API keys.
 */
export function toDisplayText(text: string): string {
  // Shortens API keys before truncating the text, so that truncation can't leave part of a key.
  const open = text.replaceAll(API_KEY, '$1…');
  const short = open.length > SHOWN_MAX_LENGTH ? `${open.slice(0, SHOWN_MAX_LENGTH)}…` : open;
  return short.replaceAll(CONTROLS, '\uFFFD');
}

/** Formats JSON. Escapes the control characters that JSON permits unescaped, and shortens API keys. */
export const shownJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent)
    .replaceAll(API_KEY, '$1…')
    .replaceAll(CONTROLS, (control) => (control === '\n' ? control : escapeCharacter(control)));

/** Escapes each UTF-16 unit of a character as JSON does. */
const escapeCharacter = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
