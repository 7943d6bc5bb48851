import type { CorrectionStroke } from '../../model/corrections.ts';
import type { Size } from '../../model/size.ts';

/** What correcting a cut-out by hand asks for. */
export interface CutOutServices {
  /** Strokes of a correction as a picture of the photo's shape; null when there are none. */
  exportCorrection(strokes: readonly CorrectionStroke[], image: Size): Promise<Blob | null>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends CutOutServices {}
}
