import { ACTIVATION_LEVELS } from '../../../packages/image-engine/src/models/calibration.ts';
import type { ActivationRange } from '../../../packages/image-engine/src/models/calibration.ts';
import { float32Values, int } from '../../../packages/image-engine/src/models/onnx-format.ts';
import type { OnnxGraph } from '../../../packages/image-engine/src/models/onnx-format.ts';
import type { ChannelGroups } from './channel-groups.ts';
import type { ChannelStatistics, ValueStatistics } from './channel-statistics.ts';

const BINS = 2048;
/** Factor by which each tried range is smaller than the previous one, starting with the full range. */
const SHRINKING = 0.93;
const NARROWEST = 0.08;
const POWER_FLOOR = 0.05;
/** Range of the input: each byte of the photo becomes one quantization level. */
const INPUT_RANGE: ActivationRange = [-0.5, 127 / 256];

/**
 * Chooses the range of each value that does the least harm: a wider range has coarser steps, a narrower one clips. Each
 * channel counts by its influence on the convolutions. `graph` and `statistics` are those after scaling.
 */
export function computeRanges(
  graph: OnnxGraph,
  groups: ChannelGroups,
  statistics: ValueStatistics,
): Record<string, ActivationRange> {
  const importance = measureImportance(graph, groups, statistics);
  const ranges: Record<string, ActivationRange> = { [graph.input[0].name]: INPUT_RANGE };
  for (const [name, channels] of statistics) {
    const weights = (groups.of.get(name) ?? []).map((group) => importance[group]);
    ranges[name] = leastHarm(channels, weights);
  }
  for (const { op_type: operator, input, output } of graph.node) {
    const parts = input.flatMap((name) => (name in ranges ? [ranges[name]] : []));
    if (output[0] in ranges || parts.length === 0) continue;
    if (operator === 'MaxPool' || operator === 'Resize') ranges[output[0]] = parts[0];
    if (operator === 'Concat') {
      ranges[output[0]] = [Math.min(...parts.map(([min]) => min)), Math.max(...parts.map(([, max]) => max))];
    }
  }
  return ranges;
}

function measureImportance(graph: OnnxGraph, groups: ChannelGroups, statistics: ValueStatistics): Float64Array {
  const importance = new Float64Array(groups.count).fill(1e-6);
  const constants = new Map(graph.initializer.map((constant) => [constant.name, constant]));
  const rectifiedAs = new Map(
    graph.node.filter((n) => n.op_type === 'Relu').map((n) => [n.input[0], n.output[0]]),
  );
  for (const node of graph.node) {
    const kernel = constants.get(node.input[1]);
    if (node.op_type !== 'Conv' || kernel === undefined) continue;
    const [outputs, inputs, height, width] = kernel.dims.map(int);
    const carried = statistics.get(rectifiedAs.get(node.output[0]) ?? node.output[0]);
    const power = Array.from({ length: outputs }, (_, o) => carried?.[o].meanSquare ?? 1);
    const floor = (POWER_FLOOR * power.reduce((sum, value) => sum + value, 0)) / outputs + 1e-12;
    const channels = groups.of.get(node.input[0]) ?? [];
    const perInput = height * width;
    for (const [i, weight] of float32Values(kernel).entries()) {
      const pair = Math.floor(i / perInput);
      importance[channels[pair % inputs]] += weight ** 2 / (power[Math.floor(pair / inputs)] + floor);
    }
  }
  return importance;
}

function leastHarm(channels: readonly ChannelStatistics[], weights: readonly number[]): ActivationRange {
  const min = channels.reduce((least, channel) => Math.min(least, channel.min), 0);
  const max = channels.reduce((most, channel) => Math.max(most, channel.max), 0);
  const binsPerUnit = (BINS - 1) / (max - min || 1);
  const histogram = new Float64Array(BINS);
  let total = 0;
  for (const [c, { samples }] of channels.entries()) {
    for (const value of samples) histogram[Math.floor((value - min) * binsPerUnit)] += weights[c];
    total += samples.length * weights[c];
  }
  let best: ActivationRange = [min, max];
  let least = Infinity;
  for (let share = 1; share > NARROWEST; share *= SHRINKING) {
    const range: ActivationRange = [min * share, max * share];
    const step = (range[1] - range[0]) / ACTIVATION_LEVELS;
    let harm = (total * step ** 2) / 12;
    for (let bin = 0; bin < BINS; bin++) {
      const value = min + (bin + 0.5) / binsPerUnit;
      const clipped = Math.max(0, value - range[1], range[0] - value);
      harm += histogram[bin] * clipped ** 2;
    }
    if (harm < least) {
      least = harm;
      best = range;
    }
  }
  return best;
}
