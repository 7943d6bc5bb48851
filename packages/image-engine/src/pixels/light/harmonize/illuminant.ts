import { linearOfOklab, oklabOfLinear } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { Layer } from './composite-cells.ts';
import { ramp } from '../../raster/smooth.ts';

/** Color of an illuminant, as the Oklab a/L and b/L of white under it; independent of brightness. */
export interface Cast {
  readonly a: number;
  readonly b: number;
  /** Confidence of the estimate, from 0 (unknown) to 1 (as certain as one picture allows). */
  readonly confidence: number;
}

/** Lightness range of cells used for the estimate: lighter cells may be clipped, and darker ones are noise. */
const LIGHTNESS_FROM = 0.25;
const LIGHTNESS_TO = 0.97;
/** Standard deviation (a/L, b/L) of colors that may be gray: first around true gray, then around the first estimate. */
const FIRST_SPREAD = 0.055;
const SECOND_SPREAD = 0.035;
/** Share of gray cells from which the estimate is fully trusted. */
const ENOUGH_GRAY = 0.12;
/** Minkowski norm of the gray-edge estimate; the paper found this one to be best. */
const EDGE_NORM = 6;
/** Distance (a/L, b/L) at which two estimates contradict each other. */
const CONTRADICTION = 0.06;
const EDGE_WEIGHT = 0.5;

/**
 * Estimates the illuminant of a layer from the mean of its nearly neutral cells and from the gray-edge assumption (van
 * de Weijer, Gevers and Gijsenij, "Edge-based color constancy", 2007), each weighted by its confidence. A colored wall
 * has few gray cells and edges of a single color, so its estimate has a low confidence.
 */
export function estimateCast(layer: Layer, weight: Float32Array, widthPx: number): Cast {
  const gray = castOfGrays(layer, weight);
  const edges = castOfEdges(layer, weight, widthPx);
  const edgeWeight = EDGE_WEIGHT * edges.confidence;
  const total = gray.confidence + edgeWeight;
  if (total < 1e-3) return { a: 0, b: 0, confidence: 0 };
  const apart = Math.hypot(gray.a - edges.a, gray.b - edges.b) / CONTRADICTION;
  const agreement = edges.confidence > 0 && gray.confidence > 0 ? Math.exp(-apart * apart) : 0.5;
  return {
    a: (gray.a * gray.confidence + edges.a * edgeWeight) / total,
    b: (gray.b * gray.confidence + edges.b * edgeWeight) / total,
    confidence: Math.min(1, Math.max(gray.confidence, edgeWeight) * (0.6 + 0.4 * agreement)),
  };
}

function castOfGrays({ lightness, a, b }: Layer, weight: Float32Array): Cast {
  let center = { a: 0, b: 0 };
  let confidence = 0;
  for (const spread of [FIRST_SPREAD, SECOND_SPREAD]) {
    let [sumA, sumB, sum, all] = [0, 0, 0, 0];
    for (let i = 0; i < weight.length; i++) {
      const level = lightness[i];
      if (weight[i] === 0 || level < LIGHTNESS_FROM || level > LIGHTNESS_TO) continue;
      const [x, y] = [a[i] / level, b[i] / level];
      const distance = ((x - center.a) ** 2 + (y - center.b) ** 2) / (2 * spread * spread);
      // Bright cells weigh more, because highlights and white surfaces show the color of the light best.
      const base = weight[i] * level * level;
      const w = base * Math.exp(-distance);
      sumA += w * x;
      sumB += w * y;
      sum += w;
      all += base;
    }
    if (sum < 1e-6) return { a: 0, b: 0, confidence: 0 };
    center = { a: sumA / sum, b: sumB / sum };
    confidence = Math.min(1, sum / all / ENOUGH_GRAY) * ramp(all, 2, 60);
  }
  return { ...center, confidence };
}

function castOfEdges({ lightness, a, b }: Layer, weight: Float32Array, widthPx: number): Cast {
  const here: Triple = [0, 0, 0];
  const there: Triple = [0, 0, 0];
  const sums: Triple = [0, 0, 0];
  let edges = 0;
  for (let i = 0; i + widthPx + 1 < weight.length; i++) {
    if (weight[i] === 0) continue;
    linearOfOklab(lightness[i], a[i], b[i], here);
    for (const next of [i + 1, i + widthPx]) {
      if (weight[next] === 0 || ((i + 1) % widthPx === 0 && next === i + 1)) continue;
      if (Math.max(lightness[i], lightness[next]) > LIGHTNESS_TO) continue;
      linearOfOklab(lightness[next], a[next], b[next], there);
      for (let c = 0; c < 3; c++) sums[c] += weight[i] * Math.abs(here[c] - there[c]) ** EDGE_NORM;
      if (Math.abs(lightness[i] - lightness[next]) > 0.04) edges += weight[i];
    }
  }
  const light = sums.map((sum) => sum ** (1 / EDGE_NORM)) as Triple;
  const most = Math.max(...light);
  if (most < 1e-4) return { a: 0, b: 0, confidence: 0 };
  oklabOfLinear(light[0] / most, light[1] / most, light[2] / most, here);
  const [castA, castB] = [here[1] / here[0], here[2] / here[0]];
  // Edges of one strong color come from objects rather than light.
  const strange = Math.hypot(castA, castB) / (2 * FIRST_SPREAD);
  return { a: castA, b: castB, confidence: Math.exp(-strange * strange) * ramp(edges, 5, 120) };
}
