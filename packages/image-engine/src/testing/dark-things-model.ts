import { DATA_TYPE, encodeModel, tensor } from '../models/onnx-format.ts';

/** Creates an ONNX file with a network of one convolution, which segments everything darker than middle gray. */
export function darkThingsModel(): Uint8Array {
  const value = (name: string, channels: number) => ({
    name,
    type: {
      tensor_type: {
        elem_type: DATA_TYPE.float32,
        shape: { dim: [1, channels, 64, 64].map((size) => ({ dim_value: size })) },
      },
    },
  });
  const model = {
    ir_version: 8,
    opset_import: [{ domain: '', version: 13 }],
    graph: {
      name: 'dark-things',
      node: [
        { name: 'conv', op_type: 'Conv', input: ['picture', 'w'], output: ['dark'], attribute: [] },
        { name: 'sigmoid', op_type: 'Sigmoid', input: ['dark'], output: ['mask'], attribute: [] },
      ],
      initializer: [tensor('w', [1, 3, 1, 1], Float32Array.of(-40, -40, -40))],
      input: [value('picture', 3)],
      output: [value('mask', 1)],
      value_info: [],
    },
  };
  return encodeModel(model);
}
