import { activationScale, checkedRanges, quantizeBiases, quantizeWeights } from './calibration.ts';
import type { ActivationRange, ActivationRanges, Calibration } from './calibration.ts';
import { equalizeChannels } from './isnet-scales.ts';
import { float32Values, int, tensor } from './onnx-format.ts';
import type { OnnxGraph, OnnxModel, OnnxNode, OnnxTensor } from './onnx-format.ts';

/** Operators besides Conv that run on 8-bit activations. Relu fuses into Conv; Sigmoid stays in single precision. */
const QUANTIZED_OPERATORS = new Set(['Concat', 'Add', 'MaxPool', 'Resize']);

/**
 * Static post-training quantization in QDQ form, in place: 8-bit unsigned activations with the given ranges, 7-bit
 * signed weights scaled per output channel, 32-bit biases (Jacob et al., CVPR 2018). Before it, the channels of each
 * value are scaled to similar ranges. The final enlargement before the sigmoid stays in single precision, because 8
 * bits would posterize the mask.
 */
export function quantize(model: OnnxModel, { ranges, scales = {}, singlePrecision = [] }: Calibration): void {
  equalizeChannels(model.graph, scales);
  new Quantizer(model.graph, ranges, singlePrecision).run();
}

class Quantizer {
  readonly #graph: OnnxGraph;
  readonly #ranges: Map<string, ActivationRange>;
  readonly #weights: Map<string, OnnxTensor>;
  readonly #nodes: OnnxNode[] = [];
  readonly #added: OnnxTensor[] = [];
  readonly #dequantized = new Map<string, string>();
  readonly #singlePrecision: readonly string[];
  /** Names of values that nodes in single precision compute; other nodes in single precision read them unrounded. */
  readonly #unrounded = new Set<string>();

  constructor(graph: OnnxGraph, ranges: ActivationRanges, singlePrecision: readonly string[]) {
    this.#graph = graph;
    this.#ranges = checkedRanges(ranges);
    this.#singlePrecision = singlePrecision;
    this.#weights = new Map(graph.initializer.map((t) => [t.name, t]));
  }

  run(): void {
    this.#shareRangesAcrossCopies();
    for (const node of this.#graph.node) this.#convert(node);
    const used = new Set(this.#nodes.flatMap((node) => node.input));
    const usedInitializers = this.#graph.initializer.filter((t) => used.has(t.name));
    this.#graph.node = this.#nodes;
    this.#graph.initializer = [...usedInitializers, ...this.#added];
  }

  // Gives the input and output of pooling and resizing the same range, which avoids rescaling: these operators only
  // copy or mix values.
  #shareRangesAcrossCopies(): void {
    const copies = this.#graph.node.filter((n) => n.op_type === 'MaxPool' || n.op_type === 'Resize');
    for (let changed = true; changed;) {
      changed = false;
      for (const { input, output } of copies) {
        const before = this.#ranges.get(input[0]);
        const after = this.#ranges.get(output[0]);
        if (before === undefined || after === undefined) continue;
        const union: ActivationRange = [Math.min(before[0], after[0]), Math.max(before[1], after[1])];
        if (
          union[0] === before[0] &&
          union[1] === before[1] &&
          union[0] === after[0] &&
          union[1] === after[1]
        ) {
          continue;
        }
        this.#ranges.set(input[0], union);
        this.#ranges.set(output[0], union);
        changed = true;
      }
    }
  }

  #convert(node: OnnxNode): void {
    if (this.#staysInSinglePrecision(node)) {
      this.#unrounded.add(node.output[0]);
      const input = node.input.map((name) => this.#unroundedOrNot(name));
      this.#nodes.push({ ...node, input });
    } else if (node.op_type === 'Conv') {
      this.#convertConv(node);
    } else if (QUANTIZED_OPERATORS.has(node.op_type) && !this.#feedsSigmoid(node)) {
      const input = node.input.map((name) => (this.#ranges.has(name) ? this.#dequantize(name) : name));
      this.#nodes.push({ ...node, input });
    } else {
      this.#nodes.push(node);
    }
  }

  #staysInSinglePrecision({ name, op_type: operator, input }: OnnxNode): boolean {
    if (operator === 'Relu') return this.#unrounded.has(input[0]);
    return this.#singlePrecision.some((part) => name.startsWith(part));
  }

  #unroundedOrNot(name: string): string {
    return this.#ranges.has(name) && !this.#unrounded.has(name) ? this.#dequantize(name) : name;
  }

  #feedsSigmoid(node: OnnxNode): boolean {
    return this.#graph.node.some((n) => n.op_type === 'Sigmoid' && n.input[0] === node.output[0]);
  }

  #convertConv(node: OnnxNode): void {
    const [data, weightName, biasName] = node.input;
    const input = this.#dequantize(data);
    const { scale: inputScale } = activationScale(this.#ranges, data);
    const weights = this.#weight(weightName);
    const channels = int(weights.dims[0]);
    const { values, scales } = quantizeWeights(float32Values(weights), channels);
    const weight = this.#constant(weightName, weights.dims.map(int), values, scales, new Int8Array(channels));
    const bias = quantizeBiases(float32Values(this.#weight(biasName)), inputScale, scales);
    // Each node gets its own bias, because the bias is scaled for the node's input.
    const nodeBiasName = `${biasName}@${node.name}`;
    const biasInput = this.#constant(
      nodeBiasName,
      [channels],
      bias.values,
      bias.scales,
      new Int32Array(channels),
    );
    this.#nodes.push({ ...node, input: [input, weight, biasInput] });
  }

  #weight(name: string): OnnxTensor {
    const weights = this.#weights.get(name);
    if (weights === undefined) throw new Error(`${name} is not an initializer`);
    return weights;
  }

  /** Adds quantize and dequantize nodes after a value, once per value; returns the name of the dequantized value. */
  #dequantize(name: string): string {
    const existingName = this.#dequantized.get(name);
    if (existingName !== undefined) return existingName;
    const { scale, zeroPoint } = activationScale(this.#ranges, name);
    const parameters = [`${name}_scale`, `${name}_zero`];
    this.#added.push(
      tensor(`${name}_scale`, [], Float32Array.of(scale)),
      tensor(`${name}_zero`, [], Uint8Array.of(zeroPoint)),
    );
    this.#nodes.push(
      node('QuantizeLinear', `${name}_Q`, [name, ...parameters], `${name}_q`),
      node('DequantizeLinear', `${name}_DQ`, [`${name}_q`, ...parameters], `${name}_dq`),
    );
    this.#dequantized.set(name, `${name}_dq`);
    return `${name}_dq`;
  }

  #constant(
    name: string,
    dims: number[],
    values: Int8Array | Int32Array,
    scales: Float32Array,
    zeros: Int8Array | Int32Array,
  ): string {
    const inputs = [`${name}_q`, `${name}_scale`, `${name}_zero`];
    this.#added.push(
      tensor(`${name}_q`, dims, values),
      tensor(`${name}_scale`, [scales.length], scales),
      tensor(`${name}_zero`, [scales.length], zeros),
    );
    const perChannel = [{ name: 'axis', type: 2, i: 0 }];
    this.#nodes.push(node('DequantizeLinear', `${name}_DQ`, inputs, `${name}_dq`, perChannel));
    return `${name}_dq`;
  }
}

function node(
  operator: string,
  name: string,
  input: string[],
  output: string,
  attributes: OnnxNode['attribute'] = [],
): OnnxNode {
  return { op_type: operator, name, input, output: [output], attribute: attributes };
}
