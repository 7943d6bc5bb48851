import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

/** Where a program reads and writes. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  readonly errors: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
}

type Style = 'red' | 'green' | 'yellow' | 'dim' | 'bold';

/** In color where the stream is a terminal and NO_COLOR does not say otherwise. */
export const styled = (stream: Terminal['output'], style: Style, text: string): string =>
  stream.isTTY === true ? styleText(style, text, { stream, validateStream: true }) : text;

/** A file's name as it may be shown: others choose names, and control characters in them would rule the terminal. */
export const shown = (name: string): string =>
  name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\uFFFD');
