import type { OnnxGraph } from '../../../packages/image-engine/src/models/onnx-format.ts';
import { int } from '../../../packages/image-engine/src/models/onnx-format.ts';

/** Groups of channels that must share a scale, because they are passed on or added to each other. */
export interface ChannelGroups {
  readonly count: number;
  /** Group of each channel, by the value's name. */
  readonly of: ReadonlyMap<string, readonly number[]>;
  /** Groups of the picture and of the mask, whose scale can't change. */
  readonly fixed: ReadonlySet<number>;
}

export function channelGroups(graph: OnnxGraph): ChannelGroups {
  const kernels = new Map(graph.initializer.map((constant) => [constant.name, constant.dims]));
  const parents: number[] = [];
  const fresh = (): number => parents.push(parents.length) - 1;
  const findRoot = (group: number): number => {
    let root = group;
    while (parents[root] !== root) root = parents[root];
    return root;
  };
  const groups = new Map<string, number[]>([[graph.input[0].name, [fresh(), fresh(), fresh()]]]);
  const ends = [graph.input[0].name];
  for (const node of graph.node) {
    const [output] = node.output;
    const inputs = node.input.flatMap((name) => groups.get(name) ?? []);
    const first = groups.get(node.input[0]);
    if (node.op_type === 'Conv') {
      groups.set(output, Array.from({ length: int(kernels.get(node.input[1])?.[0] ?? 0) }, fresh));
    } else if (node.op_type === 'Concat') {
      if (inputs.length > 0) groups.set(output, inputs);
    } else if (first !== undefined) {
      if (node.op_type === 'Add') {
        const second = groups.get(node.input[1]) ?? [];
        for (const [i, group] of first.entries()) parents[findRoot(group)] = findRoot(second[i]);
      }
      if (node.op_type === 'Sigmoid') ends.push(output);
      groups.set(output, first);
    }
  }
  const of = new Map([...groups].map(([name, channels]) => [name, channels.map(findRoot)]));
  return { count: parents.length, of, fixed: new Set(ends.flatMap((name) => of.get(name) ?? [])) };
}
