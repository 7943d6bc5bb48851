import type { AlphaRaster, Box } from '../raster/raster.ts';
import { srgbToLinear } from '../color/oklab.ts';
import type { StudioSet } from './studio-set.ts';

/**
 * Layer as 12-bit samples, with a table of the linear light (or distance in decimeters) of each of the 4096 values;
 * takes half of the memory of 32-bit floats.
 */
export interface LayerPlane<Channels extends 1 | 3> {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
  /** Samples by rows from the top, channels interleaved, each 0 to LAYER_FULL_SCALE. */
  readonly samples: Uint16Array;
  readonly values: Float32Array;
}

/**
 * Studio set with its layers in memory. All layers except depth have the same size, which may be smaller than in the
 * files.
 */
export interface DecodedStudioSet {
  readonly set: StudioSet;
  readonly albedo: LayerPlane<3>;
  /** Light divided by albedo, by light ID. */
  readonly lights: ReadonlyMap<string, LayerPlane<3>>;
  /** Share of each pixel that shows the tintable material, by tint ID. */
  readonly tints: ReadonlyMap<string, AlphaRaster>;
  /** Distance along the view axis in decimeters; at full size, half as wide and high as the other layers. */
  readonly depth: LayerPlane<1>;
}

export const LAYER_BITS = 12;
export const LAYER_FULL_SCALE = 2 ** LAYER_BITS - 1;
/** Largest value in layer files, which store the 12 bits as the top bits of 16; this divisor is part of the format. */
const FILE_FULL_SCALE = 65_535;

export const LIGHT_CURVE = 16;

/** Encodes light (0 to `max`, 1 is paper white) for a layer, 0 to 1. */
export const encodeLight = (value: number, max: number): number =>
  Math.log1p(LIGHT_CURVE * Math.min(max, Math.max(0, value))) / Math.log1p(LIGHT_CURVE * max);

export const decodeLight = (v: number, layer: { readonly curve: number; readonly max: number }): number =>
  Math.expm1(v * Math.log1p(layer.curve * layer.max)) / layer.curve;

/** Encodes a distance for a layer, 0 (far) to 1 (near): uniform in the inverse of distance, as perspective needs. */
export const encodeDepth = (depthDm: number, nearDm: number, farDm: number): number =>
  Math.min(1, Math.max(0, (1 / depthDm - 1 / farDm) / (1 / nearDm - 1 / farDm)));

export const decodeDepth = (v: number, nearDm: number, farDm: number): number =>
  1 / (1 / farDm + v * (1 / nearDm - 1 / farDm));

/**
 * Table of the 4096 decoded values of a layer.
 * @param decode inverse of the layer's encoding, for values from 0 to 1
 */
export function layerValues(decode: (v: number) => number): Float32Array {
  const shift = 16 - LAYER_BITS;
  return Float32Array.from({ length: LAYER_FULL_SCALE + 1 }, (_, i) =>
    decode((i << shift) / FILE_FULL_SCALE),
  );
}

/** Tables of a set's layers: reflectance of the albedo, light of a lamp, distance in decimeters. */
export const albedoValues = (): Float32Array => layerValues(srgbToLinear);
export const lightValues = (layer: StudioSet['lights'][number]['layer']): Float32Array =>
  layerValues((v) => decodeLight(v, layer));
export const depthValues = ({ nearDm, farDm }: Pick<StudioSet['depth'], 'nearDm' | 'farDm'>): Float32Array =>
  layerValues((v) => decodeDepth(v, nearDm, farDm));

export function layerFloats({ samples, values }: LayerPlane<1 | 3>): Float32Array {
  const out = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i++) out[i] = values[samples[i]];
  return out;
}

export function layersSizeBytes({ albedo, lights, tints, depth }: DecodedStudioSet): number {
  let sum = albedo.samples.byteLength + depth.samples.byteLength;
  for (const light of lights.values()) sum += light.samples.byteLength;
  for (const tint of tints.values()) sum += tint.data.byteLength;
  return sum;
}

export const fullBox = ({ albedo }: DecodedStudioSet): Box => ({
  xPx: 0,
  yPx: 0,
  widthPx: albedo.widthPx,
  heightPx: albedo.heightPx,
});
