import type { FlagPlace } from '@packshot/contract';
import type { Box } from '../../raster/raster.ts';
import { INSIDE } from './finding.ts';
import type { ReviewFinding, Judged } from './finding.ts';

/** Minimum share of a side of the photo that the object must cover for counting as cut off by it. */
const MIN_SHARE = 0.03;
const WEIGHT = { least: 0.05, perShare: 0.2, most: 0.2 } as const;
/** Depth of the box that highlights the cut-off side, as a share of the photo. */
const DEPTH_SHARE = 0.03;

/** Finds sides of the photo at which the object is cut off. */
export function borderFlags({ alpha }: Judged): ReviewFinding[] {
  const { data, widthPx: w, heightPx: h } = alpha;
  const deepX = Math.ceil(w * DEPTH_SHARE);
  const deepY = Math.ceil(h * DEPTH_SHARE);
  const sides: readonly [FlagPlace, number, (at: number) => number, (from: number, to: number) => Box][] = [
    ['left', h, (y) => y * w, (from, to) => ({ xPx: 0, yPx: from, widthPx: deepX, heightPx: to - from })],
    [
      'right',
      h,
      (y) => y * w + w - 1,
      (from, to) => ({ xPx: w - deepX, yPx: from, widthPx: deepX, heightPx: to - from }),
    ],
    ['top', w, (x) => x, (from, to) => ({ xPx: from, yPx: 0, widthPx: to - from, heightPx: deepY })],
    [
      'bottom',
      w,
      (x) => (h - 1) * w + x,
      (from, to) => ({ xPx: from, yPx: h - deepY, widthPx: to - from, heightPx: deepY }),
    ],
  ];
  const findings: ReviewFinding[] = [];
  for (const [place, length, cellAt, toBox] of sides) {
    let [first, last, count] = [length, -1, 0];
    for (let at = 0; at < length; at++) {
      if (data[cellAt(at)] < INSIDE) continue;
      first = Math.min(first, at);
      last = at;
      count++;
    }
    const share = count / length;
    if (share < MIN_SHARE) continue;
    const weight = Math.min(WEIGHT.most, WEIGHT.least + WEIGHT.perShare * share);
    findings.push({ reason: 'at-border', place, box: toBox(first, last + 1), weight });
  }
  return findings;
}
