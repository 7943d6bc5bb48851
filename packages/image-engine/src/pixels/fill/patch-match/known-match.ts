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
  const attempt = (source: number): void => {
    const cost = knownCost(knownPart, x, y, source);
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
  const { sums, count } = compareKnown(knownPart, x, y, source);
  return sums.map((sum) => allowedOffset(sum / count, knownPart.rule));
}

interface KnownComparison {
  /** Number of known pixels in the patch around (x, y). */
  count: number;
  /** Sums of the differences of red, green and blue. */
  readonly sums: [red: number, green: number, blue: number];
  /** Sum of squared differences over all channels. */
  squares: number;
}

const compared: KnownComparison = { count: 0, sums: [0, 0, 0], squares: 0 };

/**
 * Compares the known pixels of the patch around (x, y) with a source. The next call overwrites the result.
 */
function compareKnown(
  { level, patches: { radiusPx: r }, sure }: KnownPart,
  x: number,
  y: number,
  source: number,
): KnownComparison {
  const { widthPx: w, heightPx: h, channels, samples } = level;
  const guided = level.sixth === 'guide';
  let [count, squares, red, green, blue] = [0, 0, 0, 0, 0];
  for (let dy = Math.max(-r, -y); dy <= r && y + dy < h; dy++) {
    for (let dx = Math.max(-r, -x); dx <= r && x + dx < w; dx++) {
      const pixel = (y + dy) * w + x + dx;
      const at = pixel * channels;
      const from = (source + dy * w + dx) * channels;
      // The guide sample is also known inside the hole.
      if (channels === 6 && (guided || sure[pixel] !== UNKNOWN))
        squares += (samples[at + 5] - samples[from + 5]) ** 2;
      if (sure[pixel] === UNKNOWN) continue;
      count++;
      const e0 = samples[at] - samples[from];
      const e1 = samples[at + 1] - samples[from + 1];
      const e2 = samples[at + 2] - samples[from + 2];
      const e3 = samples[at + 3] - samples[from + 3];
      const e4 = samples[at + 4] - samples[from + 4];
      red += e0;
      green += e1;
      blue += e2;
      squares += e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3 + e4 * e4;
    }
  }
  compared.count = count;
  compared.squares = squares;
  compared.sums[0] = red;
  compared.sums[1] = green;
  compared.sums[2] = blue;
  return compared;
}

/** Cost of a source for the known pixels of the patch around (x, y), after the allowed offset. */
function knownCost(knownPart: KnownPart, x: number, y: number, source: number): number {
  const { squares, sums, count } = compareKnown(knownPart, x, y, source);
  const { rule } = knownPart;
  return squares - gain(sums[0], count, rule) - gain(sums[1], count, rule) - gain(sums[2], count, rule);
}

/** Reduction of the cost by a channel's allowed offset, given the sum of its differences. */
function gain(sum: number, count: number, rule: OffsetRule): number {
  const offset = allowedOffset(sum / count, rule);
  return (1 - rule.penalty) * (2 * offset * sum - count * offset * offset);
}
