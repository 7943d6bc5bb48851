/**
 * Input picture. `URL` and string: public address, from which the server fetches the picture. `{ key }`: picture that
 * is on the server already (`image_key` of an upload or a result). A stream is read completely first, so that a retry
 * can send it again.
 */
export type PictureIn =
  | Blob
  | Uint8Array<ArrayBuffer>
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | URL
  | string
  | { readonly key: string };

export type PictureUpload =
  | { readonly file: Blob; readonly name: string }
  | { readonly url: string }
  | { readonly key: string };

/** @throws TypeError if the value isn't a picture, for example a file path */
export async function sentPicture(picture: PictureIn): Promise<PictureUpload> {
  if (typeof picture === 'string' || picture instanceof URL) return { url: requireAddress(picture) };
  if (picture instanceof Blob) return { file: picture, name: getName(picture) };
  if (picture instanceof ReadableStream) return withDefaultName(await new Response(picture).blob());
  if (picture instanceof ArrayBuffer || ArrayBuffer.isView(picture))
    return withDefaultName(new Blob([picture]));
  if (typeof picture === 'object' && picture !== null && typeof picture.key === 'string')
    return { key: picture.key };
  throw new TypeError('A picture is a Blob, bytes, a stream, a URL or { key }.');
}

const UNNAMED = 'picture';
const withDefaultName = (file: Blob): PictureUpload => ({ file, name: UNNAMED });
const getName = (blob: Blob): string =>
  'name' in blob && typeof blob.name === 'string' && blob.name !== '' ? blob.name : UNNAMED;

function requireAddress(picture: string | URL): string {
  const address = URL.canParse(picture) ? new URL(picture) : null;
  if (address === null || !['http:', 'https:'].includes(address.protocol))
    throw new TypeError(
      `"${String(picture)}" is no address of the web. Of a file send its bytes: in Node await openAsBlob(path) of node:fs.`,
    );
  return address.href;
}
