import { describe, expect, it } from 'vitest';
import { emptyRaster } from '../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { findPlainBackground } from './plain-background.ts';
import { clearMirrorImage } from './mirror-image.ts';

const WIDTH_PX = 420;
const HEIGHT_PX = 500;
const PRODUCT = { left: 120, right: 300, top: 80, line: 330 } as const;
const GROUND = [246, 244, 243] as const;

type PixelColor = readonly [red: number, green: number, blue: number];
/** Color of the product at a pixel, or undefined for background. */
type ProductPaint = (x: number, y: number) => PixelColor | undefined;

/** Front of a case with a dial and keys, `y` rows above the line where it meets its reflection. */
function front(x: number, y: number): PixelColor {
  if (Math.hypot(x - 210, y - 70) < 55)
    return Math.hypot(x - 210, y - 70) < 20 ? [60, 60, 70] : [235, 235, 240];
  return y % 40 < 8 && x > 150 && x < 270 ? [20, 90, 100] : [70, 170, 180];
}

const stripe = (x: number): PixelColor => (x % 36 < 18 ? [40, 60, 150] : [200, 90, 60]);

const isAcross = (x: number): boolean => x >= PRODUCT.left && x < PRODUCT.right;

const product: ProductPaint = (x, y) =>
  isAcross(x) && y >= PRODUCT.top && y < PRODUCT.line ? front(x, PRODUCT.line - 1 - y) : undefined;

const fadeTo = (share: number, color: PixelColor): PixelColor =>
  [0, 1, 2].map((c) => GROUND[c] + share * (color[c] - GROUND[c])) as unknown as PixelColor;

/** Draws the front with a picture below the line; the mask also includes a number of rows of this picture. */
function paintPhoto(
  below: ProductPaint,
  rows = 110,
  above?: (x: number) => PixelColor,
): { photo: RgbRaster; mask: AlphaRaster } {
  const photo = emptyRaster(WIDTH_PX, HEIGHT_PX, 3);
  const mask = emptyRaster(WIDTH_PX, HEIGHT_PX, 1);
  for (let y = 0, i = 0; y < HEIGHT_PX; y++) {
    for (let x = 0; x < WIDTH_PX; x++, i++) {
      const own = product(x, y);
      photo.data.set(
        (own && above ? above(x) : own) ?? (y < PRODUCT.line ? undefined : below(x, y)) ?? GROUND,
        i * 3,
      );
      if (isAcross(x) && y >= PRODUCT.top && y < PRODUCT.line + rows) mask.data[i] = 255;
    }
  }
  return { photo, mask };
}

function clearImage({ photo, mask }: { photo: RgbRaster; mask: AlphaRaster }): AlphaRaster {
  const background = findPlainBackground(photo, mask);
  if (background === undefined) throw new Error('The ground is plain');
  clearMirrorImage(photo, mask, background);
  return mask;
}

const lastRow = ({ data }: AlphaRaster): number => Math.floor(data.lastIndexOf(255) / WIDTH_PX);

describe('the mirror image under a product', () => {
  it('is removed from the product', () => {
    const mirrored = paintPhoto((x, y) => {
      const row = y - PRODUCT.line;
      return isAcross(x) && row < 110 ? fadeTo(0.5 * (1 - row / 110), front(x, row)) : undefined;
    });
    expect(lastRow(clearImage(mirrored))).toBe(PRODUCT.line - 1);
  });

  it.each<[string, ProductPaint, ((x: number) => PixelColor)?]>([
    [
      'a shadow',
      (x, y) => fadeTo(0.5 * Math.exp(-(((x - 210) / 90) ** 2) - ((y - PRODUCT.line) / 40) ** 2), [0, 0, 0]),
    ],
    [
      'a lower part of another color, which fades',
      (x, y) =>
        isAcross(x) && y < 440 ? fadeTo(0.6 * (1 - (y - PRODUCT.line) / 130), [70, 170, 180]) : undefined,
    ],
    [
      'a lower half that is as bright as the upper',
      (x, y) => (isAcross(x) && y < 440 ? front(x, y - PRODUCT.line) : undefined),
    ],
    [
      'stripes that run down a scarf and get paler',
      (x, y) =>
        isAcross(x) && y < 440 ? fadeTo(0.6 * (1 - (y - PRODUCT.line) / 130), stripe(x)) : undefined,
      (x) => stripe(x),
    ],
  ])('isn’t confused with %s', (_, below, above) => {
    const picture = paintPhoto(below, 110, above);
    const before = picture.mask.data.slice();
    expect(lastRow(clearImage(picture))).toBe(PRODUCT.line + 109);
    expect(clearImage(picture).data).toEqual(before);
  });
});
