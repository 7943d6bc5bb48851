import type { RefineFind } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { encodeQuickPng } from '../codec/encode.ts';
import { noObjects } from '../testing/no-objects.ts';
import { noPrint } from '../testing/no-print.ts';
import { raster } from '../pixels/raster/raster.ts';
import { SetCache } from '../sets/set-cache.ts';
import { readSetDescriptions, SETS_FOLDER } from '../sets/set-description.ts';
import { describe as describeProduct } from './describe/run.ts';
import { makeScene } from './scene/run.ts';
import { run as harmonize } from './harmonize/run.ts';
import { magic } from './magic/run.ts';
import { run as finishResponse } from './finish-response/run.ts';
import { prepareRequest } from './prepare-request/run.ts';
import { Recent } from './cached.ts';
import { refine } from './refine/run.ts';
import { cutOut } from './cut-out/run.ts';
import { upscale } from './upscale/run.ts';

const SIDE_PX = 320;
const GRID_PX = 64;

/** PNG with a patch of one color in the center of a background. */
const picture = (patch: readonly number[], around: readonly number[], shareOfSide = 0.15) => {
  const data = new Uint8Array(SIDE_PX * SIDE_PX * 4);
  const half = (SIDE_PX * shareOfSide) / 2;
  const isPatch = (at: number): boolean => Math.abs(at - SIDE_PX / 2) < half;
  for (let i = 0; i < SIDE_PX * SIDE_PX; i++) {
    data.set(isPatch(i % SIDE_PX) && isPatch(Math.floor(i / SIDE_PX)) ? patch : around, i * 4);
  }
  return encodeQuickPng(raster(data, SIDE_PX, SIDE_PX, 4));
};
const PHOTO = picture([120, 110, 100, 255], [180, 180, 180, 255]);
const SOLID = picture([120, 110, 100, 255], [0, 0, 0, 0]);
const GHOST = picture([120, 110, 100, 150], [0, 0, 0, 0]);
const NOTHING = picture([120, 110, 100, 6], [0, 0, 0, 0]);
const RESTORED = picture([255, 0, 0, 255], [0, 0, 0, 0]);
const ERASED = picture([0, 255, 0, 255], [0, 0, 0, 0], 0.4);
const SEARCHED = picture([0, 0, 255, 255], [0, 0, 0, 0], 0.8);
const FAINT_MASK = picture([255, 255, 255, 30], [0, 0, 0, 0]);

/**
 * Fake network that sees the patch with this certainty, 0 to 255; refining the edges doesn't increase the certainty.
 */
const certainView = (certainty: number) => ({
  sidePx: GRID_PX,
  run: () => {
    const isPatch = (at: number): boolean => Math.abs(at - GRID_PX / 2) < (GRID_PX * 0.15) / 2;
    const data = Uint8Array.from({ length: GRID_PX ** 2 }, (_, i) =>
      isPatch(i % GRID_PX) && isPatch(Math.floor(i / GRID_PX)) ? certainty : 0,
    );
    return Promise.resolve(raster(data, GRID_PX, GRID_PX, 1));
  },
});
const createContext = (certainty: number) => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  checkpoint: () => Promise.resolve(),
  segmenter: certainView(certainty),
  openReader: () => Promise.resolve(noPrint),
  openClassifier: () => Promise.resolve(noObjects),
  openSegmenter: () => Promise.resolve(certainView(certainty)),
});
const frame = { aspectRatioId: 1, isLarger: false } as const;
const sizes = { kind: 'any', multiplePx: 16, minSidePx: 64, maxPixels: 128 * 128 } as const;
const composeScene = async (product: Uint8Array, certainty: number) =>
  makeScene(
    {
      product,
      prompt: 'a table',
      light: 'auto',
      palette: [],
      ...frame,
      seed: 1,
      variant: 0,
      count: 2,
    },
    {
      ...createContext(certainty),
      descriptions: await readSetDescriptions(),
      sets: new SetCache(SETS_FOLDER),
      products: new Recent(1),
      largeProducts: new Recent(1),
      references: new Recent(1),
    },
  );

