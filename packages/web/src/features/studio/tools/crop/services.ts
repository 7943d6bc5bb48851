import type { Box } from '@packshot/image-engine/pixels';
import type { Crop } from '../../model/crop.ts';
import type { Picture } from '../../model/picture.ts';

/** What the browser makes for a crop. */
export interface CropServices {
  /** A part of a picture as a file of its own. @param isOpaque it has no transparency to keep */
  crop(picture: Picture, crop: Crop, isOpaque: boolean): Promise<Blob>;
  /** What is visible of a picture, to the pixel: a box for each row with anything in it. */
  productRows(picture: Picture): Promise<readonly Box[]>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends CropServices {}
}
