import { linearOfSrgb, srgbOfLinear } from '../color/oklab.ts';
import { transmittedShare } from '../matte/auxiliary-maps.ts';
import { sampleAt } from '../raster/sample.ts';
import { emptyRaster } from '../raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../raster/raster.ts';
import type { PlacedProduct } from '../light/flat-shade.ts';
import type { Size } from '../raster/box.ts';

type FlatColor = readonly [red: number, green: number, blue: number];

/** Clear map of a transparent product, over the whole photo from which it was cut out. */
interface Clear {
  readonly through: RgbRaster;
  readonly photo: Size;
  readonly box: Box;
}

/** Background of a product in one color, with the product's shadow. */
interface FlatBackground {
  /** Color in sRGB, or null if transparent. */
  readonly color: FlatColor | null;
  readonly shade: AlphaRaster | null;
}

/** Composes a product with its shadow on a color or on a transparent picture. The color is exact outside of product and shadow. */
export function layFlat(
  placed: PlacedProduct,
  clear: Clear | null,
  { color, shade }: FlatBackground,
  size: Size,
): RgbaRaster {
  const picture = emptyRaster(size.widthPx, size.heightPx, 4);
  const { data } = picture;
  const [red, green, blue] = (color ?? [0, 0, 0]).map(createShades);
  const alpha = Uint8Array.from({ length: 256 }, (_, dark) => (color === null ? dark : 255));
  for (let i = 0, at = 0; at < data.length; i++, at += 4) {
    const dark = shade === null ? 0 : shade.data[i];
    data[at] = red[dark];
    data[at + 1] = green[dark];
    data[at + 2] = blue[dark];
    data[at + 3] = alpha[dark];
  }
  drawProduct(picture, placed, color === null ? null : clear);
  return picture;
}

/** Table of a color level's results under every shadow opacity, 0 to 255. */
const createShades = (level: number): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, dark) => Math.round(level * (1 - dark / 255)));

function drawProduct(picture: RgbaRaster, { part, at }: PlacedProduct, clear: Clear | null): void {
  for (let y = 0; y < part.heightPx; y++) {
    for (let x = 0; x < part.widthPx; x++) {
      const from = (y * part.widthPx + x) * 4;
      if (part.data[from + 3] === 0) continue;
      const to = ((at.yPx + y) * picture.widthPx + at.xPx + x) * 4;
      if (clear === null) over(picture.data, to, part.data, from);
      else {
        const u = (clear.box.xPx + ((x + 0.5) / part.widthPx) * clear.box.widthPx) / clear.photo.widthPx;
        const v = (clear.box.yPx + ((y + 0.5) / part.heightPx) * clear.box.heightPx) / clear.photo.heightPx;
        seenThrough(picture.data, to, part.data, from, (c) => sampleAt(clear.through, u, v, c));
      }
    }
  }
}

function over(data: Uint8Array, to: number, part: Uint8Array, from: number): void {
  // Fast path for most pixels of a product.
  if (part[from + 3] === 255) {
    data[to] = part[from];
    data[to + 1] = part[from + 1];
    data[to + 2] = part[from + 2];
    data[to + 3] = 255;
    return;
  }
  const alpha = part[from + 3] / 255;
  const under = (data[to + 3] / 255) * (1 - alpha);
  const total = alpha + under;
  for (let c = 0; c < 3; c++) {
    data[to + c] = Math.round((part[from + c] * alpha + data[to + c] * under) / total);
  }
  data[to + 3] = Math.round(total * 255);
}

/** Composites a pixel of a transparent product in linear light; see `matte/auxiliary-maps.ts`. */
function seenThrough(
  data: Uint8Array,
  to: number,
  part: Uint8Array,
  from: number,
  readHold: (channel: number) => number,
): void {
  const alpha = part[from + 3];
  for (let c = 0; c < 3; c++) {
    const own = (linearOfSrgb(part[from + c]) * alpha) / 255;
    const light = own + linearOfSrgb(data[to + c]) * transmittedShare(alpha, readHold(c));
    data[to + c] = Math.round(srgbOfLinear(Math.min(1, light)));
  }
}
