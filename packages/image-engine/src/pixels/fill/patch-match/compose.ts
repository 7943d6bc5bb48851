import { expandBox } from '../../raster/box.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';
import { ALPHA } from './level.ts';
import { Membrane } from './membrane.ts';
import type { WorkingRegion } from './fill-regions.ts';
import type { Solution } from './solve.ts';

/** Mask value from which new content fully replaces the old; below it, both are blended. */
const FULLY_REPLACED_FROM = 128;

/**
 * Standard deviation of the Gaussian by which a patch's weight falls with the distance of its center, in pixels of the
 * reduced resolution at which patches are matched.
 */
const CENTER_SIGMA_PX = 1.1;
/** Maximum distance of a patch's center from a pixel to whose color it contributes, in the same reduced pixels. */
const REACH_PX = 2;
/**
 * Maximum color difference at the hole's edge that is evened out as shading; larger differences belong to another
 * object.
 */
const MAX_RIM_DIFFERENCE = 40;
const MAX_CORRECTION = 16;
const ROWS_PER_STEP = 8;

/** Color of a pixel as the weighted mean of patches: red, green, blue (premultiplied) and alpha. */
type Vote = Float64Array;

/**
 * Writes the filled content into the masked pixels at the image's own resolution. The solution only gives the source
 * position of each patch; the samples come from the photo. A membrane interpolation removes remaining steps at the
 * hole's edge.
 */
export function* compose(
  image: RgbaRaster,
  mask: AlphaRaster,
  region: WorkingRegion,
  solution: Solution,
): Work {
  const voteAt = voter(image, mask, region.box, solution);
  const reach = expandBox(region.holes, 1, mask);
  const membrane = new Membrane(reach, 3);
  const { widthPx: w } = image;
  const voted: Vote = new Float64Array(4);
  const correction = new Float64Array(3);
  for (let y = reach.yPx; y < reach.yPx + reach.heightPx; y++) {
    for (let x = reach.xPx; x < reach.xPx + reach.widthPx; x++) {
      if (mask.data[y * w + x] !== 0) membrane.want(x, y);
      else if (touchesHole(mask, x, y)) {
        voteAt(x, y, voted);
        giveRim(image, membrane, x, y, voted);
      }
    }
    if (y % ROWS_PER_STEP === 0) yield 0.2;
  }
  membrane.settle();
  yield 0.3;
  for (let y = reach.yPx; y < reach.yPx + reach.heightPx; y++) {
    for (let x = reach.xPx; x < reach.xPx + reach.widthPx; x++) {
      const value = mask.data[y * w + x];
      if (value === 0) continue;
      voteAt(x, y, voted);
      membrane.read(x, y, correction);
      for (let c = 0; c < 3; c++) voted[c] += correction[c];
      write(image.data, (y * w + x) * 4, voted, Math.min(1, value / FULLY_REPLACED_FROM));
    }
    if (y % ROWS_PER_STEP === 0) yield 0.3 + (0.7 * (y - reach.yPx)) / reach.heightPx;
  }
}

/** Fills a hole with a smooth blend of its surroundings; used if too few pixels surround the hole for patches. */
export function blendAcross(image: RgbaRaster, mask: AlphaRaster, { holes }: WorkingRegion): void {
  const reach = expandBox(holes, 1, mask);
  const membrane = new Membrane(reach, 4);
  const { data, widthPx: w } = image;
  const color: Vote = new Float64Array(4);
  const pixels = function* (): Generator<[x: number, y: number, i: number]> {
    for (let y = reach.yPx; y < reach.yPx + reach.heightPx; y++)
      for (let x = reach.xPx; x < reach.xPx + reach.widthPx; x++) yield [x, y, y * w + x];
  };
  for (const [x, y, i] of pixels()) {
    if (mask.data[i] !== 0) membrane.want(x, y);
    else if (touchesHole(mask, x, y)) {
      color[3] = data[i * 4 + 3];
      for (let c = 0; c < 3; c++) color[c] = (data[i * 4 + c] * color[3]) / 255;
      membrane.give(x, y, color);
    }
  }
  membrane.settle();
  for (const [x, y, i] of pixels()) {
    if (mask.data[i] === 0) continue;
    membrane.read(x, y, color);
    write(data, i * 4, color, Math.min(1, mask.data[i] / FULLY_REPLACED_FROM));
  }
}

function touchesHole({ data, widthPx: w, heightPx: h }: AlphaRaster, x: number, y: number): boolean {
  const i = y * w + x;
  return (
    (x > 0 && data[i - 1] !== 0) ||
    (x + 1 < w && data[i + 1] !== 0) ||
    (y > 0 && data[i - w] !== 0) ||
    (y + 1 < h && data[i + w] !== 0)
  );
}

