import type { RgbaRaster } from './raster.ts';

/**
 * A file's color space as code points (coding-independent code points, ITU-T H.273); undefined where the file
 * does not say.
 */
export interface CodePoints {
  /** 1 is sRGB, 9 BT.2020, 12 Display P3. */
  readonly colorPrimaries: number | undefined;
  /** 13 is sRGB, 16 PQ, 18 HLG. */
  readonly transfer: number | undefined;
}

type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/**
 * Linear light to linear sRGB, all D65 (CSS Color 4, sample code; rows are R, G, B). Missing entries are
 * already sRGB.
 */
const TO_SRGB: Readonly<Record<number, Matrix>> = {
  9: [
    1.6604910021, -0.5876411388, -0.0728498633, -0.1245504745, 1.1328998971, -0.0083494226, -0.0181507634,
    -0.100578898, 1.1187296614,
  ],
  12: [
    1.2249401762, -0.2249401762, 0, -0.0420569547, 1.0420569547, 0, -0.0196375546, -0.0786360456,
    1.0982736001,
  ],
};
const SAME: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Reference white of HDR pictures, in cd/m² and as HLG's linear light (ITU-R BT.2408). */
const REFERENCE_WHITE_NITS = 203;
const REFERENCE_WHITE_HLG = 0.265;

/** Converts values from 0 to 1 to light, where 1 is reference white. */
const srgbToLinear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const TO_LINEAR: Readonly<Record<number, (value: number) => number>> = {
  8: (v) => v,
  // SMPTE ST 2084.
  16: (v) => {
    const p = v ** (1 / 78.84375);
    const nits = 10_000 * (Math.max(0, p - 0.8359375) / (18.8515625 - 18.6875 * p)) ** (1 / 0.1593017578125);
    return nits / REFERENCE_WHITE_NITS;
  },
  // ARIB STD-B67.
  18: (v) => {
    const light = v <= 0.5 ? (v * v) / 3 : (Math.exp((v - 0.55991073) / 0.17883277) + 0.28466892) / 12;
    return light / REFERENCE_WHITE_HLG;
  },
};

/** Light up to here stays the same; brighter light is compressed into the range up to white. */
const SHOULDER = 0.8;
const shoulder = (v: number): number =>
  v <= SHOULDER ? v : SHOULDER + (1 - SHOULDER) * (1 - Math.exp((SHOULDER - v) / (1 - SHOULDER)));

const ENCODE_STEPS = 4096;
const fromLinear = Uint8Array.from({ length: ENCODE_STEPS + 1 }, (_, i) => {
  const v = i / ENCODE_STEPS;
  return Math.round(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055));
});
const encode = (v: number): number =>
  fromLinear[v <= 0 ? 0 : v >= 1 ? ENCODE_STEPS : (v * ENCODE_STEPS + 0.5) | 0];

/**
 * Converts samples to sRGB, in place: colors outside its gamut are clipped, and light beyond white is
 * compressed. Files without code points count as sRGB, as does every transfer function that differs from
 * sRGB's by less than viewing conditions do (BT.709 and similar).
 */
export function codePointsToSrgb(
  { data }: RgbaRaster,
  { colorPrimaries = 1, transfer = 13 }: CodePoints,
): void {
  const m = TO_SRGB[colorPrimaries] ?? SAME;
  const linear = TO_LINEAR[transfer];
  if (m === SAME && linear === undefined) return;
  const isHdr = transfer === 16 || transfer === 18;
  const light = Float32Array.from({ length: 256 }, (_, i) => (linear ?? srgbToLinear)(i / 255));
  const written = (v: number): number => encode(isHdr ? shoulder(v) : v);
  for (let i = 0; i < data.length; i += 4) {
    const r = light[data[i]];
    const g = light[data[i + 1]];
    const b = light[data[i + 2]];
    data[i] = written(m[0] * r + m[1] * g + m[2] * b);
    data[i + 1] = written(m[3] * r + m[4] * g + m[5] * b);
    data[i + 2] = written(m[6] * r + m[7] * g + m[8] * b);
  }
}
