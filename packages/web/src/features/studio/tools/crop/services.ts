import type { Box } from '@packshot/image-engine/pixels';
import type { Crop } from '../../model/crop.ts';
import type { Picture } from '../../model/picture.ts';

export interface CropServices {
  /**
   * Crops a picture to a new file.
   * @param isOpaque whether the picture has no transparency
   */
  crop(picture: Picture, crop: Crop, isOpaque: boolean): Promise<Blob>;
  /** Box of the visible pixels in each row; rows without any are omitted. */
  productRows(picture: Picture): Promise<readonly Box[]>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends CropServices {}
}
