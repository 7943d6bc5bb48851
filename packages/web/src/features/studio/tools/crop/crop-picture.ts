/** Makes the file of a cropped picture, by drawing the picture once. */
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { decodeImage, encodeSurface, surface } from '../../../../lib/canvas/surface.ts';
import { readPictureFile } from '../../documents/bitmap.ts';
import { readProvenance, embedProvenance, stepHere } from '../../documents/file-words.ts';
import type { StagePicture } from '../../model/picture.ts';
import type { Crop } from '../../model/crop.ts';
import { withCroppedMaps } from './crop-maps.ts';
import { croppedSize, cropMatrix } from '../../model/crop-matrix.ts';

/** Quality of JPEG and WebP files, without visible loss. Unrotated crops of a PNG stay exact. */
const JPEG_QUALITY = 0.95;

/**
 * Makes the file.
 * @param isOpaque whether the picture has no transparency, so that it needn't be a PNG
 * @throws CanvasLimitError if this device can't decode or draw it
 */
export async function cropPicture(picture: StagePicture, crop: Crop, isOpaque: boolean): Promise<Blob> {
  const source = await readPictureFile(picture);
  const image = await decodeImage(source, { statedSize: picture });
  const { widthPx, heightPx } = croppedSize(crop, picture);
  const drawing = surface(widthPx, heightPx);
  const { context } = drawing;
  context.setTransform(...cropMatrix(crop, picture));
  context.drawImage(image, 0, 0, picture.widthPx, picture.heightPx);
  image.close();
  const cropped = stepHere(await readProvenance(source), 'crop', {
    effect: 'alter',
    parameters: { widthPx, heightPx },
  });
  if (isOpaque) return embedProvenance(await encodeSurface(drawing, 'image/jpeg', JPEG_QUALITY), cropped);
  const png = await encodeSurface(drawing, 'image/png');
  const file = png.size <= UPLOAD_MAX_BYTES ? png : await encodeSurface(drawing, 'image/webp', JPEG_QUALITY);
  return embedProvenance(await withCroppedMaps(file, source, crop, picture), cropped);
}
