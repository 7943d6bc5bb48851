import { ESTIMATED_SURROUNDINGS } from '@packshot/contract';
import { expect, it } from 'vitest';
import { PLANTED_CHANGES, spotIn } from '../../testing/planted-changes.ts';
import { harmonize } from '../light/harmonize/harmonize.ts';
import { maskBounds } from '../raster/mask.ts';
import { emptyRaster, raster } from '../raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../raster/raster.ts';
import { finish } from '../raster/work.ts';
import { expectedInLight, productWithin } from './expected-product.ts';
import type { ExpectedProduct } from './expected-product.ts';
import { productDifference } from './product-difference.ts';

const [WIDTH, HEIGHT] = [90, 70];
const PICTURES = 8;

/** Picture of a product with print and a soft outline, pasted onto a table that is lit from one side. */
function pasteCutOut(at: number): { readonly image: RgbaRaster; readonly alpha: AlphaRaster } {
  const image = emptyRaster(WIDTH, HEIGHT, 4);
  const alpha = emptyRaster(WIDTH, HEIGHT, 1);
  const left = 20 + 3 * at;
  for (let i = 0; i < alpha.data.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const fromEdge = Math.min(x - left, left + 34 - x, y - 12, 60 - y);
    alpha.data[i] = Math.max(0, Math.min(255, Math.round((fromEdge + 0.5) * 128)));
    const print = (x + y) % 7 < 3 ? [30, 60, 140] : [230, 190 - 2 * y, 120 + x];
    const table = [90 + x, 80 + x, 60 + x + 5 * at];
    const share = (alpha.data[i] ?? 0) / 255;
    for (let c = 0; c < 3; c++)
      image.data[4 * i + c] = Math.round((print[c] ?? 0) * share + (table[c] ?? 0) * (1 - share));
    image.data[4 * i + 3] = 255;
  }
  return { image, alpha };
}

function harmonizePaste(at: number): { readonly picture: RgbaRaster; readonly expected: ExpectedProduct } {
  const { image, alpha } = pasteCutOut(at);
  const box = maskBounds(alpha);
  if (box === undefined) throw new Error('There is a product');
  const before = productWithin(image, alpha, box);
  const set = { light: { fromDeg: 40 * at - 140, heightDeg: 35 }, warmth: at / 8, brightness: -at / 10 };
  const light = finish(
    harmonize(image, alpha, {
      strength: [0, 0.6, 1][at % 3],
      surroundings: at % 2 === 0 ? ESTIMATED_SURROUNDINGS : { ...ESTIMATED_SURROUNDINGS, ...set },
    }),
  );
  return { picture: image, expected: expectedInLight(before, box, light) };
}

const pictures = Array.from({ length: PICTURES }, (_, at) => harmonizePaste(at));

it('the integrity check finds no change in untouched harmonized pictures, for any light', () => {
  for (const { picture, expected } of pictures) {
    const { total, changed, worstDeltaE } = productDifference(expected, picture);
    expect([changed, worstDeltaE]).toEqual([0, 0]);
    expect(total).toBeGreaterThan(1_000);
  }
});

it.each(Object.entries(PLANTED_CHANGES))(
  'the integrity check finds %s in each harmonized picture',
  (_what, plant) => {
    for (const [at, { picture, expected }] of pictures.entries()) {
      const touched = raster(picture.data.slice(), WIDTH, HEIGHT, 4);
      plant(touched, spotIn(expected, touched, at));
      expect(productDifference(expected, touched).changed).toBeGreaterThan(0);
    }
  },
);

it('the integrity check refuses a light declared for another product', () => {
  const { image, alpha } = pasteCutOut(0);
  const box = { xPx: 20, yPx: 12, widthPx: 9, heightPx: 9 };
  const field = { columns: 1, rows: 1, gains: Uint16Array.of(1, 1, 1) };
  const light = { ...box, xPx: 3, field };
  expect(() => expectedInLight(productWithin(image, alpha, box), box, light)).toThrow(RangeError);
});
