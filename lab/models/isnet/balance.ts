import { ACTIVATION_LEVELS, WEIGHT_LIMIT } from '../../../packages/image-engine/src/models/calibration.ts';
import { float32Values, int } from '../../../packages/image-engine/src/models/onnx-format.ts';
import type { OnnxGraph } from '../../../packages/image-engine/src/models/onnx-format.ts';
import type { ChannelGroups } from './channel-groups.ts';
import type { ChannelStatistics, ValueStatistics } from './channel-statistics.ts';

/** Effect of rounding on one convolution, for any scales of its input's channels. */
interface Convolution {
  readonly outputs: number;
  readonly inputs: number;
  readonly groups: readonly number[];
  /** Largest weight between each output and each input. */
  readonly largest: Float32Array;
  /** By input channel: gain of its noise at the outputs, relative to the power of these. */
  readonly gain: Float64Array;
  /** By output: mean square of its values. */
  readonly power: Float64Array;
  readonly kernelSize: number;
}

/** Exponent of the smooth maximum: the sixteenth root of a sum of sixteenth powers. */
const SHARPNESS = 16;
const ITERATIONS = 60;
/** Step sizes of the descent, as shares of the step that would reach the minimum if noise were a parabola. */
const FIRST_STEP = 0.24;
const LAST_STEP = 0.06;
/** Start of the descent, between scales that suit activations alone (1) and no scales (0). */
const START_EXPONENT = 0.75;
/** Share of the mean power that is added to each output, so that nearly silent outputs don't dominate. */
const POWER_FLOOR = 0.1;
const EVERYTHING_BUT = 1e-4;

/**
 * Computes scales of channels, by group, with which 8-bit activations and 7-bit weights add the least noise to the
 * convolutions. The noise is relative to the power of each convolution's outputs.
 */
export function balancedScales(
  graph: OnnxGraph,
  groups: ChannelGroups,
  statistics: ValueStatistics,
): Float64Array {
  const reach = new Float64Array(groups.count).fill(1e-6);
  const power = new Float64Array(groups.count).fill(1e-12);
  for (const [name, channels] of statistics) {
    for (const [i, group] of (groups.of.get(name) ?? []).entries()) {
      reach[group] = Math.max(reach[group], measureReach(channels[i]));
      power[group] = Math.max(power[group], channels[i].meanSquare);
    }
  }
  const convolutions = listConvolutions(graph, groups, statistics);
  const logarithms = startingPoint(convolutions, groups, reach);
  for (let i = 0; i < ITERATIONS; i++) {
    const slope = new Float64Array(groups.count);
    const curvature = new Float64Array(groups.count);
    for (const convolution of convolutions) addSlope(convolution, logarithms, reach, power, slope, curvature);
    const step = FIRST_STEP + (LAST_STEP - FIRST_STEP) * (i / ITERATIONS);
    for (let group = 0; group < groups.count; group++) {
      if (groups.fixed.has(group) || curvature[group] === 0) continue;
      logarithms[group] -= (step * slope[group]) / curvature[group];
    }
  }
  return logarithms.map(Math.exp);
}

/** Largest magnitude of a channel, without its few most extreme values. */
function measureReach({ min, max, samples }: ChannelStatistics): number {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number): number =>
    Math.abs(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
  return Math.max(at(EVERYTHING_BUT), at(1 - EVERYTHING_BUT), Math.max(Math.abs(min), Math.abs(max)) / 2);
}

function listConvolutions(graph: OnnxGraph, groups: ChannelGroups, statistics: ValueStatistics): Convolution[] {
  const constants = new Map(graph.initializer.map((constant) => [constant.name, constant]));
  const rectifiedAs = new Map(
    graph.node.filter((n) => n.op_type === 'Relu').map((n) => [n.input[0], n.output[0]]),
  );
  return graph.node.flatMap((node) => {
    const [input, weightName] = node.input;
    if (node.op_type !== 'Conv' || input === graph.input[0].name) return [];
    const kernel = constants.get(weightName);
    if (kernel === undefined) throw new Error(`${node.name} has no weights`);
    const [outputs, inputs, height, width] = kernel.dims.map(int);
    const kernelSize = height * width;
    const carried = statistics.get(rectifiedAs.get(node.output[0]) ?? node.output[0]);
    const power = Float64Array.from({ length: outputs }, (_, o) => carried?.[o].meanSquare ?? 1);
    const floor = (POWER_FLOOR * power.reduce((sum, value) => sum + value, 0)) / outputs + 1e-9;
    for (let o = 0; o < outputs; o++) power[o] += floor;
    const largest = new Float32Array(outputs * inputs);
    const gain = new Float64Array(inputs);
    const values = float32Values(kernel);
    for (let pair = 0, at = 0; pair < largest.length; pair++) {
      let squares = 0;
      for (let k = 0; k < kernelSize; k++, at++) {
        largest[pair] = Math.max(largest[pair], Math.abs(values[at]));
        squares += values[at] ** 2;
      }
      gain[pair % inputs] += squares / power[Math.floor(pair / inputs)] / outputs;
    }
    return [{ outputs, inputs, groups: groups.of.get(input) ?? [], largest, gain, power, kernelSize }];
  });
}

