import { CalibrationError } from './calibration.ts';
import type { ChannelScales } from './calibration.ts';
import { float32Values, int, tensor } from './onnx-format.ts';
import type { OnnxGraph, OnnxNode, OnnxTensor } from './onnx-format.ts';

/**
 * Number of scale steps per octave (factor of two). Coarse steps suffice, because any scale leaves the network's
 * result unchanged.
 */
const STEPS_PER_OCTAVE = 8;

/** Decodes the scales by which a convolution's channels are divided. */
export function channelScales(encoded: string): Float32Array {
  return Float32Array.from(
    new Int8Array(Buffer.from(encoded, 'base64')),
    (step) => 2 ** (step / STEPS_PER_OCTAVE),
  );
}

export function encodeChannelScales(scales: Iterable<number>): string {
  return Buffer.from(
    Int8Array.from(scales, (scale) => Math.round(Math.log2(scale) * STEPS_PER_OCTAVE)),
  ).toString('base64');
}

/**
 * Divides the output channels of convolutions by their scales, and multiplies the weights that read these channels by
 * the same scales, in place. The network's result stays the same, but the channels of each value get similar ranges,
 * which suit one 8-bit scale (Nagel et al., ICCV 2019). Between convolutions ISNet only rectifies, pools, enlarges,
 * concatenates and adds, and a positive factor passes through all of these.
 * @throws CalibrationError if the scales don't fit the graph
 */
export function equalizeChannels(graph: OnnxGraph, scales: ChannelScales): void {
  const constants = new Map(graph.initializer.map((constant) => [constant.name, constant]));
  const scaled = new Map<string, OnnxTensor>();
  const scalesByValue = new Map<string, Float32Array>();
  for (const node of graph.node) {
    const [output] = node.output;
    if (node.op_type === 'Conv') {
      const [weights, biases] = node.input.slice(1, 3).map((name) => constants.get(name));
      if (weights === undefined || biases === undefined) throw new Error(`${node.name} has no weights`);
      const outputs = decodeScales(scales, output, int(weights.dims[0]));
      scaled.set(weights.name, scaledWeights(weights, outputs, scalesByValue.get(node.input[0])));
      scaled.set(biases.name, scaledBiases(biases, outputs));
      scalesByValue.set(output, outputs);
    } else {
      const passed = passedOn(node, scalesByValue);
      if (passed !== undefined) scalesByValue.set(output, passed);
    }
  }
  graph.initializer = graph.initializer.map((constant) => scaled.get(constant.name) ?? constant);
}

function decodeScales(scales: ChannelScales, output: string, channels: number): Float32Array {
  const encoded = scales[output];
  if (encoded === undefined) return new Float32Array(channels).fill(1);
  const values = channelScales(encoded);
  if (values.length !== channels) throw new CalibrationError(`${output} has ${channels} channels`);
  return values;
}

/**
 * Channel scales that a node other than a convolution passes on from its inputs, or undefined if its inputs have none.
 */
function passedOn(
  node: OnnxNode,
  scalesByValue: ReadonlyMap<string, Float32Array>,
): Float32Array | undefined {
  const inputs = node.input.map((name) => scalesByValue.get(name));
  const [first, second] = inputs;
  if (node.op_type === 'Concat') {
    return first && Float32Array.from(inputs.flatMap((values) => [...(values ?? [])]));
  }
  if (node.op_type === 'Add' && !first?.every((scale, i) => scale === second?.[i])) {
    throw new CalibrationError(`${node.name} adds channels of different scales`);
  }
  if (node.op_type === 'Sigmoid' && !first?.every((scale) => scale === 1)) {
    throw new CalibrationError('The mask itself has no scale');
  }
  return first;
}

function scaledWeights(
  weights: OnnxTensor,
  outputs: Float32Array,
  inputs: Float32Array | undefined,
): OnnxTensor {
  const values = float32Values(weights);
  const dims = weights.dims.map(int);
  const perInput = dims[2] * dims[3];
  const perOutput = dims[1] * perInput;
  for (let i = 0; i < values.length; i++) {
    const input = inputs?.[Math.floor((i % perOutput) / perInput)] ?? 1;
    values[i] *= input / outputs[Math.floor(i / perOutput)];
  }
  return tensor(weights.name, dims, values);
}

function scaledBiases(biases: OnnxTensor, outputs: Float32Array): OnnxTensor {
  const values = float32Values(biases).map((bias, i) => bias / outputs[i]);
  return tensor(biases.name, [values.length], values);
}
