import { attribute, int, int64Values } from './onnx-format.ts';
import type { OnnxGraph, OnnxNode, OnnxTensor } from './onnx-format.ts';

/**
 * Infers the shapes of all values in ISNet's graph, and the constant size vectors that its Shape/Slice/Concat chains
 * compute. Supports only the operators of this graph.
 */
export function inferShapes(graph: OnnxGraph): Map<string, number[]> {
  const inference = new ShapeInference(graph);
  for (const node of graph.node) inference.visit(node);
  return inference.shapes;
}

class ShapeInference {
  readonly shapes = new Map<string, number[]>();
  readonly #initializers: Map<string, OnnxTensor>;
  readonly #constants = new Map<string, number[]>();

  constructor(graph: OnnxGraph) {
    this.#initializers = new Map(graph.initializer.map((t) => [t.name, t]));
    for (const input of graph.input) {
      const dims = input.type?.tensor_type.shape?.dim ?? [];
      this.shapes.set(
        input.name,
        dims.map((dim) => int(dim.dim_value ?? 0)),
      );
    }
  }

  visit(node: OnnxNode): void {
    const output = node.output[0];
    const constant = this.#constantResult(node);
    if (constant !== undefined) this.#constants.set(output, constant);
    else this.shapes.set(output, this.#shapeResult(node));
  }

  /** Constant sizes that a node computes, or undefined for nodes that don't compute sizes. */
  #constantResult(node: OnnxNode): number[] | undefined {
    const first = node.input[0];
    switch (node.op_type) {
      case 'Constant': {
        const value = attribute(node, 'value').t;
        return value !== undefined && value.data_type === 7 ? int64Values(value) : [];
      }
      case 'Shape':
        return this.#shape(first);
      case 'Slice': {
        const [from = 0] = this.#constant(node.input[1]);
        const [to] = this.#constant(node.input[2]);
        return this.#constant(first).slice(from, to);
      }
      case 'Concat':
      case 'Cast':
        return this.shapes.has(first) ? undefined : node.input.flatMap((name) => this.#constant(name));
      default:
        return undefined;
    }
  }

  #shapeResult(node: OnnxNode): number[] {
    const shape = this.#shape(node.input[0]);
    const [batch, channels, height, width] = shape;
    switch (node.op_type) {
      case 'Conv':
        return this.#convShape(node, shape);
      case 'MaxPool':
        return [batch, channels, Math.ceil(height / 2), Math.ceil(width / 2)];
      case 'Concat':
        return [batch, node.input.reduce((sum, name) => sum + this.#shape(name)[1], 0), height, width];
      case 'Resize': {
        const size = this.#constant(node.input[3]);
        return [batch, channels, size[2], size[3]];
      }
      default:
        return shape;
    }
  }

  #convShape(node: OnnxNode, [batch, , height, width]: number[]): number[] {
    const weights = this.#initializers.get(node.input[1]);
    if (weights === undefined) throw new Error(`${node.name} has no weights`);
    const [outputs, , kernelHeight, kernelWidth] = weights.dims.map(int);
    const ints = (name: string): number[] => (attribute(node, name).ints ?? []).map(int);
    const strides = ints('strides');
    const pads = ints('pads');
    const dilations = ints('dilations');
    const along = (size: number, kernel: number, axis: 0 | 1): number =>
      Math.floor(
        (size + pads[axis] + pads[axis + 2] - dilations[axis] * (kernel - 1) - 1) / strides[axis] + 1,
      );
    return [batch, outputs, along(height, kernelHeight, 0), along(width, kernelWidth, 1)];
  }

  #shape(name: string): number[] {
    const shape = this.shapes.get(name);
    if (shape === undefined) throw new Error(`The shape of ${name} is not known`);
    return shape;
  }

  #constant(name: string): number[] {
    const computedConstant = this.#constants.get(name);
    if (computedConstant !== undefined) return computedConstant;
    const initializer = this.#initializers.get(name);
    if (initializer === undefined) throw new Error(`${name} is not a constant`);
    return int64Values(initializer);
  }
}
