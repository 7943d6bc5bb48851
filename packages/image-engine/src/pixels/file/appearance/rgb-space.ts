/** RGB color spaces given by chromaticities and a transfer function. */
import { srgbToLinear } from '../../color/oklab.ts';

/** Matrix in row-major order. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

const SMALLEST_DETERMINANT = 1e-9;

const applyMatrix = (m: Matrix, [x, y, z]: readonly [number, number, number]): [number, number, number] => [
  m[0] * x + m[1] * y + m[2] * z,
  m[3] * x + m[4] * y + m[5] * z,
  m[6] * x + m[7] * y + m[8] * z,
];

function product(a: Matrix, b: Matrix): Matrix {
  const column = (i: 0 | 1 | 2): [number, number, number] =>
    applyMatrix(a, [b[i], b[i + 3] ?? 0, b[i + 6] ?? 0]);
  const [x, y, z] = [column(0), column(1), column(2)];
  return [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
}

function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (Math.abs(determinant) < SMALLEST_DETERMINANT) return null;
  const cofactors: Matrix = [
    ...([e * i - f * h, c * h - b * i, b * f - c * e] as const),
    ...([f * g - d * i, a * i - c * g, c * d - a * f] as const),
    ...([d * h - e * g, b * g - a * h, a * e - b * d] as const),
  ];
  const [p, q, r, s, t, u, v, w, x] = cofactors;
  const k = 1 / determinant;
  return [p * k, q * k, r * k, s * k, t * k, u * k, v * k, w * k, x * k];
}

type Xy = readonly [number, number];

interface Chromaticities {
  readonly white: Xy;
  readonly red: Xy;
  readonly green: Xy;
  readonly blue: Xy;
}

export interface RgbSpace {
  /**
   * Converts a sample from 0 to 1 to linear light: 0 to 1, or for PQ multiples of reference white. For HLG it is scene
   * light from 0 to 1.
   */
  readonly toLight: (sample: number) => number;
  readonly range: 'standard' | 'PQ' | 'HLG';
  /** Matrix that converts linear light of this color space to linear sRGB, or in HDR to linear BT.2020. */
  readonly matrix: Matrix;
}

/** Color space as coding-independent code points (ITU-T H.273); fields that the file doesn't state are undefined. */
interface CodePoints {
  readonly colorPrimaries: number | undefined;
  readonly transfer: number | undefined;
}

const D65: Xy = [0.3127, 0.329];
const WHITE_C: Xy = [0.31, 0.316];
const BT709: Chromaticities = { white: D65, red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] };
const BT2020: Chromaticities = {
  white: D65,
  red: [0.708, 0.292],
  green: [0.17, 0.797],
  blue: [0.131, 0.046],
};
const SMPTE_C: Chromaticities = { white: D65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] };

const PRIMARIES: Readonly<Record<number, Chromaticities>> = {
  1: BT709,
  4: { white: WHITE_C, red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08] },
  5: { white: D65, red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06] },
  6: SMPTE_C,
  7: SMPTE_C,
  8: { white: WHITE_C, red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049] },
  9: BT2020,
  10: { white: [1 / 3, 1 / 3], red: [1, 0], green: [0, 1], blue: [0, 0] },
  11: { white: [0.314, 0.351], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] },
  12: { white: D65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] },
  22: { white: D65, red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077] },
};

const power =
  (exponent: number) =>
  (v: number): number =>
    v ** exponent;
/**
 * Code points of transfer functions like BT.709's. Decoders apply the gamma of a studio monitor (BT.1886) to them in
 * PNGs, and sRGB in AVIFs.
 */
const VIDEO_TRANSFERS = new Set([1, 6, 11, 14, 15]);
const REFERENCE_WHITE_NITS = 203;
const TRANSFERS: Readonly<Record<number, (sample: number) => number>> = {
  4: power(2.2),
  5: power(2.8),
  // Transfer function of SMPTE ST 240.
  7: (v) => (v < 0.0913 ? v / 4 : ((v + 0.1115) / 1.1115) ** (1 / 0.45)),
  8: (v) => v,
  13: srgbToLinear,
  // Transfer function of SMPTE ST 2084 (PQ).
  16: (v) => {
    const p = v ** (1 / 78.84375);
    const nits = 10_000 * (Math.max(0, p - 0.8359375) / (18.8515625 - 18.6875 * p)) ** (1 / 0.1593017578125);
    return nits / REFERENCE_WHITE_NITS;
  },
  // Transfer function of SMPTE ST 428-1, whose white is 48 of 52.37 cd/m².
  17: (v) => (v ** 2.6 * 52.37) / 48,
  // Transfer function of ARIB STD-B67 (HLG), giving scene light.
  18: (v) => (v <= 0.5 ? (v * v) / 3 : (Math.exp((v - 0.55991073) / 0.17883277) + 0.28466892) / 12),
};
const PQ = 16;
const HLG = 18;

