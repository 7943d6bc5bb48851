import { distanceInside } from '../mask-distance.ts';
import { raster } from '../raster.ts';
import { finish } from '../work.ts';
import type { Work } from '../work.ts';
import { allowedOffset, emptyField } from './field.ts';
import type { Field, OffsetRule } from './field.ts';
import type { Level } from './level.ts';
import type { Patches } from './patches.ts';
import type { Random } from '../random.ts';

/** So many sources are compared for each patch; more are sampled. */
const MAX_TRIES = 3000;
/** The best of a sample is improved within this distance. */
const LOCAL_SEARCH_PX = 4;
/** Keeps flat surroundings from having no priority at all. */
const LEAST_STRUCTURE = 0.02;
const UNKNOWN = -1;

/**
 * Fills the hole of the coarsest level, in place, and starts the field: patch by patch from the rim inwards, each the source
 * that is most like the known part. Where lines run into the hole comes first, so they are carried on before the flat parts
 * beside them close in (Criminisi, Pérez and Toyama, "Region filling and object removal by exemplar-based image
 * inpainting", 2004).
 */
export function* firstGuess(level: Level, patches: Patches, rule: OffsetRule, random: Random): Work<Field> {
  const { widthPx: w, heightPx: h, channels, samples, hole } = level;
  const { sources, targets, radiusPx: r } = patches;
  /** Criminisi's confidence: 1 where the photo is known, less for what was filled, UNKNOWN where nothing is yet. */
  const sure = Float32Array.from(hole, (unknown) => (unknown === 1 ? UNKNOWN : 1));
  const shift = new Int32Array(w * h).fill(UNKNOWN);
  const front = new Front(level, sure, r);
  for (let left = front.unknown; left > 0; left = front.unknown) {
    const centre = front.next();
    const x = centre % w;
    const y = (centre - x) / w;
    const source = bestKnownMatch(level, patches, rule, sure, x, y, random);
    const { sums, count } = compareKnown(level, sure, x, y, source, r);
    const offsets = sums.map((sum) => allowedOffset(sum / count, rule));
    const trust = front.confidence(x, y);
    for (let dy = Math.max(-r, -y); dy <= r && y + dy < h; dy++) {
      for (let dx = Math.max(-r, -x); dx <= r && x + dx < w; dx++) {
        const pixel = centre + dy * w + dx;
        if (sure[pixel] !== UNKNOWN) continue;
        sure[pixel] = trust;
        front.unknown--;
        const from = source + dy * w + dx;
        shift[pixel] = from;
        for (let c = 0; c < channels; c++) {
          const value = samples[from * channels + c] + (c < 3 ? Math.round(offsets[c]) : 0);
          samples[pixel * channels + c] = Math.max(0, Math.min(255, value));
        }
      }
    }
    front.update(x, y);
    yield 1 - left / front.total;
  }
  const field = emptyField(patches, rule);
  for (let t = 0; t < targets.length; t++) {
    const own = shift[targets[t]];
    const source = own >= 0 && patches.isSource[own] === 1 ? own : sources[random(sources.length)];
    field.sourceX[t] = source % w;
    field.sourceY[t] = (source - field.sourceX[t]) / w;
  }
  return field;
}

/**
 * Fills the hole of the coarsest level with a smooth blend of its rim, in place, and starts the field at random. It favours
 * nothing: where `firstGuess` carries a line on that should have ended, this one lets the surroundings close in.
 */
export function smoothGuess(level: Level, patches: Patches, rule: OffsetRule, random: Random): Field {
  const { widthPx: w, heightPx: h, channels, samples, hole } = level;
  const known = hole.map((unknown) => 1 - unknown);
  const distance = finish(distanceInside(raster(hole, w, h, 1)));
  const order = [...hole.keys()].filter((i) => hole[i] === 1).toSorted((a, b) => distance[a] - distance[b]);
  for (const pixel of order) {
    const x = pixel % w;
    const y = (pixel - x) / w;
    const sums = new Float64Array(channels);
    let count = 0;
    for (let py = Math.max(0, y - 1); py <= Math.min(h - 1, y + 1); py++) {
      for (let px = Math.max(0, x - 1); px <= Math.min(w - 1, x + 1); px++) {
        if (known[py * w + px] === 0) continue;
        count++;
        for (let c = 0; c < channels; c++) sums[c] += samples[(py * w + px) * channels + c];
      }
    }
    known[pixel] = 1;
    for (let c = 0; c < channels; c++)
      samples[pixel * channels + c] = Math.round(sums[c] / Math.max(1, count));
  }
  const field = emptyField(patches, rule);
  for (let t = 0; t < patches.targets.length; t++) {
    const source = patches.sources[random(patches.sources.length)];
    field.sourceX[t] = source % w;
    field.sourceY[t] = (source - field.sourceX[t]) / w;
  }
  return field;
}

