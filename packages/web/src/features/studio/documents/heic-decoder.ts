/**
 * Decodes HEIC in browsers without support. The decoder (libheif, LGPL) is 750 kB compressed, and the page loads it
 * only when a user opens a HEIC photo. Its `csp` build uses neither eval nor WebAssembly; it runs in a worker made
 * from a blob, which the content security policy allows (`worker-src blob:`).
 */

import { encodeSurface, surface } from '../../../lib/canvas/surface.ts';
import { assertReadBackTrue } from '../../../lib/canvas/trust.ts';
import { allowOwnWorkers } from '../../../lib/page/worker-policy.ts';

const JPEG_QUALITY = 0.9;

/**
 * Converts a HEIC photo to JPEG.
 * @returns the photo as an upright JPEG
 * @throws if the bytes aren't HEIC or are damaged, or if the browser's canvas can't be used
 */
export async function decodeHeic(photo: Blob): Promise<Blob> {
  await assertReadBackTrue();
  const { heicTo } = await import('heic-to/csp');
  // The decoder starts its worker from a plain string, which the page's Trusted Types policy has to allow.
  allowOwnWorkers();
  // Requests pixels rather than the decoder's own JPEG, because the decoder doesn't check whether the browser changes
  // pixels read from its canvas.
  const bitmap = await heicTo({ blob: photo, type: 'bitmap' });
  try {
    const drawing = surface(bitmap.width, bitmap.height);
    drawing.context.drawImage(bitmap, 0, 0);
    return await encodeSurface(drawing, 'image/jpeg', JPEG_QUALITY);
  } finally {
    bitmap.close();
  }
}
