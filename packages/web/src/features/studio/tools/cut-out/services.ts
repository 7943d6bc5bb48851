import type { CorrectionStroke } from '../../model/corrections.ts';
import type { StagePicture } from '../../model/picture.ts';
import type { PixelSize } from '../../model/size.ts';
import type { Pixels } from './corrected-preview.ts';
import type { PreviewGrid } from './preview-grid.ts';
import type { CutOutSegments } from './parts/find-parts.ts';

interface PartsPictures {
  readonly photo: StagePicture;
  readonly cutOut: StagePicture;
  /** Cut-out before any correction; null if there was no correction, or if the pixels are missing. */
  readonly earliest: StagePicture | null;
}

export interface CutOutServices {
  exportCorrection(strokes: readonly CorrectionStroke[], image: PixelSize): Promise<Blob | null>;
  /** Loads pixels of a picture on a grid; see `pixelsOn`. */
  pixelsOn(grid: PreviewGrid, picture: Blob, widthPx: number): Promise<Pixels>;
  /** Finds the segments of a cut-out, and objects beside it that could belong to it. */
  findParts(image: PixelSize, pictures: PartsPictures): Promise<CutOutSegments>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends CutOutServices {}
}
