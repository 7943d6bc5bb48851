import type { Box } from '@packshot/image-engine/pixels';
import type { Crop } from '../../model/crop.ts';
import type { Picture } from '../../model/picture.ts';

/** What the browser makes for a crop. */
export interface CropServices {
  /** A part of a picture as a file of its own. @param isOpaque it has no transparency to keep */
  crop(picture: Picture, crop: Crop, isOpaque: boolean): Promise<Blob>;
  /** The box around everything visible in a picture, to the pixel; null when nothing is. */
  productBounds(picture: Picture): Promise<Box | null>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends CropServices {}
}
