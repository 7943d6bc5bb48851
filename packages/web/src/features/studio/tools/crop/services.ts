import type { Box } from '@packshot/image-engine/pixels';
import type { Crop } from '../../model/crop.ts';
import type { StagePicture } from '../../model/picture.ts';

export interface CropServices {
  /**
   * Crops a picture to a new file.
   * @param isOpaque whether the picture has no transparency
   */
  crop(picture: StagePicture, crop: Crop, isOpaque: boolean): Promise<Blob>;
  /** Box of the visible pixels in each row; rows without any are omitted. */
  productRows(picture: StagePicture): Promise<readonly Box[]>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends CropServices {}
}
