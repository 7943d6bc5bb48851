import type { StagePicture } from '../../model/picture.ts';
import type { Stroke } from '../../model/strokes.ts';
import type { PixelSize } from '../../model/size.ts';

/** Additional mask of the whole picture on its own grid: 0 to 255, row by row. */
export interface MaskPart extends PixelSize {
  readonly alpha: Uint8Array;
}

export interface MagicServices {
  /**
   * Encodes strokes as a PNG mask of the picture's shape; null if nothing is drawn.
   * @param feather softness of the edge, as a share of the picture's longest side
   * @param more gaps and shadow to add, or null
   */
  exportMask(
    strokes: readonly Stroke[],
    image: PixelSize,
    feather: number,
    more: MaskPart | null,
  ): Promise<Blob | null>;
  /** Finds the gaps and, if requested, the shadow that belong to the drawn area; null if there are none. */
  completeRemoval(
    image: PixelSize,
    picture: StagePicture,
    strokes: readonly Stroke[],
    takesShadow: boolean,
  ): Promise<MaskPart | null>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends MagicServices {}
}
