import { emptyRaster } from '../pixels/raster/raster.ts';
import type { RgbRaster } from '../pixels/raster/raster.ts';
import { ISNET_SIDE_PX } from './isnet-convert.ts';
import type { SelfCheck } from './model-build.ts';
import type { ModerationScores } from './moderation-session.ts';

/**
 * Minimum PSNR between the enlargements of the quantized and the single-precision network: an RMS error of 2 levels of
 * 255.
 */
const MIN_AGREEMENT_PSNR_DB = 42;

/** Maximum difference between the probabilities of two runtimes, so that they agree to three digits. */
const MAX_SCORE_DIFFERENCE = 0.0005;

/** Compares the enlargements of a check picture's crop by the upscaling network in two precisions. */
export function compareEnlargements(reference: RgbRaster, candidate: RgbRaster): SelfCheck {
  let squares = 0;
  for (let i = 0; i < reference.data.length; i++) squares += (reference.data[i] - candidate.data[i]) ** 2;
  // The lower bound keeps the PSNR of identical pictures finite, because JSON can't represent infinity.
  const meanSquare = Math.max(squares / reference.data.length, 1e-6);
  const psnrDb = 10 * Math.log10(255 ** 2 / meanSquare);
  return { passed: psnrDb >= MIN_AGREEMENT_PSNR_DB, measures: { psnrDb } };
}

export function compareScores(reference: ModerationScores, candidate: ModerationScores): SelfCheck {
  const classes = Object.keys(reference) as (keyof ModerationScores)[];
  const largestDifference = Math.max(...classes.map((name) => Math.abs(reference[name] - candidate[name])));
  return { passed: largestDifference <= MAX_SCORE_DIFFERENCE, measures: { largestDifference } };
}

/**
 * Draws the check picture, a mug on a table in front of a wall: shaded body, dark inside, handle with a hole, soft
 * shadow, a little grain. Drawing it needs no file and gives the same picture on every machine.
 */
export function checkPicture(): RgbRaster {
  const picture = emptyRaster(ISNET_SIDE_PX, ISNET_SIDE_PX, 3);
  let grain = 1;
  for (let y = 0, i = 0; y < ISNET_SIDE_PX; y++) {
    for (let x = 0; x < ISNET_SIDE_PX; x++, i += 3) {
      grain = (grain * 1_103_515_245 + 12_345) & 0x7fffffff;
      const noise = ((grain >> 16) & 7) - 3.5;
      const [r, g, b] = shade(x, y);
      picture.data[i] = Math.min(255, Math.max(0, r + noise));
      picture.data[i + 1] = Math.min(255, Math.max(0, g + noise));
      picture.data[i + 2] = Math.min(255, Math.max(0, b + noise));
    }
  }
  return picture;
}

const BODY = { left: 330, right: 650, top: 330, bottom: 730, rim: 46 } as const;
const HANDLE = { x: 660, y: 520, outer: 120, inner: 72 } as const;

function shade(x: number, y: number): readonly [number, number, number] {
  const center = (BODY.left + BODY.right) / 2;
  const half = (BODY.right - BODY.left) / 2;
  const u = (x - center) / half;
  const curve = Math.abs(u) <= 1 ? BODY.rim * Math.sqrt(1 - u * u) : 0;
  if (Math.abs(u) <= 1 && Math.abs(y - BODY.top) <= curve) {
    return Math.abs(y - BODY.top) > curve - 8 ? [214, 84, 62] : [92, 34, 28];
  }
  if (Math.abs(u) <= 1 && y > BODY.top && y < BODY.bottom + curve) {
    const light = 0.55 + 0.45 * Math.sqrt(1 - u * u) - 0.15 * u;
    return [206 * light, 72 * light, 52 * light];
  }
  const fromHandle = Math.hypot(x - HANDLE.x, (y - HANDLE.y) * 0.85);
  if (x > BODY.right - 12 && fromHandle < HANDLE.outer && fromHandle > HANDLE.inner) {
    const light = 0.65 + 0.25 * ((HANDLE.y - y) / HANDLE.outer);
    return [206 * light, 72 * light, 52 * light];
  }
  const shadow = Math.exp(-(((x - center - 40) / 260) ** 2) - ((y - BODY.bottom - 40) / 46) ** 2);
  const onTable = y > 640;
  const ground = onTable ? 176 - (y - 640) * 0.05 : 222 - y * 0.02;
  const dim = onTable ? 1 - 0.5 * shadow : 1;
  return [ground * dim, (ground - 8) * dim, (ground - (onTable ? 26 : 14)) * dim];
}
