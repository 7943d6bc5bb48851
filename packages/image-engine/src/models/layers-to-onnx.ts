import { attributeOf, DATA_TYPE, tensor } from './onnx-format.ts';
import type { OnnxModel, OnnxNode, OnnxTensor, OnnxValueInfo } from './onnx-format.ts';

/** A value of a layers model's weights, as TensorFlow.js stores it: convolutions as height, width, in, out. */
export interface LayerWeight {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** One layer of a TensorFlow.js layers model (Keras' functional format, channels last). */
export interface Layer {
  readonly class_name: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** For each call of the layer its inputs: name of the layer, call, output. */
  readonly inbound_nodes: readonly (readonly (readonly [name: string, ...unknown[]])[])[];
}

export interface LayersModel {
  readonly layers: readonly Layer[];
  readonly input: string;
  readonly output: string;
  readonly weights: ReadonlyMap<string, LayerWeight>;
}

/** A layer that the converter does not know, or one configured in a way that it does not know. */
export class UnsupportedLayerError extends Error {
  override readonly name = 'UnsupportedLayerError';
}

const OPSET = 15;
const IR_VERSION = 8;
const PICTURE_CHANNELS = 3;

/**
 * Writes a super-resolution network (convolutions, dense blocks, residuals, one pixel shuffle) as an ONNX graph, channels
 * first, free height and width. Values keep the names of the layers that make them. Throws UnsupportedLayerError.
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
      input: [picture(model.input, 'height', 'width')],
      output: [picture(model.output, 'out_height', 'out_width')],
      value_info: [],
    },
  };
}

function picture(name: string, height: string, width: string): OnnxValueInfo {
  const dim = [
    { dim_value: 1 },
    { dim_value: PICTURE_CHANNELS },
    { dim_param: height },
    { dim_param: width },
  ];
  return { name, type: { tensor_type: { elem_type: DATA_TYPE.float32, shape: { dim } } } };
}

class Converter {
  readonly nodes: OnnxNode[] = [];
  readonly constants: OnnxTensor[] = [];
  readonly #weights: LayersModel['weights'];

  constructor(weights: LayersModel['weights']) {
    this.#weights = weights;
  }

  add(layer: Layer): void {
    const { class_name: kind, config } = layer;
    if (kind === 'InputLayer') return;
    if (kind === 'Conv2D') {
      this.#addConvolution(layer);
    } else if (kind === 'Activation' && config['activation'] === 'relu') {
      this.#node(layer, 'Relu');
    } else if (kind === 'Concatenate') {
      this.#node(layer, 'Concat', [], [attributeOf.int('axis', 1)]);
    } else if (kind === 'Add') {
      this.#node(layer, 'Add');
    } else if (kind === 'MultiplyBeta' && typeof config['beta'] === 'number') {
      this.#node(layer, 'Mul', [this.#constant(`${layer.name}/beta`, [], Float32Array.of(config['beta']))]);
    } else if (/^PixelShuffle\dx$/.test(kind) && typeof config['scale'] === 'number') {
      // TensorFlow's depth to space takes the block's row and column from the outer part of the channels: DCR.
      const mode = [attributeOf.int('blocksize', config['scale']), attributeOf.text('mode', 'DCR')];
      this.#node(layer, 'DepthToSpace', [], mode);
    } else {
      throw new UnsupportedLayerError(`${kind} ${layer.name}`);
    }
  }

  #node(layer: Layer, operator: string, constants: string[] = [], attribute: OnnxNode['attribute'] = []) {
    const inputs = (layer.inbound_nodes[0] ?? []).map(([name]) => name);
    this.nodes.push({
      name: layer.name,
      op_type: operator,
      input: [...inputs, ...constants],
      output: [layer.name],
      attribute,
    });
  }

  #addConvolution(layer: Layer): void {
    const { config, name } = layer;
    const isPlain =
      config['activation'] === 'linear' &&
      config['padding'] === 'same' &&
      config['use_bias'] === true &&
      config['groups'] === 1 &&
      isOnes(config['strides']) &&
      isOnes(config['dilation_rate']);
    if (!isPlain) throw new UnsupportedLayerError(`Conv2D ${name}`);
    const { shape, values } = this.#weight(`${name}/kernel`);
    const [height, width, inputs, outputs] = shape;
    if (height % 2 !== 1 || width % 2 !== 1) throw new UnsupportedLayerError(`Conv2D ${name}`);
    const bias = this.#weight(`${name}/bias`);
    const kernel = outermostOutputs(values, height * width, inputs, outputs);
    this.#node(
      layer,
      'Conv',
      [
        this.#constant(`${name}/kernel`, [outputs, inputs, height, width], kernel),
        this.#constant(`${name}/bias`, [outputs], bias.values),
      ],
      [
        attributeOf.ints('kernel_shape', [height, width]),
        attributeOf.ints('pads', [height >> 1, width >> 1, height >> 1, width >> 1]),
      ],
    );
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

const isOnes = (value: unknown): boolean => Array.isArray(value) && value.every((entry) => entry === 1);

/** Kernel from (place, in, out) to (out, in, place). */
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
