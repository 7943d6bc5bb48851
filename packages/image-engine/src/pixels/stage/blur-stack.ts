import { boxMean } from '../raster/box-filter.ts';

/** Picture with one channel at increasing blurs, from which any blur can be read at any position. */
export interface BlurStack {
  /** Levels so far; a level is computed when a blur between it and the level before is read for the first time. */
  readonly levels: BlurLevel[];
}

interface BlurLevel {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Float32Array;
  /** Number of pixels of the first level per pixel of this level. */
  readonly stepPx: number;
  /** Standard deviation of the blur, in pixels of the first level. */
  readonly sigmaPx: number;
}

const LEVELS = 8;
const PASSES = 3;
const FIRST_RADIUS = 1;
const RADIUS = 2;

/** Standard deviation of the Gaussian that three boxes of this radius approximate. */
const sigmaOfBoxes = (radius: number): number => Math.sqrt((PASSES * ((2 * radius + 1) ** 2 - 1)) / 12);

/** Blurs a single-channel picture with deviations of 0, 1.4, 2.8 … 90 px. Reads outside of it give 0. */
export const blurStack = (data: Float32Array, widthPx: number, heightPx: number): BlurStack => ({
  levels: [{ widthPx, heightPx, data, stepPx: 1, sigmaPx: 0 }],
});

/** Value at a position (in pixels of the first level, from its top left corner) under a given blur; 0 outside. */
export function readBlurred({ levels }: BlurStack, x: number, y: number, sigmaPx: number): number {
  let k = 0;
  while (k < LEVELS - 1 && levelAt(levels, k + 1).sigmaPx <= sigmaPx) k++;
  const sharper = levels[k];
  if (k === LEVELS - 1) return readBilinear(sharper, x, y);
  const softer = levels[k + 1];
  const share = (sigmaPx - sharper.sigmaPx) / (softer.sigmaPx - sharper.sigmaPx);
  const first = readBilinear(sharper, x, y);
  return share <= 0.01 ? first : first + share * (readBilinear(softer, x, y) - first);
}

/** Level `k`, computed from the one before if it is missing. */
function levelAt(levels: BlurLevel[], k: number): BlurLevel {
  if (k === levels.length) {
    const last = levels[k - 1];
    const isFine = last.sigmaPx < 2 * last.stepPx;
    levels.push(
      k === 1 ? blurLevel(last, FIRST_RADIUS) : blurLevel(isFine ? last : halveLevel(last), RADIUS),
    );
  }
  return levels[k];
}

function readBilinear({ data, widthPx, heightPx, stepPx }: BlurLevel, x: number, y: number): number {
  const px = x / stepPx - 0.5;
  const py = y / stepPx - 0.5;
  if (px < 0 || py < 0 || px >= widthPx - 1 || py >= heightPx - 1) return 0;
  const left = px | 0;
  const top = py | 0;
  const fx = px - left;
  const at = top * widthPx + left;
  const above = data[at] + fx * (data[at + 1] - data[at]);
  const below = data[at + widthPx] + fx * (data[at + widthPx + 1] - data[at + widthPx]);
  return above + (py - top) * (below - above);
}

function blurLevel({ widthPx, heightPx, data, stepPx, sigmaPx }: BlurLevel, radius: number): BlurLevel {
  const out = data.slice();
  const scratch = new Float32Array(data.length);
  for (let pass = 0; pass < PASSES; pass++) boxMean(out, out, widthPx, heightPx, radius, scratch);
  return {
    widthPx,
    heightPx,
    data: out,
    stepPx,
    sigmaPx: Math.hypot(sigmaPx, sigmaOfBoxes(radius) * stepPx),
  };
}

function halveLevel({ widthPx: w, heightPx: h, data, stepPx, sigmaPx }: BlurLevel): BlurLevel {
  const widthPx = Math.max(2, w >> 1);
  const heightPx = Math.max(2, h >> 1);
  const out = new Float32Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = Math.min(h - 1, 2 * y) * w + Math.min(w - 1, 2 * x);
      const right = 2 * x + 1 < w ? 1 : 0;
      const down = 2 * y + 1 < h ? w : 0;
      out[y * widthPx + x] = (data[at] + data[at + right] + data[at + down] + data[at + down + right]) / 4;
    }
  }
  return { widthPx, heightPx, data: out, stepPx: 2 * stepPx, sigmaPx };
}
