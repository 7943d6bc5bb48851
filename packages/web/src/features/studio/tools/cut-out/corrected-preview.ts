/**
 * A correction as it is seen while it is drawn: the cut-out with its strokes, pixel by pixel, at the size of the
 * screen's canvas. Plain arithmetic on bytes; the browser only shows what comes of it. The result is made by the
 * server, of the photo's own pixels at full size and by the same rules (the engine's pixels/matte).
 */
import { raster, refineCutOut } from '@packshot/image-engine/pixels';
import type { Work } from '@packshot/image-engine/pixels';
import type { RefineLook } from '../../model/document.ts';
import { EMPTY_REGION, isEmpty, union } from './brush.ts';
import type { Region } from './brush.ts';
import type { CorrectionStroke } from '../../model/corrections.ts';
import type { PreviewGrid } from './preview-grid.ts';
import { StrokeField } from './stroke-field.ts';

/** RGBA, not premultiplied, of the grid's size. */
export type Pixels = Uint8ClampedArray<ArrayBuffer>;

/** What was taken away, in the red look: the color of masks, and how much of the photo it hides. */
const REMOVED = { red: 255, green: 46, blue: 95, alpha: 150 } as const;

/** One cut-out with the strokes that are drawn on it. Everything here is in pixels of its grid. */
export class CorrectedPreview {
  readonly field: StrokeField;
  readonly #photo: Pixels;
  readonly #cutOut: Pixels;
  /** The corrected cut-out with rims that follow the picture's edges; null while only the strokes are known. */
  #followed: { readonly pixels: Pixels; readonly region: Region } | null = null;

  /** How the stroke in the making covered each pixel when it was last shown. */
  readonly #shownCover: Uint8Array;

  /** @throws RangeError when the pixels are not of the grid's size */
  constructor(grid: PreviewGrid, photo: Pixels, cutOut: Pixels) {
    const length = grid.widthPx * grid.heightPx * 4;
    if (photo.length !== length || cutOut.length !== length)
      throw new RangeError('Photo and cut-out have to be of the size of the grid.');
    this.field = new StrokeField(grid);
    this.#photo = photo;
    this.#shownCover = new Uint8Array(length / 4);
    this.#cutOut = cutOut;
  }

  get whole(): Region {
    const { widthPx, heightPx } = this.field.grid;
    return { left: 0, top: 0, right: widthPx, bottom: heightPx };
  }

  /** Shows these strokes from now on, as they were drawn. @returns what has to be shown anew */
  setStrokes(strokes: readonly CorrectionStroke[]): Region {
    const changed = this.field.setStrokes(strokes);
    return isEmpty(changed) ? changed : union(changed, this.unfollow());
  }

  /** Goes back to the strokes as they were drawn. @returns what has to be shown anew */
  unfollow(): Region {
    const region = this.#followed?.region ?? EMPTY_REGION;
    this.#followed = null;
    return region;
  }

  /**
   * Lets the strokes' rims follow the picture's edges, as the server will. Work of some tenths of a second, in steps.
   * @returns what has to be shown anew; empty when there is nothing to follow, or the strokes have changed meanwhile
   */
  *follow(): Work<Region> {
    const { grid, strokes, restore, erase } = this.field;
    const region = this.field.regionOf(strokes);
    if (isEmpty(region)) return EMPTY_REGION;
    const { widthPx, heightPx } = grid;
    const pixels = new Uint8ClampedArray(this.#cutOut);
    const ofGrid = (data: Pixels) => raster(new Uint8Array(data.buffer), widthPx, heightPx, 4);
    // Photo and strokes are used up by it, and are still drawn with here.
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
   * Writes a part of what is to be seen into `target`, which has the grid's size. One plain loop: it runs in every frame
   * of a stroke.
   * @param isStrokeAlone nothing but the stroke in the making has changed: what it covers as before is left out
   */
  render(
    target: Pixels,
    { left, top, right, bottom }: Region,
    look: RefineLook,
    isStrokeAlone = false,
  ): void {
    const shown = this.#shownCover;
    const { restore, erase, grid, liveMode, liveCover } = this.field;
    const { widthPx } = grid;
    const [photo, cutOut, followed] = [this.#photo, this.#cutOut, this.#followed?.pixels];
    const isLive = liveMode !== null;
    const [liveRestore, liveErase] = liveMode === 'restore' ? [1, 0] : [0, 1];
    for (let y = top; y < bottom; y += 1) {
      const end = y * widthPx + right;
      for (let i = y * widthPx + left; i < end; i += 1) {
        const at = i * 4;
        const cover = isLive ? (liveCover[i] ?? 0) : 0;
        if (isStrokeAlone && cover === shown[i]) continue;
        shown[i] = cover;
        const restored = restore[i] ?? 0;
        const erased = erase[i] ?? 0;
        const isTouched = restored + erased + cover > 0;
        if (!isTouched || (cover === 0 && followed)) {
          const from = isTouched && followed ? followed : cutOut;
          paint(target, at, from[at] ?? 0, from[at + 1] ?? 0, from[at + 2] ?? 0, from[at + 3] ?? 0, look);
          continue;
        }
        // A newer stroke replaces what is under it, and one of half the strength goes half of the way.
        const kept = (255 - cover) / 255;
        const back = restored * kept + cover * liveRestore;
        const gone = erased * kept + cover * liveErase;
        const before = (cutOut[at + 3] ?? 0) * Math.max(0, 255 - back - gone);
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

/** One pixel as a look shows it. What lies below it on the stage is the look's own matter. */
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
