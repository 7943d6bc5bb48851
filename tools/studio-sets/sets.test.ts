import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  decodeDepth,
  decodeLight,
  encodeDepth,
  encodeLight,
  layerFloats,
  LIGHT_CURVE,
  type DecodedStudioSet,
} from '../../packages/image-engine/src/pixels/studio/layers.ts';
import { defaultWeight, relight } from '../../packages/image-engine/src/pixels/studio/relight.ts';
import { readSet } from '../../packages/image-engine/src/sets/read-set.ts';
import { studioSetSchema } from '../../packages/image-engine/src/sets/set-schema.ts';

const SETS = path.resolve(import.meta.dirname, '../../packages/image-engine/assets/sets');
const MAX_SET_BYTES = 1_600_000;
/** Enough to judge light and depth; whole sets would take minutes. */
const THINNED_PX = 336;

const names = await readdir(SETS);

describe('the encodings of layers', () => {
  it('give light and depth back', () => {
    const layer = { curve: LIGHT_CURVE, max: 12 };
    for (const value of [0, 0.001, 0.02, 0.5, 1, 4, 12]) {
      expect(decodeLight(encodeLight(value, layer.max), layer)).toBeCloseTo(value, 6);
    }
    for (const depthDm of [6, 13.4, 40, 900]) {
      expect(decodeDepth(encodeDepth(depthDm, 5, 1000), 5, 1000)).toBeCloseTo(depthDm, 6);
    }
  });

  it('spend at least as many steps on shadows as on highlights', () => {
    const step = (value: number): number => encodeLight(value * 1.01, 16) - encodeLight(value, 16);
    // One per cent of difference must be more than one step of twelve bits, in shadow too.
    for (const value of [0.05, 0.2, 1, 8]) expect(step(value)).toBeGreaterThan(1 / 4096);
  });
});

describe.each(names)('set %s', (name) => {
  const folder = path.join(SETS, name);
  let decoding: Promise<DecodedStudioSet> | undefined;
  const thinned = (): Promise<DecodedStudioSet> => (decoding ??= readSet(folder, THINNED_PX));

  it('has a valid description and every file it names, within the size budget', async () => {
    const set = studioSetSchema.parse(JSON.parse(await readFile(path.join(folder, 'set.json'), 'utf8')));
    expect(set.id).toBe(name);
    expect(set.id).toBe(`${set.family}-${set.view}`);
    const pictures = [
      ...set.lights.map((l) => l.layer.file),
      set.albedo.file,
      ...set.tints.map((t) => t.file),
    ];
    const files = [...pictures, set.depth.file, set.preview, 'set.json'];
    expect(new Set(files).size).toBe(files.length);
    expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
    for (const file of pictures) {
      const { width, height } = await sharp(path.join(folder, file)).metadata();
      expect([file, width, height]).toEqual([file, set.widthPx, set.heightPx]);
    }
    const depth = await sharp(path.join(folder, set.depth.file)).metadata();
    expect([depth.width, depth.height]).toEqual([set.depth.widthPx, set.depth.heightPx]);
    const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_SET_BYTES);
  });

  it('puts its stage where the camera sees it, with depth to match', async () => {
    const { set, depth } = await thinned();
    const world = [...set.stage.worldDm, 1];
    const [x, y, z] = set.camera.worldToCamera.map((row) =>
      row.reduce((sum, v, i) => sum + v * (world[i] ?? 0), 0),
    );
    const half = Math.tan((set.camera.fovDeg * Math.PI) / 360);
    const image = [0.5 + (x ?? 0) / -(z ?? 0) / half / 2, 0.5 - (y ?? 0) / -(z ?? 0) / half / 2];
    expect(image[0]).toBeCloseTo(set.stage.image[0], 3);
    expect(image[1]).toBeCloseTo(set.stage.image[1], 3);
    const column = Math.floor(set.stage.image[0] * depth.widthPx);
    const row = Math.floor(set.stage.image[1] * depth.heightPx);
    const seen = layerFloats(depth)[row * depth.widthPx + column] ?? 0;
    expect(Math.abs(seen + (z ?? 0)) / -(z ?? 1)).toBeLessThan(0.03);
    expect(set.stage.image[1] - set.stage.maxHeight).toBeGreaterThan(0);
  });

  it('is lit, by every one of its lights, without a burnt-out or black picture', async () => {
    const decoded = await thinned();
    const mean = (data: Float32Array): number => data.reduce((sum, v) => sum + v, 0) / data.length;
    const whole = relight(decoded);
    let parts = 0;
    for (const light of decoded.set.lights) {
      const alone = mean(relight(decoded, { lights: { [light.id]: defaultWeight(light) } }).data);
      expect(alone).toBeGreaterThan(0.0005);
      parts += alone;
    }
    expect(parts).toBeCloseTo(mean(whole.data), 3);
    expect(mean(whole.data)).toBeGreaterThan(0.03);
    expect(whole.data.filter((v) => v > 4).length / whole.data.length).toBeLessThan(0.02);
  });
});
