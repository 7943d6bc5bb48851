import type { PictureToolName } from './results.ts';

/** What the photo is called among the pictures of a document. */
export const PHOTO_NAME = 'Your photo';

/** What a tool's result is called. */
export const PICTURE_NAMES: Readonly<Record<PictureToolName, string>> = {
  'cut-out': 'Cut-out',
  scene: 'Scene',
  inspire: 'Inspiration',
  magic: 'Edited',
  harmonize: 'Matched',
  composite: 'Composite',
  crop: 'Cropped',
  upscale: 'Enlarged',
};
