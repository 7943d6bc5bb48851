import { Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { encodeModel, tensor } from '../../packages/image-engine/src/models/onnx-format.ts';
import type { OnnxModel } from '../../packages/image-engine/src/models/onnx-format.ts';
import { createSession, SESSION_OPTIONS } from '../../packages/image-engine/src/models/session.ts';
import { shareWeights } from './shared-weights.ts';
import { storeInBytes } from './stored-in-bytes.ts';

const VALUES = 4096;
const BYTE_SCALE = { scale: 0.006666756611244351, min: -0.87334511607301 };

function addition(values: Float32Array): OnnxModel {
  const value = (name: string) => ({
    name,
    type: { tensor_type: { elem_type: 1, shape: { dim: [{ dim_value: VALUES }] } } },
  });
  return {
    ir_version: 8,
    opset_import: [{ domain: '', version: 15 }],
    graph: {
      node: [{ name: 'add', op_type: 'Add', input: ['in', 'weights'], output: ['out'], attribute: [] }],
      initializer: [tensor('weights', [VALUES], values)],
      input: [value('in')],
      output: [value('out')],
      value_info: [],
    },
  };
}

const published = Float32Array.from(
  { length: VALUES },
  (_, i) => (i % 256) * BYTE_SCALE.scale + BYTE_SCALE.min,
);

test('weights stored as bytes keep their exact values, in less than half the size', async () => {
  const model = addition(published);
  const sizeBytes = encodeModel(model).length;
  storeInBytes(model, new Map([['weights', BYTE_SCALE]]));
  const file = encodeModel(model);
  expect(file.length).toBeLessThan(sizeBytes * 0.4);
  const session = await createSession(file, SESSION_OPTIONS);
  const { out } = await session.run({ in: new Tensor('float32', new Float32Array(VALUES), [VALUES]) });
  await session.release();
  expect(out.data).toEqual(published);
});

test('a constant whose values no bytes encode is refused', () => {
  const model = addition(published.with(7, 0.001));
  expect(() => storeInBytes(model, new Map([['weights', BYTE_SCALE]]))).toThrow('weights');
});

test('a constant that several graphs share is stored once', () => {
  const [one, other] = [addition(published), addition(published)];
  const different = addition(published.toReversed());
  const bytes = shareWeights([one, other, different], 'weights.bin');
  expect(bytes.length).toBe(2 * published.byteLength);
  const weightPlaces = ({ graph }: OnnxModel) => graph.initializer[0].external_data;
  expect(weightPlaces(one)).toEqual(weightPlaces(other));
  expect(weightPlaces(different)).toContainEqual({ key: 'offset', value: String(published.byteLength) });
  const stored = new Float32Array(bytes.buffer, bytes.byteOffset + published.byteLength, VALUES);
  expect(stored).toEqual(published.toReversed());
});