function startingPoint(
  convolutions: readonly Convolution[],
  groups: ChannelGroups,
  reach: Float64Array,
): Float64Array {
  // Largest ratio of a channel's weights to the largest weight of the same output.
  const weight = new Float64Array(groups.count).fill(1e-3);
  for (const { outputs, inputs, groups: channels, largest } of convolutions) {
    for (let o = 0; o < outputs; o++) {
      const row = largest.subarray(o * inputs, (o + 1) * inputs);
      const top = row.reduce((a, b) => Math.max(a, b), 1e-12);
      for (let i = 0; i < inputs; i++) weight[channels[i]] = Math.max(weight[channels[i]], row[i] / top);
    }
  }
  return reach.map((value, group) =>
    groups.fixed.has(group)
      ? 0
      : START_EXPONENT * Math.log(value) - (1 - START_EXPONENT) * Math.log(weight[group]),
  );
}

/** Adds the derivative of one convolution's noise with respect to the logarithm of each scale. */
function addSlope(
  convolution: Convolution,
  logarithms: Float64Array,
  reach: Float64Array,
  power: Float64Array,
  slope: Float64Array,
  curvature: Float64Array,
): void {
  const { outputs, inputs, groups, largest, gain, kernelSize } = convolution;
  const scale = Float64Array.from(groups, (group) => Math.exp(logarithms[group]));
  // Activations have one quantization step for all channels, set by the channel with the largest scaled magnitude.
  const share = new Float64Array(inputs);
  for (let i = 0; i < inputs; i++) share[i] = reach[groups[i]] / scale[i];
  const step = smoothMaximum(share);
  const perStep = step ** 2 / (12 * ACTIVATION_LEVELS ** 2);
  let ofActivations = 0;
  for (let i = 0; i < inputs; i++) ofActivations += perStep * scale[i] ** 2 * gain[i];
  // Weights have one quantization step for each output, set by its largest scaled weight; it applies to all channels
  // that the output reads.
  const pull = new Float64Array(inputs);
  const row = new Float64Array(inputs);
  let steps = 0;
  for (let o = 0; o < outputs; o++) {
    for (let i = 0; i < inputs; i++) row[i] = largest[o * inputs + i] * scale[i];
    const square = smoothMaximum(row) ** 2 / convolution.power[o];
    steps += square;
    for (let i = 0; i < inputs; i++) pull[i] += 2 * square * row[i];
  }
  const perWeight = 1 / (12 * WEIGHT_LIMIT ** 2 * outputs);
  let read = 0;
  for (let i = 0; i < inputs; i++) read += (kernelSize * power[groups[i]]) / scale[i] ** 2;
  for (let i = 0; i < inputs; i++) {
    const rising = 2 * perStep * scale[i] ** 2 * gain[i] + perWeight * pull[i] * read;
    const falling =
      2 * ofActivations * share[i] + (perWeight * 2 * steps * kernelSize * power[groups[i]]) / scale[i] ** 2;
    slope[groups[i]] += rising - falling;
    curvature[groups[i]] += rising + falling;
  }
}

/** Smooth maximum of the values, in place: the values become their shares in it. */
function smoothMaximum(values: Float64Array): number {
  let top = 0;
  for (const value of values) if (value > top) top = value;
  if (top === 0) return 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    let power = values[i] / top;
    for (let exponent = 1; exponent < SHARPNESS; exponent *= 2) power *= power;
    values[i] = power;
    sum += power;
  }
  for (let i = 0; i < values.length; i++) values[i] /= sum;
  return top * sum ** (1 / SHARPNESS);
}
