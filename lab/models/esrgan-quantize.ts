import {
  activationScale,
  CalibrationError,
  checkedRanges,
  quantizeBiases,
  quantizeWeights,
} from '../../packages/image-engine/src/models/calibration.ts';
import type {
  ActivationRange,
  ActivationRanges,
} from '../../packages/image-engine/src/models/calibration.ts';
import { float32Values, int, tensor } from '../../packages/image-engine/src/models/onnx-format.ts';
import { attributeOf } from './onnx-attributes.ts';
import type {
  OnnxGraph,
  OnnxModel,
  OnnxNode,
  OnnxTensor,
} from '../../packages/image-engine/src/models/onnx-format.ts';

/**
 * Convolutions outside the dense blocks. They are 1 % of the work, but carry the picture itself, which 8 bits
 * would posterize.
 */
const SINGLE_PRECISION = new Set(['Pre_blocks_conv', 'post_blocks_conv', 'PreShuffle', 'SR']);
/** The runtime's own operators: 8-bit convolution and concatenation in channels-last layout. */
const RUNTIME_DOMAIN = 'com.microsoft';
const TO_CHANNELS_LAST = [0, 2, 3, 1];
const TO_CHANNELS_FIRST = [0, 3, 1, 2];

/**
 * Static post-training quantization of the network's dense blocks (Jacob et al., CVPR 2018), in place. Uses
 * channels-last 8-bit operators, the layout of the CPU's 8-bit kernels, so that the layout is converted once
 * at each end of the body rather than around every operator. The residual sums between blocks stay in single
 * precision.
 * @throws CalibrationError
 */
export function quantizeEsrgan(model: OnnxModel, ranges: ActivationRanges): void {
  new Quantizer(model.graph, ranges).run();
  model.opset_import = [...(model.opset_import ?? []), { domain: RUNTIME_DOMAIN, version: 1 }];
}

/**
 * Names of the activations whose ranges `quantizeEsrgan` needs: inputs of 8-bit operators, and outputs of convolutions
 * without a Relu. A concatenation has the range of its inputs.
 */
export function quantizedActivations(graph: OnnxGraph): string[] {
  const producers = new Map(graph.node.map((node) => [node.output[0], node]));
  const rectified = new Set(graph.node.filter((n) => n.op_type === 'Relu').map((n) => n.input[0]));
  const names = new Set<string>();
  const add = (name: string): void => {
    const producer = producers.get(name);
    if (producer?.op_type === 'Concat') producer.input.forEach(add);
    else names.add(name);
  };
  for (const node of graph.node) {
    if (!isQuantized(node)) continue;
    add(node.input[0]);
    if (!rectified.has(node.output[0])) names.add(node.output[0]);
  }
  return [...names];
}

const isQuantized = (node: OnnxNode): boolean => node.op_type === 'Conv' && !SINGLE_PRECISION.has(node.name);

/** Forms in which a value already exists. A value under its plain name is in single precision, channels first. */
interface Forms {
  planes: boolean;
  channelsLast: boolean;
  bytes: boolean;
}

class Quantizer {
  readonly #graph: OnnxGraph;
  readonly #ranges: Map<string, ActivationRange>;
  readonly #constants: Map<string, OnnxTensor>;
  readonly #rectifiedAs: Map<string, string>;
  readonly #nodes: OnnxNode[] = [];
  readonly #added: OnnxTensor[] = [];
  readonly #scaled = new Set<string>();
  readonly #forms = new Map<string, Forms>();

