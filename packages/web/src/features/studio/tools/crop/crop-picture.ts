/** Makes a file of a crop by drawing the picture once. */
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { decodeImage, encodeSurface, surface } from '../../../../lib/canvas/surface.ts';
import { blobOf } from '../../documents/bitmap.ts';
import { provenanceOf, saying, stepHere } from '../../documents/file-words.ts';
import type { Picture } from '../../model/picture.ts';
import type { Crop } from '../../model/crop.ts';
import { withCroppedPlanes } from './crop-planes.ts';
import { croppedSize, cropMatrix } from '../../model/crop-matrix.ts';

/** Visually lossless, for inputs that were lossy already. Unrotated crops of a PNG stay exact. */
const JPEG_QUALITY = 0.95;

/**
 * @param isOpaque whether the picture has no transparency, so that it needn't be a PNG
 * @throws CanvasLimitError if this device can't decode or draw it
 */
export async function cropPicture(picture: Picture, crop: Crop, isOpaque: boolean): Promise<Blob> {
  const source = await blobOf(picture);
  const image = await decodeImage(source, { statedSize: picture });
  const { widthPx, heightPx } = croppedSize(crop, picture);
  const drawn = surface(widthPx, heightPx);
  const { context } = drawn;
  context.setTransform(...cropMatrix(crop, picture));
  context.drawImage(image, 0, 0, picture.widthPx, picture.heightPx);
  image.close();
  const cropped = stepHere(await provenanceOf(source), 'crop', {
    effect: 'alter',
    parameters: { widthPx, heightPx },
  });
  if (isOpaque) return saying(await encodeSurface(drawn, 'image/jpeg', JPEG_QUALITY), cropped);
  const png = await encodeSurface(drawn, 'image/png');
  const file = png.size <= UPLOAD_MAX_BYTES ? png : await encodeSurface(drawn, 'image/webp', JPEG_QUALITY);
  return saying(await withCroppedPlanes(file, source, crop, picture), cropped);
}
