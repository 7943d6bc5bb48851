import { boxMean } from '../../raster/box-filter.ts';
import type { Level } from './level.ts';

/**
 * Patches of a level: sources, which may be copied, and targets, for which a source has to be found. A patch is
 * identified by the index of its center pixel.
 */
export interface Patches {
  /** Radius r of a patch, which covers (2r+1)² pixels. */
  readonly radiusPx: number;
  /** Marks the centers of sources with 1: patches that are entirely inside the region and far enough from the hole. */
  readonly isSource: Uint8Array;
  readonly sources: Int32Array;
  /** Centers of the patches that touch the hole and lie inside the region, in reading order. */
  readonly targets: Int32Array;
  /** For each pixel the index of its patch in `targets`, or −1. */
  readonly targetAt: Int32Array;
  /** Mean red, green and blue of the patch around each pixel (planar); valid for sources only. */
  readonly sourceMeans: Float32Array;
}

/**
 * Lists a level's patches. Sources are at least `guardPx` from the hole, because the edge of the masked object is
 * often visible outside the mask.
 */
export function listPatches(level: Level, radiusPx: number, guardPx: number): Patches {
  const { widthPx: w, heightPx: h, hole } = level;
  const sums = holeSums(level);
  const touchPatch = (x: number, y: number, r: number): number => {
    const left = Math.max(0, x - r);
    const top = Math.max(0, y - r);
    const right = Math.min(w, x + r + 1);
    const bottom = Math.min(h, y + r + 1);
    return (
      sums[bottom * (w + 1) + right] -
      sums[top * (w + 1) + right] -
      sums[bottom * (w + 1) + left] +
      sums[top * (w + 1) + left]
    );
  };
  const isSource = new Uint8Array(w * h);
  const targetAt = new Int32Array(w * h).fill(-1);
  let sourceCount = 0;
  let targetCount = 0;
  for (let y = radiusPx; y < h - radiusPx; y++) {
    for (let x = radiusPx; x < w - radiusPx; x++) {
      const i = y * w + x;
      if (touchPatch(x, y, radiusPx) > 0) targetAt[i] = targetCount++;
      else if (guardPx === 0 || touchPatch(x, y, radiusPx + guardPx) === 0) {
        isSource[i] = 1;
        sourceCount++;
      }
    }
  }
  const sources = new Int32Array(sourceCount);
  const targets = new Int32Array(targetCount);
  for (let i = 0, s = 0; i < hole.length; i++) {
    if (isSource[i] === 1) sources[s++] = i;
    if (targetAt[i] >= 0) targets[targetAt[i]] = i;
  }
  return { radiusPx, isSource, sources, targets, targetAt, sourceMeans: patchMeans(level, radiusPx) };
}

function holeSums({ widthPx: w, heightPx: h, hole }: Level): Int32Array {
  const sums = new Int32Array((w + 1) * (h + 1));
  for (let y = 0; y < h; y++) {
    let row = 0;
    for (let x = 0; x < w; x++) {
      row += hole[y * w + x];
      sums[(y + 1) * (w + 1) + x + 1] = sums[y * (w + 1) + x + 1] + row;
    }
  }
  return sums;
}

function patchMeans({ widthPx: w, heightPx: h, channels, samples }: Level, radiusPx: number): Float32Array {
  const means = new Float32Array(3 * w * h);
  const scratch = new Float32Array(w * h);
  for (let c = 0; c < 3; c++) {
    const plane = means.subarray(c * w * h, (c + 1) * w * h);
    for (let i = 0; i < w * h; i++) plane[i] = samples[i * channels + c];
    boxMean(plane, plane, w, h, radiusPx, scratch);
  }
  return means;
}
