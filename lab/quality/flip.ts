// FLIP: difference between two pictures as perceived by a viewer who alternates between them. Andersson, Nilsson,
// Akenine-Möller, Oskarsson, Åström and Fairchild, "FLIP: A Difference Evaluator for Alternating Images", HPG 2020; the
// evaluator for pictures of low dynamic range, with the paper's constants.
//
// Colors are blurred like the eye blurs them at a distance, and compared by HyAB after Hunt's adjustment. The
// difference is increased where edges or points differ.
import { toLinear } from '../../packages/image-engine/src/pixels/color/color-difference.ts';

/** Resolution for a distance of 0.7 m to a screen that is 0.7 m wide and has 3,840 pixels. */
const PIXELS_PER_DEGREE = 0.7 * (3840 / 0.7) * (Math.PI / 180);
/** Contrast sensitivity of lightness, red against green, blue against yellow: sums of Gaussians a·√(π/b)·exp(−π²x²/b). */
const SENSITIVITY = [
  [[1, 0.0047]],
  [[1, 0.0053]],
  [
    [34.1, 0.04],
    [13.5, 0.025],
  ],
] as const;
const FEATURE_WIDTH_DEG = 0.082;
const COLOR_EXPONENT = 0.7;
/** Differences below this share of the largest one take `REMAPPED` of the range. */
const REMAPPED_BELOW = 0.4;
const REMAPPED = 0.95;
const FEATURE_EXPONENT = 0.5;
const WHITE = [0.950428545, 1, 1.088900371] as const;

interface Picture {
  /** Samples in sRGB, three per pixel. */
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

type Plane = Float64Array;
type AuxiliaryMaps = readonly [Plane, Plane, Plane];

function toXyz([r, g, b]: readonly [number, number, number]): [number, number, number] {
  return [
    0.4124564 * r + 0.3575761 * g + 0.1804375 * b,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    0.0193339 * r + 0.119192 * g + 0.9503041 * b,
  ];
}

function toRgb(x: number, y: number, z: number): [number, number, number] {
  return [
    3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * y + 0.041556 * z,
    0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
  ];
}

/** Lightness and two opponent colors, linear in light. */
function toOpponents({ data, widthPx, heightPx }: Picture): AuxiliaryMaps {
  const size = widthPx * heightPx;
  const maps: AuxiliaryMaps = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (let i = 0; i < size; i++) {
    const [x, y, z] = toXyz([toLinear(data[i * 3]), toLinear(data[i * 3 + 1]), toLinear(data[i * 3 + 2])]);
    const [u, v, w] = [x / WHITE[0], y / WHITE[1], z / WHITE[2]];
    maps[0][i] = 116 * v - 16;
    maps[1][i] = 500 * (u - v);
    maps[2][i] = 200 * (v - w);
  }
  return maps;
}

/** Convolves a plane along one axis; pixels outside repeat the edge. */
function convolve(
  plane: Plane,
  widthPx: number,
  heightPx: number,
  kernel: readonly number[],
  isDown: boolean,
): Plane {
  const radius = (kernel.length - 1) / 2;
  const out = new Float64Array(plane.length);
  const last = (isDown ? heightPx : widthPx) - 1;
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      let sum = 0;
      for (let k = -radius; k <= radius; k++) {
        const at = Math.min(last, Math.max(0, (isDown ? y : x) + k));
        sum += kernel[k + radius] * plane[isDown ? at * widthPx + x : y * widthPx + at];
      }
      out[i] = sum;
    }
  }
  return out;
}

const createKernel = (radius: number, weight: (x: number) => number): number[] =>
  Array.from({ length: 2 * radius + 1 }, (_, k) => weight(k - radius));

/** Blurs a channel like the eye does at a distance. Each Gaussian is the product of two along the axes. */
function blurredForEye(plane: Plane, widthPx: number, heightPx: number, channel: 0 | 1 | 2): Plane {
  const widest = Math.max(...SENSITIVITY.flat().map(([, b]) => b));
  const radius = Math.ceil(3 * Math.sqrt(widest / (2 * Math.PI ** 2)) * PIXELS_PER_DEGREE);
  const out = new Float64Array(plane.length);
  let whole = 0;
  for (const [a, b] of SENSITIVITY[channel]) {
    const kernel = createKernel(radius, (x) => Math.exp((-(Math.PI ** 2) * (x / PIXELS_PER_DEGREE) ** 2) / b));
    const sum = kernel.reduce((total, value) => total + value, 0);
    const share = a * Math.sqrt(Math.PI / b);
    whole += share * sum * sum;
    const seen = convolve(
      convolve(plane, widthPx, heightPx, kernel, false),
      widthPx,
      heightPx,
      kernel,
      true,
    );
    for (let i = 0; i < out.length; i++) out[i] += share * seen[i];
  }
  return out.map((value) => value / whole);
}

