import { Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { layersToOnnx, UnsupportedLayerError } from './layers-to-onnx.ts';
import type { Layer, LayersModel } from './layers-to-onnx.ts';
import { encodeModel } from '../../packages/image-engine/src/models/onnx-format.ts';
import { createSession, SESSION_OPTIONS } from '../../packages/image-engine/src/models/session.ts';

const layer = (class_name: string, name: string, inputs: string[], config: object = {}): Layer => ({
  class_name,
  name,
  config: { ...config },
  inbound_nodes: [inputs.map((input) => [input, 0, 0, {}])],
});

/** A 1 x 1 convolution from 3 to 12 channels that doubles the size, after x + 0.5 * relu(x - 1). */
function smallModel(changes: Partial<LayersModel> = {}): LayersModel {
  const plain = {
    activation: 'linear',
    padding: 'same',
    use_bias: true,
    groups: 1,
    strides: [1, 1],
    dilation_rate: [1, 1],
  };
  // Kernel in the order input, output. Output channel o reads input channel o % 3; its bias adds o.
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

test('each layer computes in ONNX what it computes in TensorFlow.js', async () => {
  const session = await createSession(encodeModel(layersToOnnx(smallModel())), SESSION_OPTIONS);
  const input = new Tensor('float32', Float32Array.of(100, 200, 300), [1, 3, 1, 1]);
  const { out } = await session.run({ in: input });
  await session.release();
  expect(out.dims).toEqual([1, 3, 2, 2]);
  // 100 + 0.5 * 99 and so on; the pixel at row r and column c takes the channels starting at (2r + c) * 3.
  const pixels = [149.5, 299.5, 449.5].map((value, c) => [0, 3, 6, 9].map((first) => value + first + c));
  expect([...(out.data as Float32Array)]).toEqual(pixels.flat());
});

/**
 * 4 x 4 pixels: padded and halved by a depthwise convolution, normalized, averaged, and classified into two
 * classes.
 */
function smallClassifier(): LayersModel {
  const halving = { activation: 'linear', strides: [2, 2], dilation_rate: [1, 1], use_bias: false };
  const input = { batch_input_shape: [null, 4, 4, 3] };
  return {
    layers: [
      layer('InputLayer', 'in', [], input),
      layer('ZeroPadding2D', 'pad', ['in'], {
        padding: [
          [0, 1],
          [0, 1],
        ],
      }),
      layer('DepthwiseConv2D', 'halve', ['pad'], { ...halving, padding: 'valid', depth_multiplier: 1 }),
      layer('BatchNormalization', 'normal', ['halve'], { epsilon: 0 }),
      layer('ReLU', 'relu6', ['normal'], { max_value: 6 }),
      layer('AveragePooling2D', 'mean', ['relu6'], { pool_size: [2, 2] }),
      layer('Flatten', 'flat', ['mean']),
      layer('Dropout', 'drop', ['flat']),
      layer('Dense', 'out', ['drop'], { units: 2, activation: 'softmax', use_bias: true }),
    ],
    input: 'in',
    output: 'out',
    weights: new Map([
      // 3 x 3 positions of 3 channels: only the middle counts, and channel c is scaled by c + 1.
      [
        'halve/depthwise_kernel',
        {
          shape: [3, 3, 3, 1],
          values: Float32Array.from({ length: 27 }, (_, i) => (Math.floor(i / 3) === 4 ? (i % 3) + 1 : 0)),
        },
      ],
      ['normal/gamma', { shape: [3], values: Float32Array.of(2, 2, 2) }],
      ['normal/beta', { shape: [3], values: Float32Array.of(0, 1, -9) }],
      ['normal/moving_mean', { shape: [3], values: Float32Array.of(0, 1, 0) }],
      ['normal/moving_variance', { shape: [3], values: Float32Array.of(1, 4, 1) }],
      ['out/kernel', { shape: [3, 2], values: Float32Array.of(1, 0, 0, 1, 1, 0) }],
      ['out/bias', { shape: [2], values: Float32Array.of(0, 0.5) }],
    ]),
  };
}

test('a converted classifier computes the same as its layers', async () => {
  const session = await createSession(encodeModel(layersToOnnx(smallClassifier())), SESSION_OPTIONS);
  // Planar channels with constant values: 2, 1, 3.
  const values = Float32Array.from({ length: 48 }, (_, i) => [2, 1, 3][Math.floor(i / 16)]);
  const { out } = await session.run({ in: new Tensor('float32', values, [1, 3, 4, 4]) });
  await session.release();
  // By channel: depthwise 2, 2, 9; normalized 4, 2, 9, and 9 clipped to 6. One class sums to 4 + 6, the other to 2 +
  // 0.5.
  const [one, other] = out.data as Float32Array;
  expect(one / other).toBeCloseTo(Math.exp(7.5), 0);
  expect(out.dims).toEqual([1, 2]);
});

test('an unknown layer or setting is refused', () => {
  const model = smallModel();
  const [input, convolution] = model.layers;
  for (const unknown of [
    layer('LeakyReLU', 'leaky', ['in']),
    layer('Dense', 'dense', ['in'], { units: 2, activation: 'tanh', use_bias: true }),
    layer('Activation', 'tanh', ['in'], { activation: 'tanh' }),
    { ...convolution, config: { ...convolution.config, strides: [2, 2] } },
    { ...convolution, name: 'without weights' },
  ]) {
    expect(() => layersToOnnx({ ...model, layers: [input, unknown] })).toThrow(UnsupportedLayerError);
  }
});