/** The unknown pixels beside known ones, with the order in which they are to be filled. */
class Front {
  readonly #level: Level;
  readonly #sure: Float32Array;
  readonly #radiusPx: number;
  readonly #priorities = new Map<number, number>();
  readonly total: number;
  unknown: number;

  constructor(level: Level, sure: Float32Array, radiusPx: number) {
    this.#level = level;
    this.#sure = sure;
    this.#radiusPx = radiusPx;
    this.unknown = this.total = sure.reduce((count, value) => count + (value === UNKNOWN ? 1 : 0), 0);
    for (let i = 0; i < sure.length; i++) this.#consider(i);
  }

  /** The pixel of the highest priority; of equals the first in reading order. */
  next(): number {
    let found = -1;
    let most = -1;
    for (const [pixel, priority] of this.#priorities) {
      if (priority > most || (priority === most && pixel < found)) {
        most = priority;
        found = pixel;
      }
    }
    if (found < 0) throw new Error('A hole without any known pixel around it');
    return found;
  }

  /** Mean confidence of the patch's known pixels, over the whole patch. */
  confidence(x: number, y: number): number {
    const { widthPx: w, heightPx: h } = this.#level;
    const r = this.#radiusPx;
    let sum = 0;
    for (let py = Math.max(0, y - r); py <= Math.min(h - 1, y + r); py++) {
      for (let px = Math.max(0, x - r); px <= Math.min(w - 1, x + r); px++) {
        const value = this.#sure[py * w + px];
        if (value !== UNKNOWN) sum += value;
      }
    }
    return sum / (2 * r + 1) ** 2;
  }

  /** Takes note that the patch around a pixel was filled. */
  update(x: number, y: number): void {
    const { widthPx: w, heightPx: h } = this.#level;
    const reach = 2 * this.#radiusPx + 1;
    for (let py = Math.max(0, y - reach); py <= Math.min(h - 1, y + reach); py++) {
      for (let px = Math.max(0, x - reach); px <= Math.min(w - 1, x + reach); px++) {
        this.#consider(py * w + px);
      }
    }
  }

  #consider(pixel: number): void {
    const { widthPx: w, heightPx: h } = this.#level;
    const x = pixel % w;
    const y = (pixel - x) / w;
    const known = (px: number, py: number): number =>
      px >= 0 && py >= 0 && px < w && py < h && this.#sure[py * w + px] !== UNKNOWN ? 1 : 0;
    const beside = known(x - 1, y) + known(x + 1, y) + known(x, y - 1) + known(x, y + 1);
    if (this.#sure[pixel] !== UNKNOWN || beside === 0) {
      this.#priorities.delete(pixel);
      return;
    }
    this.#priorities.set(pixel, this.confidence(x, y) * (LEAST_STRUCTURE + this.#structure(x, y)));
  }

  /** How strong a line of equal brightness runs into the hole here, 0 to 1. */
  #structure(x: number, y: number): number {
    const { widthPx: w, heightPx: h, channels, samples } = this.#level;
    const r = this.#radiusPx;
    let [most, gx, gy, nx, ny] = [0, 0, 0, 0, 0];
    for (let py = Math.max(0, y - r); py < Math.min(h - 1, y + r + 1); py++) {
      for (let px = Math.max(0, x - r); px < Math.min(w - 1, x + r + 1); px++) {
        const i = py * w + px;
        const here = this.#sure[i] === UNKNOWN ? 0 : 1;
        // The hole's normal, from where the unknown lies in the patch.
        if (here === 0) {
          nx += px - x;
          ny += py - y;
          continue;
        }
        if (this.#sure[i + 1] === UNKNOWN || this.#sure[i + w] === UNKNOWN) continue;
        let [across, down] = [0, 0];
        for (let c = 0; c < 3; c++) {
          across += samples[(i + 1) * channels + c] - samples[i * channels + c];
          down += samples[(i + w) * channels + c] - samples[i * channels + c];
        }
        const strength = across * across + down * down;
        if (strength > most) [most, gx, gy] = [strength, across, down];
      }
    }
    const length = Math.hypot(nx, ny);
    if (length === 0) return Math.sqrt(most) / (3 * 255);
    // The line runs at a right angle to its gradient.
    return Math.abs(-gy * nx + gx * ny) / length / (3 * 255);
  }
}

