import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { PublicFetchError } from './public-fetch-error.ts';

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/**
 * Checks for a zlib header in the first two bytes. Raw deflate, which some servers send instead, never starts like
 * one.
 */
const isZlib = (bytes: Uint8Array): boolean =>
  ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;

const DECODERS: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip),
  deflate: (bytes, options) =>
    promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(isZlib(bytes) ? inflate : inflateRaw)(
      bytes,
      options,
    ),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** Maximum number of content codings, more than any server applies. */
const MAX_CODINGS = 3;

/**
 * Decodes a body with the codings named in `Content-Encoding` (RFC 9110, section 8.4), which some servers apply
 * although we don't accept them. Bytes that don't match the named coding, and unknown codings, are left unchanged.
 * @param maxBytes limit for the decoded bytes
 * @throws PublicFetchError `too-large`
 */
export async function decodeContent(
  bytes: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const codings = (contentEncoding ?? '').toLowerCase().split(',', MAX_CODINGS + 1);
  let decoded = bytes;
  for (const coding of codings.slice(0, MAX_CODINGS).toReversed()) {
    const decode = DECODERS[coding.trim().replace(/^x-/, '')];
    if (decode === undefined) continue;
    try {
      decoded = await decode(decoded, { maxOutputLength: maxBytes });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw new PublicFetchError('too-large', `The answer is larger than ${maxBytes} bytes`);
      return bytes;
    }
  }
  return decoded;
}
