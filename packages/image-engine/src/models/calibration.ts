/** Smallest and largest value measured at a point of the graph, with outliers clipped by percentile. */
export type ActivationRange = readonly [min: number, max: number];
export type ActivationRanges = Readonly<Record<string, ActivationRange>>;
/** Scales of the channels of each convolution's output, by the name of the output; encoded by `encodeChannelScales`. */
export type ChannelScales = Readonly<Record<string, string>>;

/** Measurements of a network, made in advance so that quantizing the network needs no pictures. */
export interface Calibration {
  readonly ranges: ActivationRanges;
  /**
   * Scales by which channels are equalized before quantization; the channels of values without an entry stay unscaled.
   */
  readonly scales?: ChannelScales;
  /**
   * Prefixes of the names of nodes that stay in single precision, because 8 bits would make their results too
   * inaccurate.
   */
  readonly singlePrecision?: readonly string[];
}

/** Error for measurements that don't fit the graph or are invalid. */
export class CalibrationError extends Error {
  override readonly name = 'CalibrationError';
}

// Largest weight, in seven bits. Without VNNI instructions, pairs of u8*s8 products saturate 16 bits when weights use
// all eight bits (ONNX Runtime, "Quantize ONNX models"). The measured loss against eight bits is negligible.
/** Exported for the scripts in `lab/`. @lab */
export const WEIGHT_LIMIT = 63;
/** Exported for the scripts in `lab/`. @lab */
export const ACTIVATION_LEVELS = 255;

/**
 * Activation ranges by name, as a mutable map.
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

/**
 * Mapping from bytes to the values of a range: `value = (byte - zeroPoint) * scale`. Zero is always represented
 * exactly.
 */
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

/** Quantizes biases to 32 bits, in the scale of the convolution's products: input scale times weight scale. */
export function quantizeBiases(
  biases: Float32Array,
  inputScale: number,
  weightScales: Float32Array,
): { values: Int32Array; scales: Float32Array } {
  const scales = weightScales.map((scale) => scale * inputScale);
  return { values: Int32Array.from(biases, (bias, i) => Math.round(bias / scales[i])), scales };
}
