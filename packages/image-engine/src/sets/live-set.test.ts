import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Placement } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { decodePhoto } from '../codec/decode.ts';
import sharp from '../codec/sharp.ts';
import { colorDifference, fromLinear, toLab, toLinear } from '../pixels/color/color-difference.ts';
import { raster } from '../pixels/raster/raster.ts';
import { finish } from '../pixels/raster/work.ts';
import { composeScene } from '../pixels/scene/compose-scene.ts';
import { LiveScene, prepareLiveProduct, readLiveSet } from '../pixels/scene/live-scene.ts';
import type { ReadSetPicture } from '../pixels/scene/live-scene.ts';
import { planWithLock } from '../pixels/scene/series.ts';
import { planScene } from '../pixels/words/scene-prompt/plan-scenes.ts';
import { planFromLock, toSceneLock } from '../pixels/words/scene-prompt/scene-lock.ts';
import { readProduct } from '../pixels/words/scene-prompt/read-product.ts';
import { wholeFrame } from '../testing/whole-frame.ts';
import { readSet } from './read-set.ts';
import { readSetDescriptions, SETS_FOLDER } from './set-description.ts';

const bottle = readFileSync(join(import.meta.dirname, '../testing/fixtures/serum-bottle.png'));

/** Reads a set's picture as browsers do: 8 bits per sample, made smaller with smoothing. */
const readIn =
  (id: string): ReadSetPicture =>
  async (file, widthPx) => {
    const { data, info } = await sharp(join(SETS_FOLDER, id, file))
      .resize(widthPx, widthPx, { kernel: 'linear' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return raster(new Uint8Array(data), info.width, info.height, 4);
  };

interface Samples {
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Distance between compared pixels, across and down; a twenty-fifth of the pixels gives the same mean. */
const COMPARED_EVERY_PX = 5;

/** Mean CIEDE2000 difference between a finished picture, halved in linear light, and the live preview. */
function meanDifference(file: Samples, live: Samples): number {
  let [sum, count] = [0, 0];
  for (let y = 0; y < live.heightPx; y += COMPARED_EVERY_PX) {
    for (let x = 0; x < live.widthPx; x += COMPARED_EVERY_PX) {
      const halved = [0, 1, 2].map((c) => {
        const at = (2 * y * file.widthPx + 2 * x) * 3 + c;
        const four = [at, at + 3, at + file.widthPx * 3, at + file.widthPx * 3 + 3];
        return fromLinear(four.reduce((light, i) => light + toLinear(file.data[i]), 0) / 4);
      });
      const [red, green, blue] = live.data.subarray((y * live.widthPx + x) * 4);
      sum += colorDifference(toLab(halved[0], halved[1], halved[2]), toLab(red, green, blue));
      count++;
    }
  }
  return sum / count;
}

/**
 * Mean difference between the finished file and the live preview, for a scene whose bottle is moved after it was made.
 */
async function compareWithFile(
  prompt: string,
  move: Partial<Placement>,
  aspectRatioId: number,
): Promise<number> {
  const { image } = await decodePhoto(bottle);
  const product = prepareLiveProduct(image, {});
  const request = {
    prompt,
    light: 'auto',
    palette: [],
    product: readProduct(image),
    seed: 4,
    count: 2,
  } as const;
  const plan = planScene(request, 0, await readSetDescriptions());
  const decoded = await readSet(join(SETS_FOLDER, plan.setId));
  if (product === undefined) throw new Error('The bottle is visible');
  const order = { decoded, product, aspectRatioId, isLarger: false, seed: 4 };
  // A small picture, because only its placement and scene lock are used.
  const first = finish(composeScene({ ...order, plan, longerSidePx: 320 }));
  if (!first.series || !first.placement) throw new Error('The product is in the scene');
  const sceneLock = toSceneLock(plan, first.series, {}, 4);
  const placement = { ...first.placement, ...move };
  const file = finish(
    composeScene({
      ...order,
      plan: planFromLock(sceneLock, decoded.set, prompt),
      placement,
      series: sceneLock,
    }),
  );
  const live = new LiveScene(await readLiveSet(decoded.set, 672, readIn(plan.setId)));
  const productView = { pose: null, elevationDeg: null };
  const lookOrder = {
    plan: planWithLock(sceneLock),
    look: sceneLock,
    matchPercent: sceneLock.matchPercent,
    seed: sceneLock.seed,
  };
  const liveOrder = { product, ...lookOrder, placement, shadow: undefined, productView, aspectRatioId };
  const longerSidePx = Math.max(file.picture.widthPx, file.picture.heightPx) / 2;
  const frame = finish(live.compose({ ...liveOrder, isLarger: false, longerSidePx }));
  return meanDifference(file.picture, wholeFrame(frame, 'patch'));
}

describe('the live preview of a scene', () => {
  it('looks like the finished file, wherever the product was moved', async () => {
    const differences = [
      await compareWithFile('oak table in morning sun', {}, 1),
      await compareWithFile('concrete loft', { centerX: 0.35, width: 0.2, rotationDeg: 8 }, 1),
      await compareWithFile('night, neon', { centerX: 0.6, isFlipped: true }, 3),
      await compareWithFile('white background', {}, 6),
    ];
    const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
    expect(mean).toBeLessThan(1);
    expect(Math.max(...differences)).toBeLessThan(1.5);
  });
});
