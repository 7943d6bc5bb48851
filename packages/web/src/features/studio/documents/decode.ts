/** Turns stored bytes into pictures that the page can show, without blocking it. */
import { renderWebp, RESIZE_LONGEST_SIDE_PX, THUMBNAIL_WIDTH_PX } from '../../../lib/files/renditions.ts';
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
}

/** A picture of the photo as picked; a HEIC goes through our decoder where the browser has none. */
export async function decodePhoto(photo: Blob, isHeic: boolean): Promise<DecodedPhoto> {
  if (!isHeic) return { picture: await decodePicture(photo), converted: null };
  try {
    // Safari reads HEIC by itself: no need for the decoder there.
    return { picture: await decodePicture(photo), converted: null };
  } catch {
    const { decodeHeic } = await import('./heic-decoder.ts');
    const converted = await decodeHeic(photo);
    return { picture: await decodePicture(converted), converted };
  }
}

/** A small WebP of a picture, `THUMBNAIL_WIDTH_PX` wide; null when the browser makes none. */
export async function makeThumbnail(picture: Picture): Promise<Blob | null> {
  return asWebp(picture, THUMBNAIL_WIDTH_PX / picture.widthPx);
}

/**
 * A WebP of a picture that only its colors and light are wanted of; null when the browser makes none.
 * @param longestSidePx what it is made smaller to; a smaller picture keeps its size
 */
export async function resizePicture(
  picture: Picture,
  longestSidePx: number = RESIZE_LONGEST_SIDE_PX,
): Promise<Blob | null> {
  return asWebp(picture, longestSidePx / Math.max(picture.widthPx, picture.heightPx));
}

async function asWebp(picture: Picture, scale: number): Promise<Blob | null> {
  const image = new Image();
  image.src = picture.url;
  await image.decode();
  return renderWebp(image, picture, scale);
}
