/** Finds the Content Credentials of a file that may be a stranger's. Source: C2PA 2.1, annex A. */
import { chunksOf } from './walk.ts';

/** Where a manifest is: PNG, WebP, JPEG (JUMBF in APP11). */
const PLACES: readonly string[] = ['caBX', 'C2PA', 'FFEB'];

export const isCredentials = ({ type }: { readonly type: string }): boolean => PLACES.includes(type);

export function isSigned(file: Uint8Array): boolean {
  for (const chunk of chunksOf(file)) if (isCredentials(chunk)) return true;
  return false;
}

/** More is not looked at: with thumbnails of several originals they have some megabytes. */
const SEARCHED_BYTES = 8 * 1024 ** 2;

/** The bytes of all manifests, one character each: its texts are not compressed. Nothing is parsed. */
export function textOfCredentials(file: Uint8Array): string {
  let text = '';
  for (const chunk of chunksOf(file)) {
    if (!isCredentials(chunk)) continue;
    const end = Math.min(chunk.end, chunk.start + SEARCHED_BYTES - text.length);
    text += new TextDecoder('latin1').decode(file.subarray(chunk.start, end));
    if (text.length >= SEARCHED_BYTES) break;
  }
  return text;
}
