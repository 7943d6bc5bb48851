import { linearOfSrgb, oklabOfLinear } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { AlphaRaster, RgbaRaster } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';

/** Longest side of the small picture used for all measurements. */
const SCENE_LONGEST_SIDE_PX = 256;
/** Alpha thresholds: up to the first, a pixel is background; from the second on, product; between them, a mixture. */
const BACKGROUND_UP_TO = 7;
const PRODUCT_FROM = 248;
const ROWS_PER_STEP = 64;

/** Mean Oklab colors of the product or of the background, cell by cell. */
export interface Layer {
  readonly lightness: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
  /** Share of each cell that only this layer covers, 0 to 1; if it is 0, the color is undefined. */
  readonly share: Float32Array;
}

/** The composite at a small size, with product and background separated. */
export interface CompositeCells {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Cells per pixel of the photo, horizontally and vertically; at most 1. */
  readonly cellsPerPxX: number;
  readonly cellsPerPxY: number;
  readonly product: Layer;
  readonly background: Layer;
  /** Mean alpha of each cell, 0 to 1. */
  readonly alpha: Float32Array;
}

/** Averages linear light (not sRGB samples) over the cells of a small picture. */
export function* createScene(image: RgbaRaster, alpha: AlphaRaster): Work<CompositeCells> {
  const { data, widthPx: w, heightPx: h } = image;
  const scale = Math.min(1, SCENE_LONGEST_SIDE_PX / Math.max(w, h));
  const widthPx = Math.max(1, Math.round(w * scale));
  const heightPx = Math.max(1, Math.round(h * scale));
  const columns = Int32Array.from({ length: w }, (_, x) => Math.floor((x * widthPx) / w));
  const count = widthPx * heightPx;
  const product = new LayerSums(count);
  const background = new LayerSums(count);
  const alphaSums = new Float64Array(count);
  const pixels = new Uint32Array(count);
  for (let y = 0; y < h; y++) {
    if (y % ROWS_PER_STEP === 0) yield y / h;
    const row = Math.floor((y * heightPx) / h) * widthPx;
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const cell = row + columns[x];
      const value = alpha.data[i];
      alphaSums[cell] += value;
      pixels[cell]++;
      if (value <= BACKGROUND_UP_TO) background.add(cell, data, i * 4);
      else if (value >= PRODUCT_FROM) product.add(cell, data, i * 4);
    }
  }
  return {
    widthPx,
    heightPx,
    cellsPerPxX: widthPx / w,
    cellsPerPxY: heightPx / h,
    product: product.layer(pixels),
    background: background.layer(pixels),
    alpha: Float32Array.from(alphaSums, (sum, i) => sum / 255 / pixels[i]),
  };
}

class LayerSums {
  readonly #light: Float64Array;
  readonly #counts: Uint32Array;

  constructor(count: number) {
    this.#light = new Float64Array(count * 3);
    this.#counts = new Uint32Array(count);
  }

  add(cell: number, data: Uint8Array, at: number): void {
    const light = this.#light;
    light[cell * 3] += linearOfSrgb(data[at]);
    light[cell * 3 + 1] += linearOfSrgb(data[at + 1]);
    light[cell * 3 + 2] += linearOfSrgb(data[at + 2]);
    this.#counts[cell]++;
  }

  layer(pixels: Uint32Array): Layer {
    const count = pixels.length;
    const [lightness, a, b, share] = [0, 1, 2, 3].map(() => new Float32Array(count)) as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const color: Triple = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      const n = this.#counts[i];
      if (n === 0) continue;
      oklabOfLinear(this.#light[i * 3] / n, this.#light[i * 3 + 1] / n, this.#light[i * 3 + 2] / n, color);
      [lightness[i], a[i], b[i]] = color;
      share[i] = n / pixels[i];
    }
    return { lightness, a, b, share };
  }
}
