import { describe, expect, test } from 'vitest';
import { CalibrationError } from './calibration.ts';
import { everyOperator } from '../testing/tiny-network.ts';
import { quantize } from './isnet-quantize.ts';
import { decodeModel, encodeModel, float32Values, halfValues, tensor } from './onnx-format.ts';
import type { OnnxModel, OnnxTensor } from './onnx-format.ts';

/** Graph of a single convolution with one input channel and two output channels. */
function oneConv(): OnnxModel {
  const value = (name: string) => ({ name, type: { tensor_type: { elem_type: 1, shape: { dim: [] } } } });
  return {
    graph: {
      node: [
        { name: 'conv', op_type: 'Conv', input: ['input', 'w', 'b'], output: ['output'], attribute: [] },
      ],
      initializer: [
        tensor('w', [2, 1, 1, 1], Float32Array.of(0.5, -2)),
        tensor('b', [2], Float32Array.of(1, 3)),
      ],
      input: [value('input')],
      output: [value('output')],
      value_info: [],
    },
  };
}

const find = (model: OnnxModel, name: string): OnnxTensor => {
  const matchingTensor = model.graph.initializer.find((t) => t.name === name);
  if (matchingTensor === undefined) throw new Error(`${name} is missing`);
  return matchingTensor;
};

describe('quantization of the segmentation network', () => {
  test('quantizing scales each output channel’s weights to seven bits, and biases to the products of scales', () => {
    const model = oneConv();
    quantize(model, { ranges: { input: [-0.5, 0.5] } });
    const weights = new Int8Array(find(model, 'w_q').raw_data?.slice().buffer ?? new ArrayBuffer(0));
    const scales = float32Values(find(model, 'w_scale'));
    expect([...weights]).toEqual([63, -63]);
    expect(weights[0] * scales[0]).toBeCloseTo(0.5, 5);
    expect(weights[1] * scales[1]).toBeCloseTo(-2, 5);
    const biases = new Int32Array(find(model, 'b@conv_q').raw_data?.slice().buffer ?? new ArrayBuffer(0));
    const biasScales = float32Values(find(model, 'b@conv_scale'));
    expect(biases[0] * biasScales[0]).toBeCloseTo(1, 3);
    expect(biases[1] * biasScales[1]).toBeCloseTo(3, 3);
  });

  test('quantizing maps zero exactly to a level', () => {
    const model = oneConv();
    quantize(model, { ranges: { input: [-0.3, 0.9] } });
    const zero = find(model, 'input_zero').raw_data?.[0] ?? -1;
    const [scale] = float32Values(find(model, 'input_scale'));
    expect(zero).toBe(64);
    expect(scale * (0 - zero)).toBeCloseTo(-0.3, 2);
  });

  test.each([
    ['missing', {}],
    ['not numbers', { input: [Number.NaN, 1] as const }],
    ['upside down', { input: [1, -1] as const }],
  ])('quantizing refuses ranges that are %s', (_, ranges) => {
    expect(() => quantize(oneConv(), { ranges })).toThrow(CalibrationError);
  });

  test('layers in single precision read the rounded outputs of the other layers, and keep their weights', () => {
    const model = everyOperator();
    const ranges = { input: [-1, 1], 'one+': [0, 2], 'two+': [0, 2], sum: [0, 4], both: [0, 4] } as const;
    quantize(model, { ranges, singlePrecision: ['sum', 'both', 'mask'] });
    const node = (name: string) => model.graph.node.find((n) => n.name === name);
    expect(node('one')?.input[1]).toBe('w1_dq');
    expect(node('sum')?.input).toEqual(['one+_dq', 'two+_dq']);
    expect(node('both')?.input).toEqual(['sum', 'two+_dq']);
    expect(node('mask')?.input).toEqual(['both', 'w3', 'b3']);
  });

  test('a quantized model is unchanged after it is written and read', () => {
    const model = oneConv();
    quantize(model, { ranges: { input: [-0.5, 0.5] } });
    const copy = decodeModel(encodeModel(model));
    expect(copy.graph.node.map((n) => n.op_type)).toEqual(model.graph.node.map((n) => n.op_type));
    expect(float32Values(find(copy, 'w_scale'))).toEqual(float32Values(find(model, 'w_scale')));
  });
});

test('half-precision weights are converted to single precision exactly, from either encoding', () => {
  const bits = [0x3c00, 0xc000, 0x3555, 0x0001, 0x7bff];
  const expected = [1, -2, 0.333251953125, 2 ** -24, 65504];
  const raw = new Uint8Array(Uint16Array.from(bits).buffer);
  expect([...halfValues({ name: 'a', dims: [5], data_type: 10, raw_data: raw })]).toEqual(expected);
  expect([...halfValues({ name: 'a', dims: [5], data_type: 10, int32_data: bits })]).toEqual(expected);
});