function bestKnownMatch(
  level: Level,
  { radiusPx: r, isSource, sources }: Patches,
  rule: OffsetRule,
  sure: Float32Array,
  x: number,
  y: number,
  random: Random,
): number {
  const { widthPx: w, heightPx: h } = level;
  let best = Infinity;
  let found = sources[random(sources.length)];
  const attempt = (source: number): void => {
    const cost = knownCost(level, rule, sure, x, y, source, r);
    if (cost < best) {
      best = cost;
      found = source;
    }
  };
  if (sources.length <= MAX_TRIES) for (const source of sources) attempt(source);
  else {
    for (let k = 0; k < MAX_TRIES; k++) attempt(sources[random(sources.length)]);
    const sampled = found;
    const sx = sampled % w;
    const sy = (sampled - sx) / w;
    for (let py = Math.max(0, sy - LOCAL_SEARCH_PX); py <= Math.min(h - 1, sy + LOCAL_SEARCH_PX); py++) {
      for (let px = Math.max(0, sx - LOCAL_SEARCH_PX); px <= Math.min(w - 1, sx + LOCAL_SEARCH_PX); px++) {
        if (isSource[py * w + px] === 1) attempt(py * w + px);
      }
    }
  }
  return found;
}

interface KnownComparison {
  /** Known pixels of the patch. */
  count: number;
  /** Sums of the differences of red, green and blue. */
  readonly sums: [red: number, green: number, blue: number];
  /** Sum of all channels' squared differences. */
  squares: number;
}

const compared: KnownComparison = { count: 0, sums: [0, 0, 0], squares: 0 };

/** Compares the known pixels of the patch around (x, y) with a source. The result is overwritten by the next call. */
function compareKnown(
  level: Level,
  sure: Float32Array,
  x: number,
  y: number,
  source: number,
  r: number,
): KnownComparison {
  const { widthPx: w, heightPx: h, channels, samples } = level;
  let [count, squares, red, green, blue] = [0, 0, 0, 0, 0];
  for (let dy = Math.max(-r, -y); dy <= r && y + dy < h; dy++) {
    for (let dx = Math.max(-r, -x); dx <= r && x + dx < w; dx++) {
      const pixel = (y + dy) * w + x + dx;
      if (sure[pixel] === UNKNOWN) continue;
      count++;
      const at = pixel * channels;
      const from = (source + dy * w + dx) * channels;
      const e0 = samples[at] - samples[from];
      const e1 = samples[at + 1] - samples[from + 1];
      const e2 = samples[at + 2] - samples[from + 2];
      const e3 = samples[at + 3] - samples[from + 3];
      const e4 = samples[at + 4] - samples[from + 4];
      red += e0;
      green += e1;
      blue += e2;
      squares += e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3 + e4 * e4;
      if (channels === 6) squares += (samples[at + 5] - samples[from + 5]) ** 2;
    }
  }
  compared.count = count;
  compared.squares = squares;
  compared.sums[0] = red;
  compared.sums[1] = green;
  compared.sums[2] = blue;
  return compared;
}

/** What a source costs for the known part of the patch around (x, y), after the allowed offset. */
function knownCost(
  level: Level,
  rule: OffsetRule,
  sure: Float32Array,
  x: number,
  y: number,
  source: number,
  r: number,
): number {
  const { squares, sums, count } = compareKnown(level, sure, x, y, source, r);
  return squares - gain(sums[0], count, rule) - gain(sums[1], count, rule) - gain(sums[2], count, rule);
}

/** What taking the allowed offset off a channel saves, given the sum of its differences. */
function gain(sum: number, count: number, rule: OffsetRule): number {
  const offset = allowedOffset(sum / count, rule);
  return (1 - rule.penalty) * (2 * offset * sum - count * offset * offset);
}
