import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyOperator } from '../testing/tiny-network.ts';
import { CalibrationError } from './calibration.ts';
import { buildModel } from './model-build.ts';
import type { ConvertedBuild } from './model-build.ts';
import { ISNET } from './registry.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-build-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Number of channels, chosen so that the weights are large enough to be stored outside the graph file. */
const CHANNELS = 20;

/** Small network whose quantized form has a different output name. */
const tiny: ConvertedBuild = {
  model: ISNET,
  version: 1,
  calibrationFile: '',
  convert: () => Promise.resolve(everyOperator(CHANNELS)),
  quantize({ graph }) {
    graph.output[0].name = 'quantized';
    const [last] = graph.node.slice(-1);
    last.output = ['quantized'];
  },
  check: () => Promise.resolve({ passed: true, measures: { mean: 0.99 } }),
};

const build = (changes: Partial<ConvertedBuild>) =>
  buildModel({ ...tiny, ...changes }, folder, { ranges: {} }, () => undefined);

async function outputs(): Promise<readonly string[]> {
  const session = await InferenceSession.create(join(folder, 'model.onnx'));
  const names = session.outputNames;
  await session.release();
  return names;
}

test('the quantized form is kept when its check passes', async () => {
  expect(await build({})).toMatchObject({ precision: 'int8', selfCheck: { passed: true } });
  expect(await outputs()).toEqual(['quantized']);
});

test('a single-precision model replaces a quantized one that fails its check, and the reason gives the measures', async () => {
  const check = async (modelFile: string) => {
    expect(await outputs()).toEqual(['quantized']);
    expect(modelFile).toBe(join(folder, 'model.onnx'));
    return { passed: false, measures: { mean: 0.91, worst: 0.4 } };
  };
  expect(await build({ check })).toMatchObject({
    precision: 'fp32',
    fallbackReason: '8-bit result differs on this CPU: mean 0.9100, worst 0.4000',
    selfCheck: { passed: false },
  });
  expect(await outputs()).toEqual(['output']);
  expect(await readdir(folder)).toEqual(['model.onnx', 'weights.bin']);
});

test('single precision replaces a network that doesn’t fit the calibration', async () => {
  const quantize = () => {
    throw new CalibrationError('No range for one');
  };
  expect(await build({ quantize })).toMatchObject({ precision: 'fp32', fallbackReason: 'No range for one' });
  expect(await outputs()).toEqual(['output']);
});
