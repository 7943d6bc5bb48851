import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodePhoto } from '../codec/decode.ts';
import { fitForModel } from '../codec/encode.ts';
import { CLASSIFIER_SIDE_PX, openClassifierSession } from './classifier-session.ts';
import { EFFICIENTNET } from './registry.ts';
import { shippedFolder } from './shipped-model.ts';

const CUP = 968;

test('the classifier gives probabilities of 1,000 classes, and the mug has the class of cups', async () => {
  const { image } = await decodePhoto(
    await readFile(new URL('../testing/fixtures/mug.png', import.meta.url)),
  );
  const session = await openClassifierSession();
  const picture = await fitForModel(image, CLASSIFIER_SIDE_PX, CLASSIFIER_SIDE_PX);
  const probabilities = await session.classify(picture);
  await session.release();
  expect(probabilities).toHaveLength(1_000);
  expect(probabilities.reduce((sum, value) => sum + value)).toBeCloseTo(1, 4);
  expect(probabilities.indexOf(Math.max(...probabilities))).toBe(CUP);
});

test('a changed file of the classifier is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'classifier-'));
  try {
    await cp(shippedFolder(EFFICIENTNET), folder, { recursive: true });
    const file = join(folder, 'model.onnx');
    const bytes = await readFile(file);
    bytes[bytes.length >> 1] ^= 1;
    await writeFile(file, bytes);
    await expect(openClassifierSession(folder)).rejects.toMatchObject({ name: 'ModelIntegrityError' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
