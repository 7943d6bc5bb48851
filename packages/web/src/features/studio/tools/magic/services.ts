import type { Stroke } from '../../model/strokes.ts';
import type { Size } from '../../model/size.ts';

/** What changing a part of a picture asks for. */
export interface MagicServices {
  /**
   * Strokes as a PNG mask of the picture's shape; null when nothing is drawn.
   * @param feather how soft its edge is, as a share of the picture's longest side
   */
  exportMask(strokes: readonly Stroke[], image: Size, feather: number): Promise<Blob | null>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends MagicServices {}
}
