/** Decodes stored bytes to pictures that the page can show, without blocking it. */
import type { StagePicture } from '../model/picture.ts';

export const release = (picture: StagePicture | null): void => {
  if (picture) URL.revokeObjectURL(picture.url);
};

/**
 * Decodes off the main thread and upright (browsers apply EXIF orientation to images by themselves).
 * @throws EncodingError if the browser can't decode the bytes
 */
export async function decodePicture(blob: Blob): Promise<StagePicture> {
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

export interface DisplayablePhoto {
  readonly picture: StagePicture;
  /** Photo converted to a format that this browser displays, which is stored; null if not necessary. */
  readonly converted: Blob | null;
  /** Whether the tools on the server read the same colors and orientation as this browser. */
  readonly isReadAlike: boolean;
}

/** Decodes the photo that the user picked. If the browser can't decode HEIC, our own decoder does. */
export async function decodePhoto(photo: Blob, isHeic: boolean): Promise<DisplayablePhoto> {
  const { readsAlike } = await import('./reads-alike.ts');
  const isReadAlike = await readsAlike(photo);
  if (!isHeic) return { picture: await decodePicture(photo), converted: null, isReadAlike };
  try {
    // Tries the browser first: Safari decodes HEIC, including its colors.
    return { picture: await decodePicture(photo), converted: null, isReadAlike: true };
  } catch {
    const { decodeHeic } = await import('./heic-decoder.ts');
    const converted = await decodeHeic(photo);
    return { picture: await decodePicture(converted), converted, isReadAlike };
  }
}