/**
 * Color space that code points state.
 * @param video interpretation of the transfer functions for video
 * @returns null for unspecified or unknown code points
 */
export function codePointSpace(
  { colorPrimaries = 2, transfer = 2 }: CodePoints,
  video: 'studio monitor' | 'sRGB',
): RgbSpace | 'srgb' | null {
  const primaries = PRIMARIES[colorPrimaries];
  const isVideo = VIDEO_TRANSFERS.has(transfer);
  const toLight = isVideo ? (video === 'sRGB' ? srgbToLinear : power(2.4)) : TRANSFERS[transfer];
  if (primaries === undefined || toLight === undefined) return null;
  if (primaries === BT709 && toLight === srgbToLinear) return 'srgb';
  const range = transfer === PQ ? 'PQ' : transfer === HLG ? 'HLG' : 'standard';
  const matrix = conversion(primaries, range === 'standard' ? BT709 : BT2020);
  return matrix === null ? null : { toLight, range, matrix };
}

/** Gammas this close to 1/2.2 count as sRGB, unless the file also has chromaticities. */
const SRGB_GAMMA = 0.45455;
const GAMMA_TOLERANCE = 0.0228;

/** Color space that a PNG's gAMA and cHRM chunks state; null for sRGB or impossible chromaticities. */
export function gammaSpace(gamma: number, chromaticities: Chromaticities | null): RgbSpace | null {
  if (chromaticities === null && Math.abs(gamma - SRGB_GAMMA) < GAMMA_TOLERANCE) return null;
  const matrix = conversion(chromaticities ?? BT709, BT709);
  return matrix === null ? null : { toLight: power(1 / gamma), range: 'standard', matrix };
}

/** Bradford's cone response matrix. */
const BRADFORD: Matrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296];

/**
 * Matrix from one space's linear light to another's, with Bradford adaptation of white; null if the chromaticities
 * allow no conversion.
 */
function conversion(from: Chromaticities, to: Chromaticities): Matrix | null {
  if (from === to) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const [source, target] = [toXyz(from), toXyz(to)];
  const back = target === null ? null : inverse(target);
  if (source === null || back === null) return null;
  const matrix = product(back, product(adaptation(from.white, to.white), source));
  return matrix.every(Number.isFinite) ? matrix : null;
}

const chromaticityToXyz = ([x, y]: Xy): readonly [number, number, number] => [x / y, 1, (1 - x - y) / y];

function toXyz({ white, red, green, blue }: Chromaticities): Matrix | null {
  const colorants: Matrix = [
    ...([red[0], green[0], blue[0]] as const),
    ...([red[1], green[1], blue[1]] as const),
    ...([1 - red[0] - red[1], 1 - green[0] - green[1], 1 - blue[0] - blue[1]] as const),
  ];
  const back = inverse(colorants);
  if (back === null || white[1] <= 0) return null;
  const [r, g, b] = applyMatrix(back, chromaticityToXyz(white));
  return product(colorants, [r, 0, 0, 0, g, 0, 0, 0, b]);
}

function adaptation(from: Xy, to: Xy): Matrix {
  const [a, b] = [
    applyMatrix(BRADFORD, chromaticityToXyz(from)),
    applyMatrix(BRADFORD, chromaticityToXyz(to)),
  ];
  const scale: Matrix = [b[0] / a[0], 0, 0, 0, b[1] / a[1], 0, 0, 0, b[2] / a[2]];
  return product(inverse(BRADFORD) ?? BRADFORD, product(scale, BRADFORD));
}

/** Matrix from linear BT.2020 to linear sRGB. */
export const WIDE_TO_SRGB: Matrix = conversion(BT2020, BT709) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Conversion from a file's samples to sRGB, as the file states its color space. */
export type StatedColor =
  | { readonly kind: 'srgb' }
  /** An ICC profile that fits the picture's channels. */
  | {
      readonly kind: 'profile';
      readonly profile: Uint8Array;
      readonly isOfGray: boolean;
      /**
       * True if libvips can apply the profile: only to 8-bit samples, and to gray samples only if it is a gray
       * profile.
       */
      readonly isForDecoder: boolean;
    }
  | { readonly kind: 'space'; readonly space: RgbSpace; readonly is16Bit: boolean }
  /** CMYK inks without a profile. */
  | { readonly kind: 'inks' };
