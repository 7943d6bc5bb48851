import { beforeEach, describe, expect, it, vi } from 'vitest';
import { raster } from '../pixels/raster/raster.ts';
import type { RgbRaster } from '../pixels/raster/raster.ts';
import { segmenter } from './networks.ts';
import type { JobContext } from './tool.ts';

/** Fake network that returns the brightness of each pixel. */
const run = vi.hoisted(() => vi.fn<(picture: RgbRaster) => Promise<unknown>>());
vi.mock('../models/segmentation-session.ts', () => ({
  openSession: async () => ({ sidePx: 2, run, release: async () => undefined }),
}));

const picture = (bytes: readonly number[], widthPx = 2): RgbRaster =>
  raster(Uint8Array.from(bytes), widthPx, bytes.length / 3 / widthPx, 3);
const openNetwork = (name: string, cachedAnswers?: number) =>
  segmenter.open({
    model: async () => ({ modelFile: name, ...(cachedAnswers !== undefined && { cachedAnswers }) }),
  } as unknown as JobContext);

describe('the cached segmentation network', () => {
  beforeEach(() => {
    run.mockReset();
    run.mockImplementation(async ({ data, widthPx, heightPx }) =>
      raster(
        Uint8Array.from({ length: widthPx * heightPx }, (_, i) => data[3 * i] ?? 0),
        widthPx,
        heightPx,
        1,
      ),
    );
  });

  it('runs once for a repeated picture, even if the first mask was changed afterwards', async () => {
    const session = await openNetwork('again');
    const first = await session.run(picture([1, 1, 1, 2, 2, 2]));
    first.data.fill(255);
    const second = await session.run(picture([1, 1, 1, 2, 2, 2]));
    expect([...second.data]).toEqual([1, 2]);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs again for other pixels, and for the same pixels in another shape', async () => {
    const session = await openNetwork('anew');
    await session.run(picture([1, 1, 1, 2, 2, 2]));
    await session.run(picture([1, 1, 1, 2, 2, 3]));
    expect(await session.run(picture([1, 1, 1, 2, 2, 2], 1))).toMatchObject({ widthPx: 1, heightPx: 2 });
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('caches as many masks as allowed, and no mask at size zero', async () => {
    const two = await openNetwork('two', 2);
    for (const tone of [1, 2, 3, 3, 2, 1]) await two.run(picture([tone, tone, tone], 1));
    expect(run).toHaveBeenCalledTimes(4);
    const none = await openNetwork('none', 0);
    for (const tone of [1, 1]) await none.run(picture([tone, tone, tone], 1));
    expect(run).toHaveBeenCalledTimes(6);
  });
});
