/** Reads response bodies up to a size limit. */
import { PackshotError } from './errors.ts';

const JSON_MAX_BYTES = 5_000_000;
const PICTURE_MAX_BYTES = 100_000_000;

export const badAnswer = ({ status }: Response, sentence: string, cause?: unknown): PackshotError =>
  new PackshotError('BAD_ANSWER', sentence, { status, cause });

/**
 * Reads a response body completely.
 * @throws PackshotError BAD_ANSWER as soon as the body exceeds the limit
 */
async function readBody(answer: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLong = () => badAnswer(answer, `The server answered with more than ${maxBytes / 1e6} MB.`);
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  try {
    if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) throw tooLong();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > maxBytes) throw tooLong();
      parts.push(value);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const readText = async (answer: Response): Promise<string> =>
  new TextDecoder().decode(await readBody(answer, JSON_MAX_BYTES));

/** Signatures of file types: offset and bytes. */
const BEGINNINGS: Readonly<Record<string, readonly [at: number, text: string]>> = {
  'image/png': [0, '\u0089PNG\r\n\u001A\n'],
  'image/jpeg': [0, '\u00FF\u00D8\u00FF'],
  'image/webp': [8, 'WEBP'],
  'image/avif': [4, 'ftyp'],
};

/**
 * Checks whether the first bytes fit the stated type, because a proxy may label an error page as a picture. Types
 * without a known signature pass.
 */
function isOfKind(bytes: Uint8Array, contentType: string): boolean {
  const [kind = ''] = contentType.toLowerCase().split(';');
  const [at, text] = BEGINNINGS[kind.trim()] ?? [0, ''];
  return [...text].every((letter, place) => bytes[at + place] === letter.charCodeAt(0));
}

/**
 * Bytes of a picture.
 * @throws PackshotError BAD_ANSWER if the response's type or content isn't a picture
 */
export async function readPictureBytes(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const contentType = answer.headers.get('content-type') ?? '';
  if (!/^image\/[\w.+-]+(?:;|$)/i.test(contentType)) {
    answer.body?.cancel().catch(() => undefined);
    throw badAnswer(answer, 'The server answered with something that is no picture.');
  }
  const bytes = await readBody(answer, PICTURE_MAX_BYTES);
  if (bytes.length === 0) throw badAnswer(answer, 'The server answered with a picture without bytes.');
  if (!isOfKind(bytes, contentType))
    throw badAnswer(answer, 'The server answered with something that is called a picture, and is none.');
  return bytes;
}

/**
 * Returns a reader that streams a file, which may be larger than memory. The reader throws PackshotError BAD_ANSWER
 * for another content type.
 */
export const streamIn =
  (type: string) =>
  async (answer: Response): Promise<ReadableStream<Uint8Array>> => {
    const [contentType = ''] = (answer.headers.get('content-type') ?? '').split(';');
    if (contentType.trim().toLowerCase() === type && answer.body !== null) return answer.body;
    answer.body?.cancel().catch(() => undefined);
    throw badAnswer(answer, `The server answered with something that is no ${type}.`);
  };

/**
 * Returns a reader for JSON that passes the check. The reader throws PackshotError BAD_ANSWER for any other response.
 */
export const jsonReader =
  <Value>(check: (value: unknown) => value is Value) =>
  async (answer: Response): Promise<Value> => {
    const text = await readText(answer);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw badAnswer(answer, 'The server answered with something that is no JSON.', error);
    }
    if (!check(value))
      throw badAnswer(answer, 'The server answered with JSON that is no answer of this API.');
    return value;
  };
