import { InferenceSession, Tensor } from 'onnxruntime-node';
import { encodeModel, tensor } from '../models/onnx-format.ts';
import type { OnnxModel, OnnxNode } from '../models/onnx-format.ts';

const INPUT_SIDE_PX = 4;

const value = (name: string, channels: number) => ({
  name,
  type: {
    tensor_type: {
      elem_type: 1,
      shape: { dim: [1, channels, INPUT_SIDE_PX, INPUT_SIDE_PX].map((size) => ({ dim_value: size })) },
    },
  },
});
const node = (
  op_type: string,
  input: string[],
  output: string,
  attribute: OnnxNode['attribute'] = [],
): OnnxNode => ({
  op_type,
  name: output,
  input,
  output: [output],
  attribute,
});
/** Deterministic numbers without a pattern. */
const waves = (length: number, seed: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin(i * 12.9898 + seed));

/**
 * Graph with every operator that a channel scale passes through: two branches that are added, concatenated with one of
 * them, and read again.
 */
export function everyOperator(channels = 2): OnnxModel {
  return {
    ir_version: 8,
    opset_import: [{ domain: '', version: 13 }],
    graph: {
      node: [
        node('Conv', ['input', 'w1', 'b1'], 'one'),
        node('Relu', ['one'], 'one+'),
        node('Conv', ['one+', 'w2', 'b2'], 'two'),
        node('Relu', ['two'], 'two+'),
        node('Add', ['one+', 'two+'], 'sum'),
        node('Concat', ['sum', 'two+'], 'both', [{ name: 'axis', type: 2, i: 1 }]),
        node('Conv', ['both', 'w3', 'b3'], 'mask'),
        node('Sigmoid', ['mask'], 'output'),
      ],
      initializer: [
        tensor('w1', [channels, 1, 1, 1], waves(channels, 1)),
        tensor('b1', [channels], waves(channels, 2)),
        tensor('w2', [channels, channels, 1, 1], waves(channels ** 2, 3)),
        tensor('b2', [channels], waves(channels, 4)),
        tensor('w3', [1, 2 * channels, 1, 1], waves(2 * channels, 5)),
        tensor('b3', [1], waves(1, 6)),
      ],
      input: [value('input', 1)],
      output: [value('output', 1)],
      value_info: [],
    },
  };
}

/** Result of a small network for an input without a pattern. */
export async function computeModel(model: OnnxModel): Promise<number[]> {
  const session = await InferenceSession.create(encodeModel(model));
  const input = new Tensor('float32', waves(INPUT_SIDE_PX ** 2, 7), [1, 1, INPUT_SIDE_PX, INPUT_SIDE_PX]);
  const { output } = await session.run({ input });
  await session.release();
  return [...(output.data as Float32Array)];
}
