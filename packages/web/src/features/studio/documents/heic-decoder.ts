/**
 * HEIC in browsers that cannot show it. The decoder (libheif, LGPL) weighs 750 kB compressed and is fetched only
 * when a HEIC photo is opened. Its `csp` build uses neither eval nor WebAssembly; it runs in a worker made from
 * a blob, which the content policy allows (`worker-src blob:`).
 */

import { assertReadBackTrue } from '../../../lib/canvas/trust.ts';
import { allowOwnWorkers } from '../../../lib/page/worker-policy.ts';

/**
 * @returns the photo as a JPEG, upright
 * @throws when the bytes are no HEIC or damaged, or where the browser protects canvases
 */
export async function decodeHeic(photo: Blob): Promise<Blob> {
  // The decoder writes its JPEG with a canvas of the page.
  await assertReadBackTrue();
  const { heicTo } = await import('heic-to/csp');
  // The decoder starts its worker from a plain string.
  allowOwnWorkers();
  return heicTo({ blob: photo, type: 'image/jpeg', quality: 0.9 });
}
