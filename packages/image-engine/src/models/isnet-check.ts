import { readFile } from 'node:fs/promises';
import { decodePhoto } from '../codec/decode.ts';
import { fitForModel } from '../codec/encode.ts';
import { alphaAgreement } from '../pixels/raster/alpha.ts';
import { raster } from '../pixels/raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../pixels/raster/raster.ts';
import { ISNET_SIDE_PX } from './isnet-convert.ts';
import type { SelfCheck } from './model-build.ts';
import type { SegmentationSession } from './segmentation-session.ts';

/**
 * Pictures for checking the quantized network. They show transparent, thin, white and dark products, holes, small
 * parts, a handle, and several products.
 */
export const CHECK_PICTURES = [
  'wheel',
  'clear-bottle',
  'headphones',
  'watch',
  'white-jar',
  'speaker',
  'mug-with-handle',
  'several-things',
] as const;

/**
 * Folder of the check pictures, with the masks that the network computes in single precision; made by
 * `lab/models/make-isnet-check.ts`. @lab
 */
export const CHECK_FOLDER = new URL('../../assets/isnet-check/', import.meta.url);

/** Number of mask pixels of the network along each side of one pixel of the smaller reference mask. */
const CELLS = 4;

/** Minimum agreement of the quantized network with the reference masks, on average and in each picture. */
const MIN_MEAN_AGREEMENT = 0.99;
const MIN_AGREEMENT = 0.975;

/**
 * Compares a quantized network with the reference masks of the check pictures. Stops at the first failure, because the
 * engine then uses single precision in any case.
 */
export async function checkIsnet({ run }: Pick<SegmentationSession, 'run'>): Promise<SelfCheck> {
  const agreements: number[] = [];
  for (const name of CHECK_PICTURES) {
    const mask = shrunken(await run(await readCheckPicture(name)));
    agreements.push(alphaAgreement(await readKnownMask(name), mask));
    if (judge(agreements).measures['worst'] < MIN_AGREEMENT) break;
  }
  return judge(agreements);
}

function judge(agreements: readonly number[]): SelfCheck & { measures: { mean: number; worst: number } } {
  const mean = agreements.reduce((sum, value) => sum + value, 0) / agreements.length;
  const worst = Math.min(...agreements);
  return {
    passed:
      agreements.length === CHECK_PICTURES.length && mean >= MIN_MEAN_AGREEMENT && worst >= MIN_AGREEMENT,
    measures: { mean, worst },
  };
}

/** Exported for the scripts in `lab/`. @lab */
export async function readCheckPicture(name: string): Promise<RgbRaster> {
  const { image } = await decodePhoto(await readFile(new URL(`${name}.webp`, CHECK_FOLDER)));
  return fitForModel(image, ISNET_SIDE_PX, ISNET_SIDE_PX);
}

export async function readKnownMask(name: string): Promise<AlphaRaster> {
  const { image } = await decodePhoto(await readFile(new URL(`${name}.mask.png`, CHECK_FOLDER)));
  const { data, widthPx, heightPx } = image;
  return raster(
    data.filter((_, i) => i % 4 === 0),
    widthPx,
    heightPx,
    1,
  );
}

/** Reduces a mask by averaging blocks of `CELLS` by `CELLS` pixels, which keeps the reference masks small. @lab */
export function shrunken({ data, widthPx, heightPx }: AlphaRaster): AlphaRaster {
  const width = widthPx / CELLS;
  const height = heightPx / CELLS;
  const sums = new Float32Array(width * height);
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = Math.floor(y / CELLS) * width;
    for (let x = 0; x < widthPx; x++, i++) sums[row + Math.floor(x / CELLS)] += data[i];
  }
  return raster(
    Uint8Array.from(sums, (sum) => Math.round(sum / CELLS ** 2)),
    width,
    height,
    1,
  );
}
