import { Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { layersToOnnx, UnsupportedLayerError } from './layers-to-onnx.ts';
import type { Layer, LayersModel } from './layers-to-onnx.ts';
import { encodeModel } from './onnx-format.ts';
import { createSession, SESSION_OPTIONS } from './segmentation-session.ts';

const layer = (class_name: string, name: string, inputs: string[], config: object = {}): Layer => ({
  class_name,
  name,
  config: { ...config },
  inbound_nodes: [inputs.map((input) => [input, 0, 0, {}])],
});

/** A 1 x 1 convolution of 3 channels to 12 that doubles the size, after x + 0.5 * relu(x - 1). */
function smallModel(changes: Partial<LayersModel> = {}): LayersModel {
  const plain = {
    activation: 'linear',
    padding: 'same',
    use_bias: true,
    groups: 1,
    strides: [1, 1],
    dilation_rate: [1, 1],
  };
  // As stored: in, then out. Output channel o reads input channel o % 3, and adds o to it.
  const spread = Float32Array.from({ length: 36 }, (_, i) => (Math.floor(i / 12) === (i % 12) % 3 ? 1 : 0));
  const identity = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  return {
    layers: [
      layer('InputLayer', 'in', []),
      layer('Conv2D', 'lower', ['in'], plain),
      layer('Activation', 'relu', ['lower'], { activation: 'relu' }),
      layer('MultiplyBeta', 'half', ['relu'], { beta: 0.5 }),
      layer('Add', 'sum', ['in', 'half']),
      layer('Conv2D', 'spread', ['sum'], plain),
      layer('PixelShuffle2x', 'out', ['spread'], { scale: 2 }),
    ],
    input: 'in',
    output: 'out',
    weights: new Map([
      ['lower/kernel', { shape: [1, 1, 3, 3], values: identity }],
      ['lower/bias', { shape: [3], values: Float32Array.of(-1, -1, -1) }],
      ['spread/kernel', { shape: [1, 1, 3, 12], values: spread }],
      ['spread/bias', { shape: [12], values: Float32Array.from({ length: 12 }, (_, o) => o) }],
    ]),
    ...changes,
  };
}

test('each layer means in ONNX what it means in TensorFlow.js', async () => {
  const session = await createSession(encodeModel(layersToOnnx(smallModel())), SESSION_OPTIONS);
  const input = new Tensor('float32', Float32Array.of(100, 200, 300), [1, 3, 1, 1]);
  const { out } = await session.run({ in: input });
  await session.release();
  expect(out.dims).toEqual([1, 3, 2, 2]);
  // 100 + 0.5 * 99 and so on; the pixel at row r and column c takes the channels from (2r + c) * 3 on.
  const pixels = [149.5, 299.5, 449.5].map((value, c) => [0, 3, 6, 9].map((first) => value + first + c));
  expect([...(out.data as Float32Array)]).toEqual(pixels.flat());
});

test('a layer or a setting that is not known is refused', () => {
  const model = smallModel();
  const [input, convolution] = model.layers;
  for (const unknown of [
    layer('LeakyReLU', 'leaky', ['in']),
    layer('Activation', 'tanh', ['in'], { activation: 'tanh' }),
    { ...convolution, config: { ...convolution.config, strides: [2, 2] } },
    { ...convolution, name: 'without weights' },
  ]) {
    expect(() => layersToOnnx({ ...model, layers: [input, unknown] })).toThrow(UnsupportedLayerError);
  }
});
