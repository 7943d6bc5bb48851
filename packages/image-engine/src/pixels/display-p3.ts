import type { RgbaRaster } from './raster.ts';

/** Display P3's number among the coding-independent colour primaries (ITU-T H.273, table 2). */
export const DISPLAY_P3_PRIMARIES = 12;

// Linear Display P3 to linear sRGB, both D65 (CSS Color 4, sample code; rows are R, G, B).
const M = [
  1.2249401762, -0.2249401762, 0, -0.0420569547, 1.0420569547, 0, -0.0196375546, -0.0786360456, 1.0982736001,
] as const;

const ENCODE_STEPS = 4096;
const toLinear = Float32Array.from({ length: 256 }, (_, i) => {
  const v = i / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});
const fromLinear = Uint8Array.from({ length: ENCODE_STEPS + 1 }, (_, i) => {
  const v = i / ENCODE_STEPS;
  return Math.round(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055));
});

const encode = (v: number): number =>
  fromLinear[v <= 0 ? 0 : v >= 1 ? ENCODE_STEPS : (v * ENCODE_STEPS + 0.5) | 0];

/** Display P3 to sRGB in place; colours outside sRGB are clipped. Both share sRGB's transfer curve. */
export function displayP3ToSrgb({ data }: RgbaRaster): void {
  for (let i = 0; i < data.length; i += 4) {
    const r = toLinear[data[i]];
    const g = toLinear[data[i + 1]];
    const b = toLinear[data[i + 2]];
    data[i] = encode(M[0] * r + M[1] * g + M[2] * b);
    data[i + 1] = encode(M[3] * r + M[4] * g + M[5] * b);
    data[i + 2] = encode(M[6] * r + M[7] * g + M[8] * b);
  }
}
