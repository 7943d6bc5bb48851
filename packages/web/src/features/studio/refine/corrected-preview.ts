/**
 * A correction as it is seen while it is drawn: the cut-out with its strokes, pixel by pixel, at the size of the
 * screen's canvas. Plain arithmetic on bytes; the browser only shows what comes of it. The result is made by the
 * server, of the photo's own pixels at full size and by the same rules (the engine's pixels/refine).
 */
import { raster, refineCutOut } from '@packshot/image-engine/pixels';
import type { Work } from '@packshot/image-engine/pixels';
import type { RefineLook } from '../document/document.ts';
import type { MaskGrid } from '../magic/rasterise.ts';
import { EMPTY_REGION, isEmpty, union } from './brush.ts';
import type { Region } from './brush.ts';
import type { CorrectionStroke } from './corrections.ts';
import { StrokeField } from './stroke-field.ts';

/** RGBA, not premultiplied, of the grid's size. */
export type Pixels = Uint8ClampedArray<ArrayBuffer>;
type Colour = [red: number, green: number, blue: number, alpha: number];

/** What was taken away, in the red look: the colour of masks, and how much of the photo it hides. */
const REMOVED = { red: 255, green: 46, blue: 95, alpha: 150 } as const;

export class CorrectedPreview {
  readonly field: StrokeField;
  readonly #photo: Pixels;
  readonly #cutOut: Pixels;
  /** The corrected cut-out with rims that follow the picture's edges; null while only the strokes are known. */
  #followed: { readonly pixels: Pixels; readonly region: Region } | null = null;
  readonly #colour: Colour = [0, 0, 0, 0];

  /** @throws RangeError when the pixels are not of the grid's size */
  constructor(grid: MaskGrid, photo: Pixels, cutOut: Pixels) {
    const length = grid.widthPx * grid.heightPx * 4;
    if (photo.length !== length || cutOut.length !== length)
      throw new RangeError('Photo and cut-out have to be of the size of the grid.');
    this.field = new StrokeField(grid);
    this.#photo = photo;
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
    yield* refineCutOut(ofGrid(this.#photo), ofGrid(pixels), {
      restore: raster(restore, widthPx, heightPx, 1),
      erase: raster(erase, widthPx, heightPx, 1),
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

  /** Writes a part of what is to be seen into `target`, which has the grid's size. */
  render(target: Pixels, { left, top, right, bottom }: Region, look: RefineLook): void {
    const { widthPx } = this.field.grid;
    for (let y = top; y < bottom; y += 1) {
      for (let i = y * widthPx + left; i < y * widthPx + right; i += 1) {
        this.#correct(i);
        paint(target, i * 4, this.#colour, look);
      }
    }
  }

  /** Makes `#colour` that of a pixel after all strokes. */
  #correct(i: number): void {
    const { restore: restores, erase: erases, liveMode, liveCover } = this.field;
    const cover = liveMode === null ? 0 : (liveCover[i] ?? 0);
    let restore = restores[i] ?? 0;
    let erase = erases[i] ?? 0;
    if (cover > 0) {
      restore = (restore * (255 - cover)) / 255;
      erase = (erase * (255 - cover)) / 255;
      if (liveMode === 'restore') restore += cover;
      else erase += cover;
    }
    const isUntouched = restore === 0 && erase === 0;
    const kept = !isUntouched && cover === 0 && this.#followed ? this.#followed.pixels : this.#cutOut;
    const at = i * 4;
    const colour = this.#colour;
    if (isUntouched || kept !== this.#cutOut) {
      for (let c = 0; c < 4; c += 1) colour[c] = kept[at + c] ?? 0;
      return;
    }
    // The engine's rule: a stroke of half the strength goes half of the way.
    const before = (kept[at + 3] ?? 0) * Math.max(0, 255 - restore - erase);
    const after = (this.#photo[at + 3] ?? 0) * restore;
    const sum = before + after;
    colour[3] = sum / 255;
    for (let c = 0; c < 3; c += 1)
      colour[c] = sum === 0 ? 0 : ((kept[at + c] ?? 0) * before + (this.#photo[at + c] ?? 0) * after) / sum;
  }
}

/** One pixel as a look shows it. What lies below it on the stage is the look's own matter. */
function paint(target: Pixels, at: number, [red, green, blue, alpha]: Colour, look: RefineLook): void {
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
