/**
 * Live preview of a correction: the cut-out with its strokes, at the resolution of the screen's canvas. Computed on
 * bytes; the browser only displays the preview. The server makes the final result from the full-size photo by the same
 * rules (the engine's pixels/matte).
 */
import { raster, refineCutOut } from '@packshot/image-engine/pixels';
import type { Work } from '@packshot/image-engine/pixels';
import type { RefineLook } from '../../model/document.ts';
import { EMPTY_REGION, isEmpty, union } from './brush.ts';
import type { RasterRegion } from './brush.ts';
import type { CorrectionStroke } from '../../model/corrections.ts';
import type { PreviewGrid } from './preview-grid.ts';
import { StrokeField, strokeEffect } from './stroke-field.ts';

/** RGBA pixels, not premultiplied, at the size of the preview's grid. */
export type Pixels = Uint8ClampedArray<ArrayBuffer>;

/** Tint of removed areas in the view with red: the mask color and its opacity over the photo. */
const REMOVED = { red: 255, green: 46, blue: 95, alpha: 150 } as const;

/** Cut-out with its correction strokes. All values are in pixels of the preview's grid. */
export class CorrectedPreview {
  readonly field: StrokeField;
  readonly #photo: Pixels;
  readonly #cutOut: Pixels;
  /** Corrected cut-out in which the borders of strokes follow nearby edges of the picture; null until computed. */
  #followed: { readonly pixels: Pixels; readonly region: RasterRegion } | null = null;

  /** Coverage of each pixel by the current stroke when the preview was last drawn. */
  readonly #shownCover: Uint8Array;

  /** @throws RangeError if the pixels don't match the grid's size */
  constructor(grid: PreviewGrid, photo: Pixels, cutOut: Pixels) {
    const length = grid.widthPx * grid.heightPx * 4;
    if (photo.length !== length || cutOut.length !== length)
      throw new RangeError('Photo and cut-out have to be of the size of the grid.');
    this.field = new StrokeField(grid);
    this.#photo = photo;
    this.#shownCover = new Uint8Array(length / 4);
    this.#cutOut = cutOut;
  }

  get whole(): RasterRegion {
    const { widthPx, heightPx } = this.field.grid;
    return { left: 0, top: 0, right: widthPx, bottom: heightPx };
  }

  /**
   * Sets the strokes and shows them exactly as drawn, without following the picture's edges.
   * @returns the region to redraw
   */
  setStrokes(strokes: readonly CorrectionStroke[]): RasterRegion {
    const changed = this.field.setStrokes(strokes);
    return isEmpty(changed) ? changed : union(changed, this.unfollow());
  }

  /**
   * Shows the strokes exactly as drawn again, without following the picture's edges.
   * @returns the region to redraw
   */
  unfollow(): RasterRegion {
    const region = this.#followed?.region ?? EMPTY_REGION;
    this.#followed = null;
    return region;
  }

  /**
   * Makes the borders of strokes follow nearby edges of the picture, as the server will. Takes some tenths of a
   * second, in steps.
   * @returns the region to redraw; empty if there is nothing to follow, or the strokes have changed meanwhile
   */
  *follow(): Work<RasterRegion> {
    const { grid, strokes, restore, erase } = this.field;
    const region = this.field.computeRegion(strokes);
    if (isEmpty(region)) return EMPTY_REGION;
    const { widthPx, heightPx } = grid;
    const pixels = new Uint8ClampedArray(this.#cutOut);
    const ofGrid = (data: Pixels) => raster(new Uint8Array(data.buffer), widthPx, heightPx, 4);
    // Copies the maps, because `refineCutOut` overwrites its inputs, which the preview still uses for drawing.
    yield* refineCutOut(ofGrid(new Uint8ClampedArray(this.#photo)), ofGrid(pixels), {
      restore: raster(restore.slice(), widthPx, heightPx, 1),
      erase: raster(erase.slice(), widthPx, heightPx, 1),
      bounds: {
        xPx: region.left,
        yPx: region.top,
        widthPx: region.right - region.left,
        heightPx: region.bottom - region.top,
      },
    });
    if (strokes !== this.field.strokes) return EMPTY_REGION;
    this.#followed = { pixels, region };
    return region;
  }

  /**
   * Writes the visible pixels of a region to `target`, which has the grid's size. Runs for every frame of a stroke.
   * @param isStrokeAlone whether only the current stroke has changed; pixels with unchanged coverage are skipped
   */
  render(
    target: Pixels,
    { left, top, right, bottom }: RasterRegion,
    look: RefineLook,
    isStrokeAlone = false,
  ): void {
    const shownCover = this.#shownCover;
    const { restore, erase, grid, liveMode, liveCover } = this.field;
    const { widthPx } = grid;
    const [photo, cutOut, followed] = [this.#photo, this.#cutOut, this.#followed?.pixels];
    const isLive = liveMode !== null;
    for (let y = top; y < bottom; y += 1) {
      const end = y * widthPx + right;
      for (let i = y * widthPx + left; i < end; i += 1) {
        const at = i * 4;
        const cover = isLive ? (liveCover[i] ?? 0) : 0;
        if (isStrokeAlone && cover === shownCover[i]) continue;
        shownCover[i] = cover;
        const restored = restore[i] ?? 0;
        const erased = erase[i] ?? 0;
        const isTouched = restored + erased + cover > 0;
        if (!isTouched || (cover === 0 && followed)) {
          const from = isTouched && followed ? followed : cutOut;
          paint(target, at, from[at] ?? 0, from[at + 1] ?? 0, from[at + 2] ?? 0, from[at + 3] ?? 0, look);
          continue;
        }
        const effect = strokeEffect(restored - erased, liveMode ?? 'reset', cover);
        const back = Math.max(0, effect);
        const before = (cutOut[at + 3] ?? 0) * (255 - Math.abs(effect));
        const after = (photo[at + 3] ?? 0) * back;
        const sum = before + after;
        const own = sum === 0 ? 0 : before / sum;
        const other = sum === 0 ? 0 : after / sum;
        paint(
          target,
          at,
          (cutOut[at] ?? 0) * own + (photo[at] ?? 0) * other,
          (cutOut[at + 1] ?? 0) * own + (photo[at + 1] ?? 0) * other,
          (cutOut[at + 2] ?? 0) * own + (photo[at + 2] ?? 0) * other,
          sum / 255,
          look,
        );
      }
    }
  }
}

/** Writes a pixel in the style of the selected view. The stage's other layers show the content below it. */
function paint(
  target: Pixels,
  at: number,
  red: number,
  green: number,
  blue: number,
  alpha: number,
  look: RefineLook,
): void {
  switch (look) {
    case 'cut-out':
    case 'ghost':
      target[at] = red;
      target[at + 1] = green;
      target[at + 2] = blue;
      target[at + 3] = alpha;
      break;
    case 'red':
      target[at] = REMOVED.red;
      target[at + 1] = REMOVED.green;
      target[at + 2] = REMOVED.blue;
      target[at + 3] = ((255 - alpha) * REMOVED.alpha) / 255;
      break;
    case 'alpha':
      target[at] = alpha;
      target[at + 1] = alpha;
      target[at + 2] = alpha;
      target[at + 3] = 255;
      break;
  }
}
