/** The smallest and largest value measured at a point of the graph (percentile-clipped). */
export type ActivationRange = readonly [min: number, max: number];
export type ActivationRanges = Readonly<Record<string, ActivationRange>>;
/** By the output of a convolution: the scales of its channels, as `encodeChannelScales` writes them. */
export type ChannelScales = Readonly<Record<string, string>>;

/** What was measured ahead of time about a network, so that no picture is needed where it is quantized. */
export interface Calibration {
  readonly ranges: ActivationRanges;
  /** The channels of values that these do not name keep their scale. */
  readonly scales?: ChannelScales;
  /** Parts of the graph that 8 bits would harm too much, by how the names of their nodes begin. */
  readonly singlePrecision?: readonly string[];
}

/** The ranges do not match the graph, or are not numbers. */
export class CalibrationError extends Error {
  override readonly name = 'CalibrationError';
}

// Seven bits per weight: without VNNI, pairs of u8*s8 products saturate 16 bits when weights use all eight
// (ONNX Runtime, "Quantize ONNX models"). The measured loss against eight bits is negligible.
/** @lab */
export const WEIGHT_LIMIT = 63;
/** @lab */
export const ACTIVATION_LEVELS = 255;

/**
 * The ranges by name, as a mutable map.
 * @throws CalibrationError for an invalid range
 */
export function checkedRanges(ranges: ActivationRanges): Map<string, ActivationRange> {
  for (const [name, [min, max]] of Object.entries(ranges)) {
    if (!Number.isFinite(min) || !Number.isFinite(max) || min > max) {
      throw new CalibrationError(`The range of ${name} is not a range`);
    }
  }
  return new Map(Object.entries(ranges));
}

/** The mapping from bytes to a range's values: `value = (byte - zeroPoint) * scale`. Zero is always exact. */
export function activationScale(
  ranges: ReadonlyMap<string, ActivationRange>,
  name: string,
): { scale: number; zeroPoint: number } {
  const range = ranges.get(name);
  if (range === undefined) throw new CalibrationError(`No range for ${name}`);
  const min = Math.min(0, range[0]);
  const max = Math.max(0, range[1]);
  const scale = (max - min) / ACTIVATION_LEVELS || 1e-6;
  return { scale, zeroPoint: Math.round(-min / scale) };
}

/**
 * Quantizes weights to signed 7 bits with a scale for each output channel; channels are the outermost
 * dimension.
 */
export function quantizeWeights(
  weights: Float32Array,
  channels: number,
): { values: Int8Array; scales: Float32Array } {
  const perChannel = weights.length / channels;
  const values = new Int8Array(weights.length);
  const scales = new Float32Array(channels);
  for (let channel = 0; channel < channels; channel++) {
    const from = channel * perChannel;
    let largest = 1e-8;
    for (let i = from; i < from + perChannel; i++) largest = Math.max(largest, Math.abs(weights[i]));
    scales[channel] = largest / WEIGHT_LIMIT;
    for (let i = from; i < from + perChannel; i++) values[i] = Math.round(weights[i] / scales[channel]);
  }
  return { values, scales };
}

/** Quantizes biases to 32 bits in the scale of the products: input scale times weight scale. */
export function quantizeBiases(
  biases: Float32Array,
  inputScale: number,
  weightScales: Float32Array,
): { values: Int32Array; scales: Float32Array } {
  const scales = weightScales.map((scale) => scale * inputScale);
  return { values: Int32Array.from(biases, (bias, i) => Math.round(bias / scales[i])), scales };
}
