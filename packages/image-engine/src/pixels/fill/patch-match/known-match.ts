import { allowedOffset } from './field.ts';
import type { OffsetRule } from './field.ts';
import { UNKNOWN } from './fill-front.ts';
import type { Level } from './level.ts';
import type { Patches } from './patches.ts';
import type { Random } from '../../raster/random.ts';

/** Maximum number of sources compared with a patch; if there are more, a sample is compared. */
const MAX_TRIES = 3000;
/** Radius around the best sampled source in which better sources are searched. */
const LOCAL_SEARCH_PX = 4;

/** Level with a partly known hole, and the sources for its patches. */
interface KnownPart {
  readonly level: Level;
  readonly patches: Patches;
  readonly rule: OffsetRule;
  /** Confidence of each pixel's content, or UNKNOWN for pixels without content. */
  readonly sure: Float32Array;
}

/** Source that is most similar to the known pixels of the patch around (x, y). */
export function bestKnownMatch(knownPart: KnownPart, x: number, y: number, random: Random): number {
  const { widthPx: w, heightPx: h } = knownPart.level;
  const { isSource, sources } = knownPart.patches;
  let best = Infinity;
  let bestSource = sources[random(sources.length)];
  const patch = readKnown(knownPart, x, y);
  const attempt = (source: number): void => {
    const cost = knownCost(knownPart, patch, source);
    if (cost < best) {
      best = cost;
      bestSource = source;
    }
  };
  if (sources.length <= MAX_TRIES) for (const source of sources) attempt(source);
  else {
    for (let k = 0; k < MAX_TRIES; k++) attempt(sources[random(sources.length)]);
    const sampled = bestSource;
    const sx = sampled % w;
    const sy = (sampled - sx) / w;
    for (let py = Math.max(0, sy - LOCAL_SEARCH_PX); py <= Math.min(h - 1, sy + LOCAL_SEARCH_PX); py++) {
      for (let px = Math.max(0, sx - LOCAL_SEARCH_PX); px <= Math.min(w - 1, sx + LOCAL_SEARCH_PX); px++) {
        if (isSource[py * w + px] === 1) attempt(py * w + px);
      }
    }
  }
  return bestSource;
}

/** Offsets for red, green and blue when a source is copied to (x, y): the mean difference over the known pixels, within the limit. */
export function knownOffsets(knownPart: KnownPart, x: number, y: number, source: number): number[] {
  const { sums, count } = compareKnown(knownPart.level, readKnown(knownPart, x, y), source);
  return sums.map((sum) => allowedOffset(sum / count, knownPart.rule));
}

/** Known samples of the patch around a pixel, read once for comparing many sources. */
interface KnownPatch {
  /** Number of known pixels. */
  readonly count: number;
  /** Position of each known pixel's samples, relative to the patch's center. */
  readonly offsets: Int32Array;
  /** First five samples of each known pixel. */
  readonly values: Int32Array;
  /** Same for the sixth samples, of which the guide's are also known inside the hole. */
  readonly sixthOffsets: Int32Array;
  readonly sixthValues: Int32Array;
}

function readKnown({ level, patches: { radiusPx: r }, sure }: KnownPart, x: number, y: number): KnownPatch {
  const { widthPx: w, heightPx: h, channels, samples } = level;
  const isGuided = level.sixth === 'guide';
  const area = (2 * r + 1) ** 2;
  const offsets = new Int32Array(area);
  const values = new Int32Array(area * 5);
  const sixthOffsets = new Int32Array(area);
  const sixthValues = new Int32Array(area);
  let count = 0;
  let sixths = 0;
  for (let dy = Math.max(-r, -y); dy <= r && y + dy < h; dy++) {
    for (let dx = Math.max(-r, -x); dx <= r && x + dx < w; dx++) {
      const pixel = (y + dy) * w + x + dx;
      const isKnown = sure[pixel] !== UNKNOWN;
      const offset = (dy * w + dx) * channels;
      if (channels === 6 && (isGuided || isKnown)) {
        sixthOffsets[sixths] = offset + 5;
        sixthValues[sixths++] = samples[pixel * channels + 5];
      }
      if (!isKnown) continue;
      for (let c = 0; c < 5; c++) values[count * 5 + c] = samples[pixel * channels + c];
      offsets[count++] = offset;
    }
  }
  return {
    count,
    offsets,
    values,
    sixthOffsets: sixthOffsets.subarray(0, sixths),
    sixthValues,
  };
}

interface KnownComparison {
  /** Number of known pixels in the patch. */
  count: number;
  /** Sums of the differences of red, green and blue. */
  readonly sums: [red: number, green: number, blue: number];
  /** Sum of squared differences over all channels. */
  squares: number;
}

const compared: KnownComparison = { count: 0, sums: [0, 0, 0], squares: 0 };

/** Compares the known pixels of a patch with a source. The next call overwrites the result. */
function compareKnown({ channels, samples }: Level, patch: KnownPatch, source: number): KnownComparison {
  const { count, offsets, values, sixthOffsets, sixthValues } = patch;
  const center = source * channels;
  let red = 0;
  let green = 0;
  let blue = 0;
  let squares = 0;
  for (let k = 0, v = 0; k < count; k++, v += 5) {
    const from = center + offsets[k];
    const e0 = values[v] - samples[from];
    const e1 = values[v + 1] - samples[from + 1];
    const e2 = values[v + 2] - samples[from + 2];
    const e3 = values[v + 3] - samples[from + 3];
    const e4 = values[v + 4] - samples[from + 4];
    red = (red + e0) | 0;
    green = (green + e1) | 0;
    blue = (blue + e2) | 0;
    const colors = (Math.imul(e0, e0) + Math.imul(e1, e1) + Math.imul(e2, e2)) | 0;
    squares = (squares + colors + Math.imul(e3, e3) + Math.imul(e4, e4)) | 0;
  }
  for (let k = 0; k < sixthOffsets.length; k++) {
    const e5 = sixthValues[k] - samples[center + sixthOffsets[k]];
    squares = (squares + Math.imul(e5, e5)) | 0;
  }
  compared.count = count;
  compared.squares = squares;
  compared.sums[0] = red;
  compared.sums[1] = green;
  compared.sums[2] = blue;
  return compared;
}

/** Cost of a source for the known pixels of a patch, after the allowed offset. */
function knownCost({ level, rule }: KnownPart, patch: KnownPatch, source: number): number {
  const { squares, sums, count } = compareKnown(level, patch, source);
  return squares - gain(sums[0], count, rule) - gain(sums[1], count, rule) - gain(sums[2], count, rule);
}

/** Reduction of the cost by a channel's allowed offset, given the sum of its differences. */
function gain(sum: number, count: number, rule: OffsetRule): number {
  const offset = allowedOffset(sum / count, rule);
  return (1 - rule.penalty) * (2 * offset * sum - count * offset * offset);
}
