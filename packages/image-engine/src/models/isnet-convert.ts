import { inferShapes } from './isnet-shapes.ts';
import { attribute, DATA_TYPE, halfValues, int, tensor } from './onnx-format.ts';
import type { OnnxGraph, OnnxModel, OnnxTensor } from './onnx-format.ts';

/** Side of the square pictures with which the network was trained. */
export const ISNET_SIDE_PX = 1024;
/** Divisor of accepted side lengths: the network halves a picture six times, so sides must be multiples of 64. */
export const ISNET_SIDE_MULTIPLE_PX = 64;
/** Names of the variable dimensions in a graph that accepts any multiple of 64 as side length. */
export const FREE_SIDES = ['height_by_64', 'width_by_64'] as const;

/**
 * Converts the published half-precision graph to a lean single-precision one, in place: one output instead of seven
 * (the others are for training), no casts, no shape arithmetic, no unused nodes, sides of any multiple of 64. On a CPU,
 * half precision only saves storage; the casts around every operator cost more than they save.
 */
export function toLeanFloat32(model: OnnxModel): void {
  const { graph } = model;
  graph.output = graph.output.slice(0, 1);
  graph.value_info = [];
  setShape(graph.input[0], 3);
  setShape(graph.output[0], 1);
  graph.initializer.forEach(widen);
  for (const node of graph.node) {
    if (node.op_type === 'Constant') for (const entry of node.attribute) if (entry.t) widen(entry.t);
  }
  removeCasts(graph);
  scaleByFactors(graph);
  removeDeadNodes(graph);
  for (const value of [graph.input[0], graph.output[0]]) freeSides(value);
}

function setShape(value: OnnxGraph['input'][number], channels: number): void {
  value.type = {
    tensor_type: {
      elem_type: DATA_TYPE.float32,
      shape: { dim: [1, channels, ISNET_SIDE_PX, ISNET_SIDE_PX].map((size) => ({ dim_value: size })) },
    },
  };
}

function widen(values: OnnxTensor): void {
  if (values.data_type !== DATA_TYPE.float16) return;
  const wide = halfValues(values);
  values.raw_data = new Uint8Array(wide.buffer);
  values.int32_data = [];
  values.data_type = DATA_TYPE.float32;
}

function removeCasts(graph: OnnxGraph): void {
  const outputs = new Set(graph.output.map((output) => output.name));
  const replacedBy = new Map<string, string>();
  graph.node = graph.node.filter((node) => {
    if (node.op_type !== 'Cast') return true;
    const to = int(attribute(node, 'to').i ?? 0);
    if (to !== DATA_TYPE.float32 && to !== DATA_TYPE.float16) return true;
    // An output of the graph must keep its name, so the value before the removed cast gets this name.
    if (outputs.has(node.output[0])) replacedBy.set(node.input[0], node.output[0]);
    else replacedBy.set(node.output[0], node.input[0]);
    return false;
  });
  const resolve = (name: string): string => {
    let current = name;
    for (let next = replacedBy.get(current); next !== undefined; next = replacedBy.get(current))
      current = next;
    return current;
  };
  for (const node of graph.node) {
    node.input = node.input.map(resolve);
    node.output = node.output.map(resolve);
  }
}

/** Replaces fixed target sizes by scale factors, so that the graph also accepts other sizes than the training size. */
function scaleByFactors(graph: OnnxGraph): void {
  const shapes = inferShapes(graph);
  for (const node of graph.node) {
    if (node.op_type !== 'Resize') continue;
    const before = shapes.get(node.input[0]);
    const after = shapes.get(node.output[0]);
    if (before === undefined || after === undefined) throw new Error(`The size of ${node.name} is not known`);
    const name = `${node.output[0]}_factors`;
    const factors = Float32Array.from(after, (size, axis) => size / before[axis]);
    graph.initializer.push(tensor(name, [4], factors));
    node.input = [node.input[0], node.input[1], name];
  }
}

function freeSides({ type }: OnnxGraph['input'][number]): void {
  const dims = type?.tensor_type.shape?.dim ?? [];
  for (const [at, name] of FREE_SIDES.entries()) dims[at + 2] = { dim_param: name };
}

function removeDeadNodes(graph: OnnxGraph): void {
  const producer = new Map(graph.node.flatMap((node) => node.output.map((name) => [name, node] as const)));
  const live = new Set<unknown>();
  const pending = graph.output.map((output) => output.name);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const node = producer.get(name);
    if (node === undefined || live.has(node)) continue;
    live.add(node);
    pending.push(...node.input);
  }
  graph.node = graph.node.filter((node) => live.has(node));
  const used = new Set(graph.node.flatMap((node) => node.input));
  graph.initializer = graph.initializer.filter((initializer) => used.has(initializer.name));
}
