import type { Picture } from '../../model/picture.ts';
import type { Stroke } from '../../model/strokes.ts';
import type { Size } from '../../model/size.ts';

/** A part of a mask over the whole picture, on a grid of its own: 0 to 255, a row after the other. */
export interface MaskPart extends Size {
  readonly alpha: Uint8Array;
}

/** What changing a part of a picture asks for. */
export interface MagicServices {
  /**
   * Strokes as a PNG mask of the picture's shape; null when nothing is drawn.
   * @param feather how soft its edge is, as a share of the picture's longest side
   * @param more what goes with what is drawn; null for nothing
   */
  exportMask(
    strokes: readonly Stroke[],
    image: Size,
    feather: number,
    more: MaskPart | null,
  ): Promise<Blob | null>;
  /** What goes with what is drawn when it is taken away: its gaps and, if wanted, its shadow; null when there is neither. */
  completeRemoval(
    image: Size,
    picture: Picture,
    strokes: readonly Stroke[],
    takesShadow: boolean,
  ): Promise<MaskPart | null>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends MagicServices {}
}
