import type { CorrectionStroke } from '../../model/corrections.ts';
import type { Picture } from '../../model/picture.ts';
import type { Size } from '../../model/size.ts';
import type { Pixels } from './corrected-preview.ts';
import type { PreviewGrid } from './preview-grid.ts';
import type { Parts } from './parts/find-parts.ts';

interface PartsPictures {
  readonly photo: Picture;
  readonly cutOut: Picture;
  /** The cut-out before any correction; null where that is this one, or is not there. */
  readonly earliest: Picture | null;
}

/** What correcting a cut-out by hand asks for. */
export interface CutOutServices {
  /** Strokes of a correction as a picture of the photo's shape; null when there are none. */
  exportCorrection(strokes: readonly CorrectionStroke[], image: Size): Promise<Blob | null>;
  /** Pixels of a picture on a grid; see `pixelsOn`. */
  pixelsOn(grid: PreviewGrid, picture: Blob, widthPx: number): Promise<Pixels>;
  /** What a cut-out consists of, and what beside it could belong to it. */
  findParts(image: Size, pictures: PartsPictures): Promise<Parts>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends CutOutServices {}
}
