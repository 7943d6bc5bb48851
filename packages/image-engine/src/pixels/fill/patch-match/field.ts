import type { Level } from './level.ts';
import type { Patches } from './patches.ts';
import type { Random } from '../../raster/random.ts';

/**
 * Nearest-neighbor field: the most similar source patch for each target patch of the hole.
 *
 * A source may be slightly brighter or darker than its target in each color channel. The difference of their means is
 * subtracted before the comparison and added when the patch is copied (Darabi et al., "Image melding", 2012, allow gain
 * and bias). A backdrop with a light gradient needs this, because it has no two equal patches.
 */
export interface Field {
  readonly rule: OffsetRule;
  readonly sourceX: Int32Array;
  readonly sourceY: Int32Array;
  /** Cost of each match: the sum of squared differences over the patch, plus the penalty of the offset. */
  readonly cost: Float32Array;
  /** Current mean red, green and blue of each target patch, interleaved. */
  readonly targetMeans: Float32Array;
  /**
   * Offsets added to red, green and blue when the source of each target is copied, interleaved; see `settleOffsets`.
   */
  readonly offsets: Float32Array;
}

/** Limit and cost of shifting a source's brightness to match its target. */
export interface OffsetRule {
  /** Maximum offset of each color channel, in 8-bit steps. */
  readonly most: number;
  /** Cost of an offset, relative to the cost of the same color difference without an offset. */
  readonly penalty: number;
}

/**
 * Rule that allows small offsets. With larger ones, a patch of another surface could pass as a shaded patch of this
 * one.
 */
export const SOME_OFFSET: OffsetRule = { most: 12, penalty: 0.15 };
export const NO_OFFSET: OffsetRule = { most: 0, penalty: 0 };

export function emptyField(patches: Patches, rule: OffsetRule): Field {
  const n = patches.targets.length;
  return {
    rule,
    sourceX: new Int32Array(n),
    sourceY: new Int32Array(n),
    cost: new Float32Array(n).fill(Infinity),
    targetMeans: new Float32Array(3 * n),
    offsets: new Float32Array(3 * n),
  };
}

/** Offset that makes a source's color channel match its target, within the rule's limit. */
export function allowedOffset(difference: number, { most }: OffsetRule): number {
  return difference > most ? most : difference < -most ? -most : difference;
}

export function settleOffsets(level: Level, { sourceMeans }: Patches, field: Field): void {
  const { sourceX, sourceY, targetMeans, offsets } = field;
  const { widthPx: w, heightPx: h } = level;
  for (let t = 0; t < sourceX.length; t++) {
    const source = sourceY[t] * w + sourceX[t];
    for (let c = 0; c < 3; c++) {
      offsets[3 * t + c] = allowedOffset(
        targetMeans[3 * t + c] - sourceMeans[c * w * h + source],
        field.rule,
      );
    }
  }
}

/** Updates means and costs of the targets from `from` to before `to`, after the hole's content changed. */
export function measure(level: Level, patches: Patches, field: Field, from: number, to: number): void {
  const { widthPx: w, channels, samples } = level;
  const { radiusPx: r, targets } = patches;
  const scale = 1 / (2 * r + 1) ** 2;
  const compare = comparison(level, patches, field);
  for (let t = from; t < to; t++) {
    const center = targets[t];
    let [red, green, blue] = [0, 0, 0];
    for (let dy = -r; dy <= r; dy++) {
      const first = (center + dy * w - r) * channels;
      for (let k = 0, at = first; k <= 2 * r; k++, at += channels) {
        red += samples[at];
        green += samples[at + 1];
        blue += samples[at + 2];
      }
    }
    field.targetMeans[3 * t] = red * scale;
    field.targetMeans[3 * t + 1] = green * scale;
    field.targetMeans[3 * t + 2] = blue * scale;
    field.cost[t] = compare(t, field.sourceX[t], field.sourceY[t], Infinity);
  }
}

/** Factor below 1 that allows for the rounding of the patches' means. */
const MEANS_SHARE = 0.99;

/**
 * Function that computes the cost of matching a target with a source; once the cost exceeds `limit`, it may stop and
 * return any value above the limit.
 */
type PatchComparison = (target: number, sourceX: number, sourceY: number, limit: number) => number;