describe('inputs or results without a solid subject', () => {
  const context = createContext(160);

  it('cause a refusal of background removal', async () => {
    await expect(cutOut({ photo: await PHOTO }, context)).rejects.toMatchObject({ code: 'NO_SUBJECT' });
    expect(await cutOut({ photo: await PHOTO }, createContext(255))).toHaveProperty('full');
  });

  it('cause a refusal of a scene, from a photo or a cut-out', async () => {
    await expect(composeScene(await PHOTO, 160)).rejects.toMatchObject({ code: 'NO_SUBJECT' });
    await expect(composeScene(await GHOST, 255)).rejects.toMatchObject({ code: 'NO_SUBJECT' });
    expect(await composeScene(await SOLID, 160)).toHaveProperty('full');
  });

  it('cause a refusal of a correction that leaves nothing visible', async () => {
    const cutOut = await SOLID;
    const photo = await PHOTO;
    const runRefine = (strokes: Uint8Array) => refine({ photo, cutOut, strokes }, context);
    await expect(runRefine(await ERASED)).rejects.toMatchObject({ code: 'NOTHING_LEFT' });
    expect(await runRefine(await RESTORED)).toHaveProperty('full');
  });

  it('cause a refusal of a search in a drawn area that finds or leaves nothing', async () => {
    const [photo, strokes] = [await PHOTO, await SEARCHED];
    const look = (cutOut: Uint8Array, find: RefineFind | undefined, certainty = 255) =>
      refine({ photo, cutOut, strokes, find }, createContext(certainty));
    await expect(look(await SOLID, undefined)).rejects.toMatchObject({ code: 'EMPTY_MASK' });
    await expect(look(await SOLID, 'restore', 0)).rejects.toMatchObject({ code: 'NOTHING_FOUND' });
    await expect(look(await SOLID, 'erase')).rejects.toMatchObject({ code: 'NOTHING_LEFT' });
    expect((await look(await NOTHING, 'restore')).changedFraction).toBeGreaterThan(0);
    await expect(look(await NOTHING, 'only', 0)).rejects.toMatchObject({ code: 'NOTHING_FOUND' });
    expect((await look(await NOTHING, 'only')).changedFraction).toBeGreaterThan(0);
  });

  it('get no description', async () => {
    expect(await describeProduct({ photo: await PHOTO }, context)).toMatchObject({ finalDescription: null });
    expect((await describeProduct({ photo: await PHOTO }, createContext(255))).finalDescription).toMatch(
      /^A /,
    );
  });

  it('are refused from an external engine, and aren’t sent to such an engine', async () => {
    const photo = await PHOTO;
    const runFinish = (providedPicture: Uint8Array) =>
      finishResponse({ kind: 'cut-out', photo, picture: providedPicture }, context);
    await expect(runFinish(await GHOST)).rejects.toMatchObject({ code: 'NO_SUBJECT' });
    expect(await runFinish(await SOLID)).toHaveProperty('full');
    const request = { kind: 'scene', ...frame, sizes, placement: undefined, reference: undefined } as const;
    const prepared = prepareRequest({ ...request, product: await GHOST, maskStyle: 'white' }, context);
    await expect(prepared).rejects.toMatchObject({ code: 'NO_SUBJECT' });
  });

  it('cause a refusal of upscaling and editing', async () => {
    const [photo, mask, nothing] = [await PHOTO, await RESTORED, await NOTHING];
    const instruction = { kind: 'edit', edits: [] } as const;
    const runUpscale = (picture: Uint8Array) =>
      upscale({ photo: picture, factor: 2 }, { ...context, network: undefined });
    const runMagic = (picture: Uint8Array) => magic({ photo: picture, mask, instruction }, context);
    await expect(runUpscale(nothing)).rejects.toMatchObject({ code: 'NO_SUBJECT' });
    await expect(runMagic(nothing)).rejects.toMatchObject({ code: 'NO_SUBJECT' });
    expect(await runUpscale(photo)).toHaveProperty('full');
    expect(await runMagic(photo)).toHaveProperty('full');
  });

  it('cause a refusal when the mask has only faint traces', async () => {
    const mask = await FAINT_MASK;
    const [photo, composite] = [await PHOTO, await PHOTO];
    const edited = magic({ photo, mask, instruction: { kind: 'edit', edits: [] } }, context);
    await expect(edited).rejects.toMatchObject({ code: 'EMPTY_MASK' });
    const matched = harmonize({ composite, productAlpha: mask, strength: 0.5 }, context);
    await expect(matched).rejects.toMatchObject({ code: 'EMPTY_MASK' });
  });
});
