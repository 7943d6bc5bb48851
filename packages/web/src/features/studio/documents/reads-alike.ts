/** Checks whether browsers show a photo as the server's tools read it. Loaded after a photo was chosen. */
import { isReadAlike } from '@packshot/image-engine/pixels';

/** @returns true for a damaged file, which can't be decoded at all */
export async function readsAlike(photo: Blob): Promise<boolean> {
  try {
    return isReadAlike(new Uint8Array(await photo.arrayBuffer()));
  } catch {
    return true;
  }
}
