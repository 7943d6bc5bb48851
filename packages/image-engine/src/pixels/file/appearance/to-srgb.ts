/** Converts samples from the RGB space that a file states to sRGB. */
import type { Matrix, RgbSpace } from './rgb-space.ts';
import { raster } from '../../raster/raster.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import { linearToSrgb } from '../../color/oklab.ts';
import { WIDE_TO_SRGB } from './rgb-space.ts';

const ENCODE_STEPS = 16_384;
const fromLight = Uint8Array.from({ length: ENCODE_STEPS + 1 }, (_, i) =>
  Math.round(255 * linearToSrgb(i / ENCODE_STEPS)),
);
const encode = (v: number): number =>
  fromLight[v <= 0 ? 0 : v >= 1 ? ENCODE_STEPS : (v * ENCODE_STEPS + 0.5) | 0];

/** Brightest white of HDR pictures, in multiples of reference white: 1000 of 203 cd/m². */
const PEAK = 1000 / 203;
/**
 * Binary logarithms of the gains for bright light, at multiples of 2^(1/4) of reference white. Reference white is
 * mapped to half of sRGB's white, and peak white to white (reference white tone mapping operator of SMPTE ST 2094-50,
 * as in Chromium).
 */
const GAINS = [-1, -1.05, -1.153, -1.276, -1.427, -1.58, -1.735, -1.906, -2.079, -2.266, -2.5];
const STEPS_PER_DOUBLING = 4;

function gainForLight(light: number): number {
  if (light <= 1) return 0.5;
  if (light >= PEAK) return 1 / light;
  const at = Math.log2(light) * STEPS_PER_DOUBLING;
  const i = Math.floor(at);
  const [low, high] = [GAINS[i], GAINS[i + 1]];
  return 2 ** (low + (high - low) * (at - i));
}

/** Luminance weights of BT.2020, and the exponent that converts HLG's scene light to display light (ITU-R BT.2100). */
const LUMINANCE = [0.2627, 0.678, 0.0593] as const;
const HLG_EXPONENT = 0.2;

type FileSamples = Uint8Array | Uint16Array;
const LARGEST = { 1: 255, 2: 65_535 } as const;

/**
 * Converts samples to 8-bit sRGB; 8-bit samples are converted in place. Clips colors outside of sRGB and compresses
 * light brighter than white.
 * @param data red, green, blue and straight alpha
 */
export function toSrgb(
  data: FileSamples,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  { toLight, range, matrix }: RgbSpace,
): RgbaRaster {
  const largest = LARGEST[data.BYTES_PER_ELEMENT as 1 | 2];
  const light = Float32Array.from({ length: largest + 1 }, (_, i) => toLight(i / largest));
  const samples = data instanceof Uint8Array ? data : new Uint8Array(data.length);
  if (range === 'standard') convertStandard(data, samples, light, matrix);
  else convertHighRange(data, samples, light, matrix, range === 'HLG');
  if (samples !== data) for (let i = 3; i < data.length; i += 4) samples[i] = data[i] >> 8;
  return raster(samples, widthPx, heightPx, 4);
}

function convertStandard(data: FileSamples, samples: Uint8Array, light: Float32Array, m: Matrix): void {
  for (let i = 0; i < data.length; i += 4) {
    const r = light[data[i]];
    const g = light[data[i + 1]];
    const b = light[data[i + 2]];
    samples[i] = encode(m[0] * r + m[1] * g + m[2] * b);
    samples[i + 1] = encode(m[3] * r + m[4] * g + m[5] * b);
    samples[i + 2] = encode(m[6] * r + m[7] * g + m[8] * b);
  }
}

function convertHighRange(
  data: FileSamples,
  samples: Uint8Array,
  light: Float32Array,
  m: Matrix,
  isHlg: boolean,
): void {
  const w = WIDE_TO_SRGB;
  for (let i = 0; i < data.length; i += 4) {
    const [a, b, c] = [light[data[i]], light[data[i + 1]], light[data[i + 2]]];
    const red = m[0] * a + m[1] * b + m[2] * c;
    const green = m[3] * a + m[4] * b + m[5] * c;
    const blue = m[6] * a + m[7] * b + m[8] * c;
    const luminance = LUMINANCE[0] * red + LUMINANCE[1] * green + LUMINANCE[2] * blue;
    const displayLight = isHlg ? PEAK * Math.max(0, luminance) ** HLG_EXPONENT : 1;
    const gain = displayLight * gainForLight(displayLight * Math.max(red, green, blue));
    samples[i] = encode(gain * (w[0] * red + w[1] * green + w[2] * blue));
    samples[i + 1] = encode(gain * (w[3] * red + w[4] * green + w[5] * blue));
    samples[i + 2] = encode(gain * (w[6] * red + w[7] * green + w[8] * blue));
  }
}

/**
 * Converts CMYK inks without a profile to sRGB, in place, as browsers do: each ink darkens white independently. The
 * value 255 is full ink.
 */
export function inksToSrgb(image: RgbaRaster): RgbaRaster {
  const { data } = image;
  for (let i = 0; i < data.length; i += 4) {
    const black = 255 - data[i + 3];
    for (let c = i; c < i + 3; c++) data[c] = Math.round(((255 - data[c]) * black) / 255);
    data[i + 3] = 255;
  }
  return image;
}
