import { DATA_TYPE, tensor } from '../../packages/image-engine/src/models/onnx-format.ts';
import { attributeOf } from './onnx-attributes.ts';
import type {
  OnnxModel,
  OnnxNode,
  OnnxTensor,
  OnnxValueInfo,
} from '../../packages/image-engine/src/models/onnx-format.ts';

/** Weight of a layers model as TensorFlow.js stores it; for a convolution in the order height, width, input, output. */
export interface LayerWeight {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** One layer of a TensorFlow.js layers model (Keras' functional format, channels last). */
export interface Layer {
  readonly class_name: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Inputs of each call of the layer: layer name, call, output. */
  readonly inbound_nodes: readonly (readonly (readonly [name: string, ...unknown[]])[])[];
}

export interface LayersModel {
  readonly layers: readonly Layer[];
  readonly input: string;
  readonly output: string;
  readonly weights: ReadonlyMap<string, LayerWeight>;
}

/** Thrown for a layer, or a configuration of a layer, that the converter doesn't support. */
export class UnsupportedLayerError extends Error {
  override readonly name = 'UnsupportedLayerError';
}

const OPSET = 15;
const IR_VERSION = 8;
const PICTURE_CHANNELS = 3;

/**
 * Converts an image network to an ONNX graph, channels first. Supports two kinds: super-resolution
 * (convolutions, dense blocks, residuals, one pixel shuffle; any height and width in, a picture out) and
 * MobileNetV2 classifiers (strided and depthwise convolutions, batch normalization, dense layers; a fixed
 * size in, one probability per class out). Values keep the names of their layers.
 * @throws UnsupportedLayerError
 */
export function layersToOnnx(model: LayersModel): OnnxModel {
  const converter = new Converter(model.weights);
  for (const layer of model.layers) converter.add(layer);
  return {
    ir_version: IR_VERSION,
    opset_import: [{ domain: '', version: OPSET }],
    graph: {
      node: converter.nodes,
      initializer: converter.constants,
      input: [readInput(model)],
      output: [readOutput(model)],
      value_info: [],
    },
  };
}

/** Input of the network. Keras states its size, with null for any size. */
function readInput({ layers, input }: LayersModel): OnnxValueInfo {
  const shape = findConfig(layers, input)['batch_input_shape'];
  const [, height, width] = Array.isArray(shape) ? (shape as unknown[]) : [];
  if (typeof height !== 'number' || typeof width !== 'number') {
    return floats(input, [1, PICTURE_CHANNELS, 'height', 'width']);
  }
  return floats(input, [1, PICTURE_CHANNELS, height, width]);
}

function readOutput({ layers, output }: LayersModel): OnnxValueInfo {
  const { units } = findConfig(layers, output);
  if (typeof units === 'number') return floats(output, [1, units]);
  return floats(output, [1, PICTURE_CHANNELS, 'out_height', 'out_width']);
}

const findConfig = (layers: readonly Layer[], name: string): Layer['config'] =>
  layers.find((layer) => layer.name === name)?.config ?? {};

function floats(name: string, sides: readonly (number | string)[]): OnnxValueInfo {
  const dim = sides.map((side) => (typeof side === 'number' ? { dim_value: side } : { dim_param: side }));
  return { name, type: { tensor_type: { elem_type: DATA_TYPE.float32, shape: { dim } } } };
}

/** Padding in pixels: top, left, bottom, right. */
type Padding = readonly [number, number, number, number];

class Converter {
  readonly nodes: OnnxNode[] = [];
  readonly constants: OnnxTensor[] = [];
  readonly #weights: LayersModel['weights'];
  /**
   * Layers that are skipped because they do nothing, or because the next layer does their work; each with the name of
   * its input.
   */
  readonly #transparent = new Map<string, string>();
  readonly #padding = new Map<string, Padding>();

  constructor(weights: LayersModel['weights']) {
    this.#weights = weights;
  }

  add(layer: Layer): void {
    const { class_name: kind, config, name } = layer;
    if (kind === 'InputLayer') return;
    if (kind === 'Conv2D' || kind === 'DepthwiseConv2D') {
      this.#addConvolution(layer);
    } else if (kind === 'Activation' && config['activation'] === 'relu') {
      this.#node(layer, 'Relu');
    } else if (kind === 'ReLU' && typeof config['max_value'] === 'number') {
      this.#node(layer, 'Clip', [
        this.#constant(`${name}/min`, [], Float32Array.of(0)),
        this.#constant(`${name}/max`, [], Float32Array.of(config['max_value'])),
      ]);
    } else if (kind === 'Concatenate') {
      this.#node(layer, 'Concat', [], [attributeOf.int('axis', 1)]);
    } else if (kind === 'Add') {
      this.#node(layer, 'Add');
    } else if (kind === 'MultiplyBeta' && typeof config['beta'] === 'number') {
      this.#node(layer, 'Mul', [this.#constant(`${name}/beta`, [], Float32Array.of(config['beta']))]);
    } else if (/^PixelShuffle\dx$/.test(kind) && typeof config['scale'] === 'number') {
      // TensorFlow's depth-to-space operator reads the block's row and column from the outer part of the channels:
      // ONNX's mode DCR.
      const mode = [attributeOf.int('blocksize', config['scale']), attributeOf.text('mode', 'DCR')];
      this.#node(layer, 'DepthToSpace', [], mode);
    } else if (!this.#addForClassifier(layer)) {
      throw new UnsupportedLayerError(`${kind} ${name}`);
    }
  }