const cubeRoot = (t: number): number => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);

/** CIELAB with chroma reduced in the dark (Hunt). */
function huntLab(linear: readonly [number, number, number]): [number, number, number] {
  const [x, y, z] = toXyz(linear);
  const [u, v, w] = [cubeRoot(x / WHITE[0]), cubeRoot(y / WHITE[1]), cubeRoot(z / WHITE[2])];
  const lightness = 116 * v - 16;
  return [lightness, 0.01 * lightness * 500 * (u - v), 0.01 * lightness * 200 * (v - w)];
}

const hyab = (a: readonly [number, number, number], b: readonly [number, number, number]): number =>
  Math.abs(a[0] - b[0]) + Math.hypot(a[1] - b[1], a[2] - b[2]);

/** Hunt-adjusted CIELAB of a blurred pixel, clipped to the range of a screen. */
function seenLab(maps: AuxiliaryMaps, i: number): [number, number, number] {
  const v = (maps[0][i] + 16) / 116;
  const [u, w] = [maps[1][i] / 500 + v, v - maps[2][i] / 200];
  const clipped = toRgb(u * WHITE[0], v * WHITE[1], w * WHITE[2]).map((light) =>
    Math.min(1, Math.max(0, light)),
  );
  return huntLab([clipped[0] ?? 0, clipped[1] ?? 0, clipped[2] ?? 0]);
}

/** Strength of edges and of points: first and second derivatives of Gaussians with the width of a feature. */
function computeFeatures(lightness: Plane, widthPx: number, heightPx: number): { edges: Plane; points: Plane } {
  const sigma = 0.5 * FEATURE_WIDTH_DEG * PIXELS_PER_DEGREE;
  const radius = Math.ceil(3 * sigma);
  const gauss = createKernel(radius, (x) => Math.exp(-(x ** 2) / (2 * sigma ** 2)));
  const total = gauss.reduce((sum, value) => sum + value, 0);
  const smooth = gauss.map((value) => value / total);
  // Scales the positive and the negative half of a derivative to a sum of one each.
  const balanceKernel = (kernel: readonly number[]): number[] => {
    const [up, down] = [1, -1].map((sign) => kernel.reduce((sum, v) => sum + Math.max(0, sign * v), 0));
    return kernel.map((v) => v / ((v > 0 ? up : down) ?? 1));
  };
  const slope = balanceKernel(gauss.map((value, k) => -(k - radius) * value));
  const bend = balanceKernel(gauss.map((value, k) => ((k - radius) ** 2 / sigma ** 2 - 1) * value));
  const strength = (kernel: readonly number[]): Plane => {
    const across = convolve(
      convolve(lightness, widthPx, heightPx, kernel, false),
      widthPx,
      heightPx,
      smooth,
      true,
    );
    const down = convolve(
      convolve(lightness, widthPx, heightPx, smooth, false),
      widthPx,
      heightPx,
      kernel,
      true,
    );
    return across.map((value, i) => Math.hypot(value, down[i]));
  };
  return { edges: strength(slope), points: strength(bend) };
}

/** Largest possible difference: green against blue. */
const LARGEST = hyab(huntLab([0, 1, 0]), huntLab([0, 0, 1])) ** COLOR_EXPONENT;

function remapDifference(difference: number): number {
  const powered = difference ** COLOR_EXPONENT;
  const border = REMAPPED_BELOW * LARGEST;
  return powered < border
    ? (REMAPPED / border) * powered
    : REMAPPED + ((powered - border) / (LARGEST - border)) * (1 - REMAPPED);
}

/** Difference of each pixel, 0 to 1. */
export function flip(reference: Picture, test: Picture): Float64Array {
  const { widthPx, heightPx } = reference;
  const [one, other] = [toOpponents(reference), toOpponents(test)];
  const lightness = ({ 0: plane }: AuxiliaryMaps): Plane => plane.map((value) => (value + 16) / 116);
  const features = [one, other].map((maps) => computeFeatures(lightness(maps), widthPx, heightPx));
  const asSeen = (maps: AuxiliaryMaps): AuxiliaryMaps => [
    blurredForEye(maps[0], widthPx, heightPx, 0),
    blurredForEye(maps[1], widthPx, heightPx, 1),
    blurredForEye(maps[2], widthPx, heightPx, 2),
  ];
  const [a, b] = [asSeen(one), asSeen(other)];
  return a[0].map((_, i) => {
    const color = remapDifference(hyab(seenLab(a, i), seenLab(b, i)));
    const edge = Math.abs((features[0]?.edges[i] ?? 0) - (features[1]?.edges[i] ?? 0));
    const point = Math.abs((features[0]?.points[i] ?? 0) - (features[1]?.points[i] ?? 0));
    const feature = (Math.max(edge, point) / Math.SQRT2) ** FEATURE_EXPONENT;
    return color ** (1 - Math.min(1, feature));
  });
}