function comparison(level: Level, patches: Patches, field: Field): PatchComparison {
  const { widthPx: w, heightPx: h, channels, samples } = level;
  const { radiusPx: r, targets, sourceMeans } = patches;
  const { targetMeans, rule } = field;
  const plane = w * h;
  const area = (2 * r + 1) ** 2;
  const hasSixth = channels === 6;
  const rowLength = (2 * r + 1) * channels;
  const rowStep = w * channels;
  return (target, sourceX, sourceY, limit) => {
    const source = sourceY * w + sourceX;
    const red = targetMeans[3 * target] - sourceMeans[source];
    const green = targetMeans[3 * target + 1] - sourceMeans[plane + source];
    const blue = targetMeans[3 * target + 2] - sourceMeans[2 * plane + source];
    // Rounds the offsets, so that the loop below uses integer arithmetic.
    const or = Math.round(allowedOffset(red, rule)) | 0;
    const og = Math.round(allowedOffset(green, rule)) | 0;
    const ob = Math.round(allowedOffset(blue, rule)) | 0;
    let sum = ((or * or + og * og + ob * ob) * area * rule.penalty) | 0;
    // The squares of differences sum up to at least those of their means, which are known.
    const [dr, dg, db] = [red - or, green - og, blue - ob];
    const least = sum + (dr * dr + dg * dg + db * db) * area * MEANS_SHARE;
    if (least > limit) return least;
    let i = (targets[target] - r * w - r) * channels;
    let j = (source - r * w - r) * channels;
    for (let dy = -r; dy <= r; dy++) {
      const end = i + rowLength;
      const away = j - i;
      // `Math.imul` and `| 0` keep the arithmetic free of overflow checks.
      for (let k = i; k < end; k += channels) {
        const e0 = samples[k] - samples[k + away] - or;
        const e1 = samples[k + 1] - samples[k + away + 1] - og;
        const e2 = samples[k + 2] - samples[k + away + 2] - ob;
        const e3 = samples[k + 3] - samples[k + away + 3];
        const e4 = samples[k + 4] - samples[k + away + 4];
        const colors = (Math.imul(e0, e0) + Math.imul(e1, e1) + Math.imul(e2, e2)) | 0;
        sum = (sum + colors + Math.imul(e3, e3) + Math.imul(e4, e4)) | 0;
      }
      if (hasSixth) {
        for (let k = i + 5; k < end; k += channels) {
          const e5 = samples[k] - samples[k + away];
          sum = (sum + Math.imul(e5, e5)) | 0;
        }
      }
      if (sum > limit) return sum;
      i += rowStep;
      j += rowStep;
    }
    return sum;
  };
}

/**
 * Runs one scan of PatchMatch (Barnes et al., "PatchMatch", 2009) over the targets from `from` to before `to` in
 * reading order, or from `to − 1` down to `from` in reverse. Good matches propagate from visited neighbors, and each
 * match is tested against random ones at distances halving from `searchRadiusPx`.
 */
export function scan(
  level: Level,
  patches: Patches,
  field: Field,
  {
    from,
    to,
    forward,
    searchRadiusPx,
  }: { from: number; to: number; forward: boolean; searchRadiusPx: number },
  random: Random,
): void {
  const { widthPx: w, heightPx: h } = level;
  const { isSource, targets, targetAt, radiusPx: r } = patches;
  const { sourceX, sourceY, cost } = field;
  const compare = comparison(level, patches, field);
  const step = forward ? 1 : -1;
  for (let k = 0, t = forward ? from : to - 1; k < to - from; k++, t += step) {
    const center = targets[t];
    let bestX = sourceX[t];
    let bestY = sourceY[t];
    let best = cost[t];
    const attempt = (x: number, y: number): void => {
      if (x < r || y < r || x >= w - r || y >= h - r || isSource[y * w + x] === 0) return;
      if (x === bestX && y === bestY) return;
      const candidateCost = compare(t, x, y, best);
      if (candidateCost < best) {
        best = candidateCost;
        bestX = x;
        bestY = y;
      }
    };
    const beside = targetAt[center - step];
    if (beside >= 0) attempt(sourceX[beside] + step, sourceY[beside]);
    const above = targetAt[center - step * w];
    if (above >= 0) attempt(sourceX[above], sourceY[above] + step);
    for (let radius = searchRadiusPx; radius >= 1; radius >>= 1) {
      const x = bestX + random(2 * radius + 1) - radius;
      const y = bestY + random(2 * radius + 1) - radius;
      attempt(x, y);
    }
    sourceX[t] = bestX;
    sourceY[t] = bestY;
    cost[t] = best;
  }
}

/**
 * Initializes a field from the field of the next coarser level. Doubles the shift of each match, or picks a random
 * source if there is no source at this position.
 */
export function finerField(
  level: Level,
  patches: Patches,
  coarse: { level: Level; patches: Patches; field: Field },
  random: Random,
): Field {
  const field = emptyField(patches, coarse.field.rule);
  const { widthPx: w } = level;
  const { widthPx: cw, heightPx: ch } = coarse.level;
  const { targets, sources, isSource, radiusPx: r } = patches;
  const cr = coarse.patches.radiusPx;
  for (let t = 0; t < targets.length; t++) {
    const x = targets[t] % w;
    const y = (targets[t] - x) / w;
    // Patch centers near the region's edge have no patch on the coarser level, so they use the shift of the nearest
    // patch inside.
    const cx = Math.min(cw - 1 - cr, Math.max(cr, x >> 1));
    const cy = Math.min(ch - 1 - cr, Math.max(cr, y >> 1));
    const c = coarse.patches.targetAt[cy * cw + cx];
    let sourcePixel = -1;
    if (c >= 0) {
      const sx = x + 2 * (coarse.field.sourceX[c] - cx);
      const sy = y + 2 * (coarse.field.sourceY[c] - cy);
      if (sx >= r && sy >= r && sx < w - r && sy < level.heightPx - r && isSource[sy * w + sx] === 1)
        sourcePixel = sy * w + sx;
    }
    if (sourcePixel < 0) sourcePixel = sources[random(sources.length)];
    field.sourceX[t] = sourcePixel % w;
    field.sourceY[t] = (sourcePixel - field.sourceX[t]) / w;
  }
  return field;
}
