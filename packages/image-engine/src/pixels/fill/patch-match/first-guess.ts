import { distanceInside } from '../../raster/mask-distance.ts';
import { raster } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';
import type { Work } from '../../raster/work.ts';
import { emptyField } from './field.ts';
import type { Field, OffsetRule } from './field.ts';
import { FillFront, UNKNOWN } from './fill-front.ts';
import { bestKnownMatch, knownOffsets } from './known-match.ts';
import { filledSamples } from './level.ts';
import type { Level } from './level.ts';
import type { Patches } from './patches.ts';
import type { Random } from '../../raster/random.ts';

/**
 * Fills the hole of the coarsest level, in place, and initializes the field. Works patch by patch from the edge
 * inward, using the source that is most similar to the patch's known pixels. Patches where isophotes run into the hole
 * come first, so that lines continue before flat areas grow together (Criminisi, Pérez and Toyama, "Region filling and
 * object removal by exemplar-based image inpainting", 2004).
 */
export function* firstGuess(level: Level, patches: Patches, rule: OffsetRule, random: Random): Work<Field> {
  const { widthPx: w, heightPx: h, channels, samples, hole } = level;
  const filled = filledSamples(level);
  const { sources, targets, radiusPx: r } = patches;
  /** Criminisi's confidence: 1 for known pixels, less for filled ones, and UNKNOWN for the others. */
  const sure = Float32Array.from(hole, (unknown) => (unknown === 1 ? UNKNOWN : 1));
  const shift = new Int32Array(w * h).fill(UNKNOWN);
  const front = new FillFront(level, sure, r);
  const knownPart = { level, patches, rule, sure };
  for (let remaining = front.unknown; remaining > 0; remaining = front.unknown) {
    const center = front.next();
    const x = center % w;
    const y = (center - x) / w;
    const source = bestKnownMatch(knownPart, x, y, random);
    const offsets = knownOffsets(knownPart, x, y, source);
    const trust = front.confidence(x, y);
    for (let dy = Math.max(-r, -y); dy <= r && y + dy < h; dy++) {
      for (let dx = Math.max(-r, -x); dx <= r && x + dx < w; dx++) {
        const pixel = center + dy * w + dx;
        if (sure[pixel] !== UNKNOWN) continue;
        sure[pixel] = trust;
        front.unknown--;
        const from = source + dy * w + dx;
        shift[pixel] = from;
        for (let c = 0; c < filled; c++) {
          const value = samples[from * channels + c] + (c < 3 ? Math.round(offsets[c]) : 0);
          samples[pixel * channels + c] = Math.max(0, Math.min(255, value));
        }
      }
    }
    front.update(x, y);
    yield 1 - remaining / front.total;
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
 * Fills the hole of the coarsest level with a smooth blend of the hole's edge, in place, and initializes the field at
 * random. Unlike `firstGuess`, it doesn't continue lines that should end at the hole.
 */
export function smoothGuess(level: Level, patches: Patches, rule: OffsetRule, random: Random): Field {
  const { widthPx: w, heightPx: h, channels, samples, hole } = level;
  const isKnown = hole.map((unknown) => 1 - unknown);
  const distance = finish(distanceInside(raster(hole, w, h, 1)));
  const order = [...hole.keys()].filter((i) => hole[i] === 1).toSorted((a, b) => distance[a] - distance[b]);
  for (const pixel of order) {
    const x = pixel % w;
    const y = (pixel - x) / w;
    const sums = new Float64Array(channels);
    let count = 0;
    for (let py = Math.max(0, y - 1); py <= Math.min(h - 1, y + 1); py++) {
      for (let px = Math.max(0, x - 1); px <= Math.min(w - 1, x + 1); px++) {
        if (isKnown[py * w + px] === 0) continue;
        count++;
        for (let c = 0; c < channels; c++) sums[c] += samples[(py * w + px) * channels + c];
      }
    }
    isKnown[pixel] = 1;
    for (let c = 0; c < filledSamples(level); c++)
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
