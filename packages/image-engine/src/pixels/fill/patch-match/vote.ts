import { distanceInside, DISTANCE_UNITS_PER_PX } from '../../raster/mask-distance.ts';
import { raster } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';
import type { Field } from './field.ts';
import type { Level } from './level.ts';
import type { Patches } from './patches.ts';

/**
 * Factor by which a patch's weight falls per pixel of distance between its center and the hole's edge (Wexler et al.,
 * 2007).
 */
const CONFIDENCE_BASE = 1.3;
/** Quantile of the patches' costs to which a cost is compared: costs below it count as small. */
const TYPICAL_COST_RANK = 0.75;
/**
 * Minimum cost per sample. Smaller costs are noise, and without this minimum one accidentally perfect patch would
 * outweigh all others.
 */
const COST_FLOOR_PER_SAMPLE = 4;
const LEAST_WEIGHT = 1e-6;

/**
 * Confidence of each target's content by its depth in the hole: 1 outside the hole, decreasing toward 0 deep inside.
 */
export function* confidence(level: Level, { targets }: Patches): Work<Float32Array> {
  const distance = yield* distanceInside(raster(level.hole, level.widthPx, level.heightPx, 1));
  return Float32Array.from(targets, (center) => {
    return Math.max(1e-12, CONFIDENCE_BASE ** (-distance[center] / DISTANCE_UNITS_PER_PX));
  });
}

/** Weight of each target in a vote: its confidence times the quality of its match. */
export function voteWeights(level: Level, patches: Patches, field: Field, sure: Float32Array): Float32Array {
  const samplesPerPatch = (2 * patches.radiusPx + 1) ** 2 * level.channels;
  const typical = Math.max(
    costAtRank(field.cost, TYPICAL_COST_RANK),
    COST_FLOOR_PER_SAMPLE * samplesPerPatch,
  );
  return Float32Array.from(field.cost, (cost, t) => {
    return sure[t] * Math.max(LEAST_WEIGHT, Math.exp(-cost / (2 * typical)));
  });
}

/** Quantile of the targets' costs, estimated from an even sample of a few thousand of them. */
function costAtRank(cost: Float32Array, rank: number): number {
  const step = Math.max(1, Math.floor(cost.length / 4000));
  const sample = new Float32Array(Math.ceil(cost.length / step));
  for (let i = 0; i < sample.length; i++) sample[i] = cost[i * step];
  sample.sort();
  return sample[Math.min(sample.length - 1, Math.floor(sample.length * rank))];
}

/**
 * Fills the pixels with the indices `pixels` from `from` to before `to`. Each becomes the weighted mean of the colors
 * that all patches over it propose (the voting of Wexler, Shechtman and Irani, "Space-time completion of video",
 * 2007).
 */
export function vote(
  level: Level,
  patches: Patches,
  field: Field,
  weights: Float32Array,
  pixels: Int32Array,
  from: number,
  to: number,
): void {
  const { widthPx: w, heightPx: h, channels, samples } = level;
  const { radiusPx: r, targetAt } = patches;
  const { sourceX, sourceY, offsets } = field;
  const withAlpha = channels === 6 && level.sixth === 'alpha';
  for (let p = from; p < to; p++) {
    const pixel = pixels[p];
    const x = pixel % w;
    const y = (pixel - x) / w;
    let total = 0;
    let red = 0;
    let green = 0;
    let blue = 0;
    let across = 0;
    let down = 0;
    let alpha = 0;
    const left = x < r ? -x : -r;
    const right = x + r < w ? r : w - 1 - x;
    for (let dy = y < r ? -y : -r; dy <= r && y + dy < h; dy++) {
      for (let dx = left, near = pixel + dy * w + dx; dx <= right; dx++, near++) {
        const t = targetAt[near];
        if (t < 0) continue;
        const weight = weights[t];
        const at = ((sourceY[t] - dy) * w + sourceX[t] - dx) * channels;
        const o = 3 * t;
        total += weight;
        red += weight * (samples[at] + offsets[o]);
        green += weight * (samples[at + 1] + offsets[o + 1]);
        blue += weight * (samples[at + 2] + offsets[o + 2]);
        across += weight * samples[at + 3];
        down += weight * samples[at + 4];
        if (withAlpha) alpha += weight * samples[at + 5];
      }
    }
    if (total === 0) continue;
    const at = pixel * channels;
    samples[at] = sample(red / total);
    samples[at + 1] = sample(green / total);
    samples[at + 2] = sample(blue / total);
    samples[at + 3] = sample(across / total);
    samples[at + 4] = sample(down / total);
    if (withAlpha) samples[at + 5] = sample(alpha / total);
  }
}

const sample = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