  /** Adds layers that only classifiers have; returns false for any other. */
  #addForClassifier(layer: Layer): boolean {
    const { class_name: kind, config, name } = layer;
    if (kind === 'ZeroPadding2D') {
      const [[top, bottom], [left, right]] = config['padding'] as [[number, number], [number, number]];
      this.#padding.set(name, [top, left, bottom, right]);
      this.#transparent.set(name, this.#inputs(layer)[0]);
    } else if (kind === 'Dropout') {
      this.#transparent.set(name, this.#inputs(layer)[0]);
    } else if (kind === 'BatchNormalization' && typeof config['epsilon'] === 'number') {
      const parts = ['gamma', 'beta', 'moving_mean', 'moving_variance'].map((part) => {
        const { shape, values } = this.#weight(`${name}/${part}`);
        return this.#constant(`${name}/${part}`, [...shape], values);
      });
      this.#node(layer, 'BatchNormalization', parts, [attributeOf.float('epsilon', config['epsilon'])]);
    } else if (kind === 'AveragePooling2D') {
      const size = config['pool_size'] as [number, number];
      const attributes = [attributeOf.ints('kernel_shape', size), attributeOf.ints('strides', size)];
      this.#node(layer, 'AveragePool', [], attributes);
    } else if (kind === 'Flatten') {
      this.#node(layer, 'Flatten', [], [attributeOf.int('axis', 1)]);
    } else if (kind === 'Dense') {
      this.#addDense(layer);
    } else {
      return false;
    }
    return true;
  }

  #addDense(layer: Layer): void {
    const { config, name } = layer;
    const activation = { relu: 'Relu', softmax: 'Softmax' }[String(config['activation'])];
    if (activation === undefined || config['use_bias'] !== true) {
      throw new UnsupportedLayerError(`Dense ${name}`);
    }
    const kernel = this.#weight(`${name}/kernel`);
    const bias = this.#weight(`${name}/bias`);
    const sum = { ...layer, name: `${name}/sum` };
    this.#node(sum, 'Gemm', [
      this.#constant(`${name}/kernel`, [...kernel.shape], kernel.values),
      this.#constant(`${name}/bias`, [...bias.shape], bias.values),
    ]);
    this.#node({ ...layer, inbound_nodes: [[[sum.name]]] }, activation);
  }

  #inputs(layer: Layer): string[] {
    return (layer.inbound_nodes[0] ?? []).map(([name]) => this.#transparent.get(name) ?? name);
  }

  #node(layer: Layer, operator: string, constants: string[] = [], attribute: OnnxNode['attribute'] = []) {
    this.nodes.push({
      name: layer.name,
      op_type: operator,
      input: [...this.#inputs(layer), ...constants],
      output: [layer.name],
      attribute,
    });
  }

  #addConvolution(layer: Layer): void {
    const { class_name: kind, config, name } = layer;
    const isDepthwise = kind === 'DepthwiseConv2D';
    const strides = config['strides'];
    const isKnown =
      config['activation'] === 'linear' &&
      isSquare(strides) &&
      isOnes(config['dilation_rate']) &&
      (config['groups'] ?? 1) === 1 &&
      (config['depth_multiplier'] ?? 1) === 1;
    if (!isKnown) throw new UnsupportedLayerError(`${kind} ${name}`);
    const { shape, values } = this.#weight(`${name}/${isDepthwise ? 'depthwise_kernel' : 'kernel'}`);
    const [height, width, inputs, perInput] = shape;
    const outputs = isDepthwise ? inputs : perInput;
    const kernel = isDepthwise
      ? outermostOutputs(values, height * width, 1, outputs)
      : outermostOutputs(values, height * width, inputs, outputs);
    const constants = [
      this.#constant(`${name}/kernel`, [outputs, isDepthwise ? 1 : inputs, height, width], kernel),
    ];
    if (config['use_bias'] === true) {
      constants.push(this.#constant(`${name}/bias`, [outputs], this.#weight(`${name}/bias`).values));
    }
    this.#node(layer, 'Conv', constants, [
      attributeOf.ints('kernel_shape', [height, width]),
      attributeOf.ints('pads', [...this.#computePadding(layer, height, width)]),
      attributeOf.ints('strides', strides),
      attributeOf.int('group', isDepthwise ? inputs : 1),
    ]);
  }

  #computePadding(layer: Layer, height: number, width: number): Padding {
    const { config, name, inbound_nodes: nodes } = layer;
    const [before] = nodes[0]?.[0] ?? [];
    const explicit = before === undefined ? undefined : this.#padding.get(before);
    if (config['padding'] === 'valid') return explicit ?? [0, 0, 0, 0];
    // With strides, the amount of "same" padding depends on the picture's size.
    const isCentered =
      explicit === undefined && isOnes(config['strides']) && height % 2 === 1 && width % 2 === 1;
    if (config['padding'] !== 'same' || !isCentered) throw new UnsupportedLayerError(`Conv2D ${name}`);
    return [height >> 1, width >> 1, height >> 1, width >> 1];
  }

  #weight(name: string): LayerWeight {
    const weight = this.#weights.get(name);
    if (weight === undefined) throw new UnsupportedLayerError(`The weights of ${name} are missing`);
    return weight;
  }

  #constant(name: string, dims: number[], values: Float32Array): string {
    this.constants.push(tensor(name, dims, values));
    return name;
  }
}

const isSquare = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length === 2 && value[0] === value[1];

const isOnes = (value: unknown): boolean => Array.isArray(value) && value.every((entry) => entry === 1);

/** Reorders a kernel from (place, input, output) to (output, input, place). */
function outermostOutputs(
  values: Float32Array,
  places: number,
  inputs: number,
  outputs: number,
): Float32Array {
  const kernel = new Float32Array(values.length);
  let from = 0;
  for (let place = 0; place < places; place++) {
    for (let i = 0; i < inputs; i++) {
      for (let o = 0; o < outputs; o++) kernel[(o * inputs + i) * places + place] = values[from++];
    }
  }
  return kernel;
}