function giveRim({ data, widthPx }: RgbaRaster, membrane: Membrane, x: number, y: number, voted: Vote): void {
  const at = (y * widthPx + x) * 4;
  const part = data[at + 3] / 255;
  const difference = [0, 1, 2].map((c) => data[at + c] * part - voted[c]);
  if (difference.some((d) => Math.abs(d) > MAX_RIM_DIFFERENCE)) return;
  membrane.give(
    x,
    y,
    difference.map((d) => Math.max(-MAX_CORRECTION, Math.min(MAX_CORRECTION, d))),
  );
}

/** Returns a function that writes the weighted mean of the patches over a pixel. */
function voter(
  image: RgbaRaster,
  mask: AlphaRaster,
  box: Box,
  { scale, level, patches, field, weights }: Solution,
): (x: number, y: number, into: Vote) => void {
  const { widthPx: w, heightPx: h } = level;
  const { targetAt } = patches;
  const { sourceX, sourceY, offsets } = field;
  const { data } = image;
  const unknown = mask.data;
  const right = box.xPx + box.widthPx;
  const bottom = box.yPx + box.heightPx;
  const reach = Math.min(REACH_PX, patches.radiusPx);
  const nearWeights = centerWeights(reach, scale);
  return (x, y, into) => {
    const cx = Math.floor((x - box.xPx) / scale);
    const cy = Math.floor((y - box.yPx) / scale);
    const phaseX = x - box.xPx - cx * scale;
    const phaseY = y - box.yPx - cy * scale;
    let total = 0;
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (let ty = Math.max(0, cy - reach); ty <= Math.min(h - 1, cy + reach); ty++) {
      const downWeight = nearWeights[(ty - cy + reach) * scale + phaseY];
      for (let tx = Math.max(0, cx - reach); tx <= Math.min(w - 1, cx + reach); tx++) {
        const t = targetAt[ty * w + tx];
        if (t < 0) continue;
        const sx = x + scale * (sourceX[t] - tx);
        const sy = y + scale * (sourceY[t] - ty);
        if (sx < box.xPx || sy < box.yPx || sx >= right || sy >= bottom) continue;
        const from = sy * image.widthPx + sx;
        if (unknown[from] !== 0) continue;
        const weight = weights[t] * nearWeights[(tx - cx + reach) * scale + phaseX] * downWeight;
        const opacity = data[from * 4 + 3];
        const part = opacity / 255;
        total += weight;
        red += weight * (data[from * 4] * part + offsets[3 * t]);
        green += weight * (data[from * 4 + 1] * part + offsets[3 * t + 1]);
        blue += weight * (data[from * 4 + 2] * part + offsets[3 * t + 2]);
        alpha += weight * opacity;
      }
    }
    if (total > 0) {
      into[0] = red / total;
      into[1] = green / total;
      into[2] = blue / total;
      into[3] = alpha / total;
    } else fromLevel(level, Math.min(h - 1, cy) * w + Math.min(w - 1, cx), into);
  };
}

/**
 * Gaussian weights along one axis for patch centers from −reach to reach, for each of the `scale` positions of a
 * full-resolution pixel within a pixel of the reduced level.
 */
function centerWeights(reach: number, scale: number): Float64Array {
  const weights = new Float64Array((2 * reach + 1) * scale);
  for (let d = -reach; d <= reach; d++) {
    for (let phase = 0; phase < scale; phase++) {
      const far = d - ((phase + 0.5) / scale - 0.5);
      weights[(d + reach) * scale + phase] = Math.exp(-(far * far) / (2 * CENTER_SIGMA_PX ** 2));
    }
  }
  return weights;
}

/** Reads the content of the reduced level, for pixels that no patch covers. */
function fromLevel({ samples, channels, sixth }: Solution['level'], pixel: number, into: Vote): void {
  for (let c = 0; c < 3; c++) into[c] = samples[pixel * channels + c];
  into[3] = channels === 6 && sixth === 'alpha' ? samples[pixel * channels + ALPHA] : 255;
}

/** Blends a premultiplied color into a pixel with straight alpha; replaces the pixel if `part` is 1. */
function write(data: Uint8Array, at: number, voted: Vote, part: number): void {
  const was = data[at + 3];
  const alpha = Math.max(0, Math.min(255, Math.round(was * (1 - part) + voted[3] * part)));
  for (let c = 0; c < 3; c++) {
    const premultiplied = ((data[at + c] * was) / 255) * (1 - part) + voted[c] * part;
    const value = alpha === 0 ? 0 : (premultiplied * 255) / alpha;
    data[at + c] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5;
  }
  data[at + 3] = alpha;
}
