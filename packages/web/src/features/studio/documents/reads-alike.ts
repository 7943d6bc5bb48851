/** Whether browsers show a photo as the tools read it. A part of its own, because it comes after the photo was chosen. */
import { isReadAlike } from '@packshot/image-engine/pixels';

/** @returns true for a damaged file, which nothing reads */
export async function readsAlike(photo: Blob): Promise<boolean> {
  try {
    return isReadAlike(new Uint8Array(await photo.arrayBuffer()));
  } catch {
    return true;
  }
}