  constructor(graph: OnnxGraph, ranges: ActivationRanges) {
    this.#graph = graph;
    this.#ranges = checkedRanges(ranges);
    this.#constants = new Map(graph.initializer.map((t) => [t.name, t]));
    this.#rectifiedAs = new Map(
      graph.node.filter((n) => n.op_type === 'Relu').map((n) => [n.input[0], n.output[0]]),
    );
    for (const { name } of graph.input) this.#findForms(name).planes = true;
  }

  run(): void {
    this.#shareRangesAlongBlocks();
    for (const node of this.#graph.node) this.#convert(node);
    const used = new Set(this.#nodes.flatMap((node) => node.input));
    const kept = this.#graph.initializer.filter((t) => used.has(t.name));
    this.#graph.node = this.#nodes;
    this.#graph.initializer = [...kept, ...this.#added];
  }

  // A dense block concatenates its input with more and more channels. If they share one range, existing channels are
  // copied, and only the new ones are rescaled.
  #shareRangesAlongBlocks(): void {
    const concats = new Map(
      this.#graph.node.filter((n) => n.op_type === 'Concat').map((n) => [n.output[0], n]),
    );
    const continued = new Set([...concats.values()].map(({ input }) => input[0]));
    for (const [name] of concats) {
      if (continued.has(name)) continue;
      const names: string[] = [];
      const parts: string[] = [];
      let first = name;
      for (let node = concats.get(first); node !== undefined; node = concats.get(first)) {
        names.push(first);
        parts.push(...node.input.slice(1));
        first = node.input[0];
      }
      names.push(first);
      parts.push(first);
      const ranges = parts.map((part) => this.#range(part));
      const min = Math.min(...ranges.map((range) => range[0]));
      const max = Math.max(...ranges.map((range) => range[1]));
      for (const member of names) this.#ranges.set(member, [min, max]);
    }
  }

  #range(name: string): ActivationRange {
    const range = this.#ranges.get(name);
    if (range === undefined) throw new CalibrationError(`No range for ${name}`);
    return range;
  }

  #convert(node: OnnxNode): void {
    const [name] = node.output;
    if (isQuantized(node)) {
      this.#convertConvolution(node);
    } else if (node.op_type === 'Relu' && this.#findForms(name).bytes) {
      // No node is needed: the convolution before writes bytes starting at zero, which already clips negative values.
    } else if (node.op_type === 'Concat') {
      const inputs = node.input.flatMap((input) => [this.#bytes(input), ...this.#scale(input)]);
      this.#runtimeNode('QLinearConcat', node.name, [...this.#scale(name), ...inputs], `${name}:bytes`, [
        attributeOf.int('axis', 3),
      ]);
      this.#findForms(name).bytes = true;
    } else if (this.#isInsideBody(node)) {
      const input = node.input.map((input) =>
        this.#constants.has(input) ? input : this.#channelsLast(input),
      );
      this.#nodes.push({ ...node, input, output: [`${name}:last`] });
      this.#findForms(name).channelsLast = true;
    } else {
      const input = node.input.map((input) => (this.#constants.has(input) ? input : this.#planes(input)));
      this.#nodes.push({ ...node, input });
      this.#findForms(name).planes = true;
    }
  }

  /** True for sums and scalings of values that exist only in channels-last layout. */
  #isInsideBody(node: OnnxNode): boolean {
    if (node.op_type !== 'Add' && node.op_type !== 'Mul') return false;
    return node.input.some((input) => !this.#constants.has(input) && !this.#findForms(input).planes);
  }

  #convertConvolution(node: OnnxNode): void {
    const [input, kernelName, biasName] = node.input;
    const output = this.#rectifiedAs.get(node.output[0]) ?? node.output[0];
    const kernel = this.#constant(kernelName);
    const channels = int(kernel.dims[0]);
    const weights = quantizeWeights(float32Values(kernel), channels);
    const { scale } = activationScale(this.#ranges, input);
    const bias = quantizeBiases(float32Values(this.#constant(biasName)), scale, weights.scales);
    const inputs = [
      this.#bytes(input),
      ...this.#scale(input),
      this.#add(tensor(`${kernelName}:bytes`, kernel.dims.map(int), weights.values)),
      this.#add(tensor(`${kernelName}:scale`, [channels], weights.scales)),
      this.#add(tensor(`${kernelName}:zero`, [channels], new Int8Array(channels))),
      ...this.#scale(output),
      this.#add(tensor(`${biasName}:int32`, [channels], bias.values)),
    ];
    this.#runtimeNode('QLinearConv', node.name, inputs, `${output}:bytes`, [
      ...node.attribute,
      attributeOf.int('channels_last', 1),
    ]);
    this.#findForms(output).bytes = true;
  }

  #runtimeNode(
    operator: string,
    name: string,
    input: string[],
    output: string,
    attribute: OnnxNode['attribute'],
  ): void {
    this.#nodes.push({ op_type: operator, domain: RUNTIME_DOMAIN, name, input, output: [output], attribute });
  }

  #node(operator: string, input: string[], output: string, attribute: OnnxNode['attribute'] = []): void {
    this.#nodes.push({ op_type: operator, name: `${output}:make`, input, output: [output], attribute });
  }

  #bytes(name: string): string {
    const forms = this.#findForms(name);
    if (!forms.bytes) {
      this.#node('QuantizeLinear', [this.#channelsLast(name), ...this.#scale(name)], `${name}:bytes`);
      forms.bytes = true;
    }
    return `${name}:bytes`;
  }

  #channelsLast(name: string): string {
    const forms = this.#findForms(name);
    if (!forms.channelsLast) {
      if (forms.planes) {
        this.#node('Transpose', [name], `${name}:last`, [attributeOf.ints('perm', TO_CHANNELS_LAST)]);
      } else {
        this.#node('DequantizeLinear', [`${name}:bytes`, ...this.#scale(name)], `${name}:last`);
      }
      forms.channelsLast = true;
    }
    return `${name}:last`;
  }

  #planes(name: string): string {
    const forms = this.#findForms(name);
    if (!forms.planes) {
      this.#node('Transpose', [this.#channelsLast(name)], name, [
        attributeOf.ints('perm', TO_CHANNELS_FIRST),
      ]);
      forms.planes = true;
    }
    return name;
  }

  /** Returns the names of a value's scale and zero point, and creates their constants once. */
  #scale(name: string): [scale: string, zero: string] {
    if (!this.#scaled.has(name)) {
      this.#scaled.add(name);
      const { scale, zeroPoint } = activationScale(this.#ranges, name);
      this.#add(tensor(`${name}:scale`, [], Float32Array.of(scale)));
      this.#add(tensor(`${name}:zero`, [], Uint8Array.of(zeroPoint)));
    }
    return [`${name}:scale`, `${name}:zero`];
  }

  #add(constant: OnnxTensor): string {
    this.#added.push(constant);
    return constant.name;
  }

  #constant(name: string): OnnxTensor {
    const found = this.#constants.get(name);
    if (found === undefined) throw new Error(`${name} is not an initializer`);
    return found;
  }

  #findForms(name: string): Forms {
    let forms = this.#forms.get(name);
    if (forms === undefined) {
      forms = { planes: false, channelsLast: false, bytes: false };
      this.#forms.set(name, forms);
    }
    return forms;
  }
}
