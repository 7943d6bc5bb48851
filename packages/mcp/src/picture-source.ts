/** Parses an agent's reference to a picture. It is a single string, because language models write text. */
import { Refusal } from './refusal.ts';

export type PictureSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'url'; readonly url: string }
  /** Picture that an earlier call has stored. */
  | { readonly kind: 'kept'; readonly key: string }
  | { readonly kind: 'result'; readonly jobId: string; readonly index: number }
  | { readonly kind: 'file'; readonly path: string };

/**
 * Size limit for a picture inside a message. Base64 makes pictures a third longer, and a message is read into memory
 * completely.
 */
export const INLINE_PICTURE_MAX_BYTES = 8 * 1024 * 1024;
const INLINE_MAX_LENGTH = Math.ceil(INLINE_PICTURE_MAX_BYTES / 3) * 4;
const DATA_HEAD = /^data:image\/[a-z0-9.+-]{1,40};base64,/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const HEAD_MAX_LENGTH = 64;
export const PICTURE_TEXT_MAX_LENGTH = INLINE_MAX_LENGTH + HEAD_MAX_LENGTH;
const ADDRESS_MAX_LENGTH = 2048;
const PATH_MAX_LENGTH = 4096;
const KEY_MAX_LENGTH = 256;

const KEPT = 'packshot://pictures/';
const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
const RESULT = new RegExp(String.raw`^packshot://results/(${UUID})/(\d{1,2})$`);

export const pictureResource = (key: string): string => `${KEPT}${key}`;
export const resultResource = (jobId: string, index: number): string =>
  `packshot://results/${jobId}/${index}`;

export interface PictureSources {
  readonly takesFiles: boolean;
  /** Whether an agent may pass a URL, from which the server fetches the picture. */
  readonly takesAddresses: boolean;
}

export const sourceWords = ({ takesFiles, takesAddresses }: PictureSources): string =>
  [
    ...(takesFiles ? ['a file path'] : []),
    ...(takesAddresses ? ['an http(s) address'] : []),
    'a packshot:// resource of an earlier answer',
    'or a data:image/…;base64 URL (at most 8 MB)',
  ].join(', ');

/**
 * @param param name of the argument
 * @throws Refusal for a text that isn't a reference to a picture
 */
export function parsePictureSource(text: string, param: string, sources: PictureSources): PictureSource {
  const refuse = (reason: string): Refusal => new Refusal('BAD_REQUEST', reason, { param });
  if (/^data:/i.test(text)) return parseInline(text, refuse);
  if (text.length > PATH_MAX_LENGTH) throw refuse('It is too long to name a picture.');
  if (text.startsWith('packshot:')) return parseResource(text, refuse);
  if (sources.takesAddresses && /^https?:\/\//i.test(text)) {
    if (text.length > ADDRESS_MAX_LENGTH)
      throw refuse(`An address has at most ${ADDRESS_MAX_LENGTH} characters.`);
    return { kind: 'url', url: text };
  }
  if (sources.takesFiles && text !== '' && !isAddress(text)) return { kind: 'file', path: text };
  throw refuse(`Name a picture by ${sourceWords(sources)}.`);
}

/** Checks for an address, except for `file:` addresses, which count as paths. */
const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text) && !/^file:/i.test(text);

function parseInline(text: string, refuse: (reason: string) => Refusal): PictureSource {
  const head = DATA_HEAD.exec(text.slice(0, HEAD_MAX_LENGTH))?.[0];
  if (head === undefined) throw refuse('A data: URL must begin with data:image/…;base64,');
  if (text.length - head.length > INLINE_MAX_LENGTH)
    throw refuse(
      `A data: URL holds at most ${INLINE_PICTURE_MAX_BYTES / 1024 ** 2} MB; give an address for more.`,
    );
  const base64 = text.slice(head.length);
  // Checks the text, because Node skips invalid base64 characters, which would result in a damaged picture.
  if (!BASE64.test(base64)) throw refuse('The data: URL is no base64.');
  const bytes = Buffer.from(base64, 'base64');
  return { kind: 'bytes', bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
}

function parseResource(text: string, refuse: (reason: string) => Refusal): PictureSource {
  const [, jobId, index] = RESULT.exec(text) ?? [];
  if (jobId !== undefined) return { kind: 'result', jobId, index: Number(index) };
  const key = text.slice(KEPT.length);
  if (text.startsWith(KEPT) && key !== '' && key.length <= KEY_MAX_LENGTH) return { kind: 'kept', key };
  throw refuse('Resources of pictures are packshot://results/{job}/{number} and packshot://pictures/{key}.');
}
