/** Turns stored bytes into pictures that the page can show, without blocking it. */
import type { Picture } from '../model/picture.ts';

/** Gives the memory of a picture back; nothing for null. */
export const release = (picture: Picture | null): void => {
  if (picture) URL.revokeObjectURL(picture.url);
};

/**
 * Decodes off the main thread and upright (browsers apply EXIF orientation to images by themselves).
 * @throws EncodingError when the browser cannot read these bytes
 */
export async function decodePicture(blob: Blob): Promise<Picture> {
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return { url, widthPx: image.naturalWidth, heightPx: image.naturalHeight };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}

export interface DecodedPhoto {
  readonly picture: Picture;
  /** The photo in a format that this browser shows, when it had to be converted: worth keeping. */
  readonly converted: Blob | null;
  /** The tools read the same colors and the same orientation. */
  readonly isReadAlike: boolean;
}

/** A picture of the photo as picked; a HEIC goes through our decoder where the browser has none. */
export async function decodePhoto(photo: Blob, isHeic: boolean): Promise<DecodedPhoto> {
  const { readsAlike } = await import('./reads-alike.ts');
  const isReadAlike = await readsAlike(photo);
  if (!isHeic) return { picture: await decodePicture(photo), converted: null, isReadAlike };
  try {
    // Safari reads HEIC by itself, and its colors, too.
    return { picture: await decodePicture(photo), converted: null, isReadAlike: true };
  } catch {
    const { decodeHeic } = await import('./heic-decoder.ts');
    const converted = await decodeHeic(photo);
    return { picture: await decodePicture(converted), converted, isReadAlike };
  }
}
