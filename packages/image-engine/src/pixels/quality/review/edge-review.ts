import { contrastAt, edgeCells, WEAK_BELOW } from './contrast.ts';
import type { Examined } from './examined.ts';

/** Less contrast than this is not counted as less. */
const LEAST_CONTRAST = 0.005;
/** A tenth of the edge is the weakest of it that counts. */
const WEAK_RANK = 0.1;
/** Alpha between these is soft. */
const SOFT = { above: 24, below: 232 } as const;

/** How clear the edge is: in the photo's colors, in alpha, and in how winding it is. */
export function edgeMeasures({ fine: { alpha, photo } }: Examined) {
  const edge = edgeCells(alpha);
  const contrasts = Float32Array.from(
    edge.map((cell) => contrastAt(cell, alpha, photo)).filter((contrast) => Number.isFinite(contrast)),
  ).toSorted();
  const weak = contrasts.filter((contrast) => contrast < WEAK_BELOW).length;
  const at = (rank: number): number =>
    -Math.log(Math.max(LEAST_CONTRAST, contrasts[Math.floor(rank * contrasts.length)] ?? 1));
  let [soft, inside] = [0, 0];
  for (const value of alpha.data) {
    if (value > SOFT.above && value < SOFT.below) soft++;
    if (value >= SOFT.below) inside++;
  }
  return {
    /** The share of the edge whose sides have one color. */
    weakEdge: contrasts.length === 0 ? 1 : weak / contrasts.length,
    /** How little the sides differ, at the edge's weakest tenth and in its middle. */
    weakestEdge: at(WEAK_RANK),
    middleEdge: at(0.5),
    /** Soft cells for each of the edge's: 1 to 2 for a sharp edge, more for hair, glass and doubt. */
    softness: Math.log1p(soft / Math.max(1, edge.length)),
    /** How winding the edge is for what it holds: 0 for a disc. */
    winding: Math.log(Math.max(1, edge.length / Math.sqrt(4 * Math.PI * Math.max(1, inside)))),
  };
}
