import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import sharp from '../../../codec/sharp.ts';
import { emptyRaster, raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../../raster/raster.ts';
import { resample } from '../../raster/resample.ts';
import { readView, readViewAlone, VIEW_SIDE_PX } from './read-view.ts';
import { withRim } from './with-rim.ts';

interface DrawnBlock {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const [WIDTH, HEIGHT] = [200, 160];

/** Photo of dark blocks, each shaded on one side, on a light background that gets darker towards the front. */
function drawScene(
  blocks: readonly DrawnBlock[],
  shadeToRight = 0,
): { photo: RgbRaster; alpha: AlphaRaster } {
  const photo = emptyRaster(WIDTH, HEIGHT, 3);
  const alpha = emptyRaster(WIDTH, HEIGHT, 1);
  for (let y = 0; y < HEIGHT; y++) photo.data.fill(222 - (y >> 3), y * WIDTH * 3, (y + 1) * WIDTH * 3);
  const fill = ({ x, y, width, height }: DrawnBlock, level: number, isProduct: boolean): void => {
    for (let row = y; row < y + height; row++) {
      photo.data.fill(level, (row * WIDTH + x) * 3, (row * WIDTH + x + width) * 3);
      if (isProduct) alpha.data.fill(255, row * WIDTH + x, row * WIDTH + x + width);
    }
  };
  for (const block of blocks) {
    if (shadeToRight !== 0) fill({ ...block, x: block.x + shadeToRight }, 90, false);
    fill(block, 120, true);
  }
  return { photo, alpha };
}

function mirrorPicture<Channels extends 1 | 3>(picture: RgbRaster | AlphaRaster, channels: Channels) {
  const turned = emptyRaster(WIDTH, HEIGHT, channels);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const from = i - (i % WIDTH) + WIDTH - 1 - (i % WIDTH);
    for (let c = 0; c < channels; c++) turned.data[i * channels + c] = picture.data[from * channels + c];
  }
  return turned;
}

const TRUTH = join(import.meta.dirname, '../../../testing/truth');

/** Photo of the ground truth's sample images, with its own mask. */
async function loadSample(id: string): Promise<[RgbRaster, AlphaRaster]> {
  const read = async <Channels extends 1 | 3>(file: string, channels: Channels) => {
    const picture = sharp(join(TRUTH, id, file));
    const { data, info } = await (channels === 1 ? picture.extractChannel(0) : picture.removeAlpha())
      .raw()
      .toBuffer({ resolveWithObject: true });
    return raster(new Uint8Array(data), info.width, info.height, channels);
  };
  return [await read('photo.jpg', 3), await read('alpha.png', 1)];
}

const BLOCK: DrawnBlock = { x: 70, y: 40, width: 50, height: 80 };

describe('the view of a product read from its photo', () => {
  test('a photo and its mirror image have the same view, with the light on the other side', () => {
    const { photo, alpha } = drawScene([BLOCK], 14);
    const view = readView(photo, alpha);
    const other = readView(mirrorPicture(photo, 3), mirrorPicture(alpha, 1));
    expect(view?.lightSide).toBe('left');
    expect(other?.lightSide).toBe('right');
    expect(other?.pose).toBe(view?.pose);
    expect(Math.abs((other?.elevationDeg ?? 90) - (view?.elevationDeg ?? 0))).toBeLessThanOrEqual(1);
  });

  test('furniture is recognized as such and as standing, and tabletop products get no scale', async () => {
    for (const id of ['shelf-3', 'floor-lamp-2']) {
      expect(readView(...(await loadSample(id))), id).toMatchObject({ scale: 'furniture', pose: 'stands' });
    }
    for (const id of ['mug-1', 'book-2', 'towels-3', 'ring-3']) {
      expect(readView(...(await loadSample(id)))?.scale, id).toBeUndefined();
    }
  });

  test('the view matches the known angles and poses of the reference renders', async () => {
    const { items } = JSON.parse(readFileSync(join(TRUTH, 'manifest.json'), 'utf8')) as {
      readonly items: readonly {
        readonly id: string;
        readonly elevationDeg: number;
        readonly pose: string;
      }[];
    };
    const errorsDeg: number[] = [];
    let rightPoses = 0;
    for (const { id, elevationDeg, pose } of items) {
      const [photo, alpha] = await loadSample(id);
      const scale = VIEW_SIDE_PX / Math.max(photo.widthPx, photo.heightPx);
      const size = [Math.round(photo.widthPx * scale), Math.round(photo.heightPx * scale)] as const;
      const view = readView(resample(photo, ...size, 'linear'), resample(alpha, ...size, 'linear'));
      errorsDeg.push(Math.abs((view?.elevationDeg ?? 90) - elevationDeg));
      if (view?.pose === pose) rightPoses += 1;
    }
    expect(items).toHaveLength(12);
    // More than half of the estimated elevations must be within five degrees of the true ones.
    expect(errorsDeg.filter((errorDeg) => errorDeg <= 5).length).toBeGreaterThan(items.length / 2);
    expect(rightPoses).toBeGreaterThanOrEqual(11);
  });

  test('no light side is read from even light', () => {
    const { photo, alpha } = drawScene([BLOCK]);
    expect(readView(photo, alpha)?.lightSide).toBeNull();
  });

  test('each part has its own base line on the ground, except a speck', () => {
    const parts = [BLOCK, { x: 150, y: 70, width: 30, height: 30 }, { x: 20, y: 20, width: 4, height: 4 }];
    const { photo, alpha } = drawScene(parts);
    const lines = readView(photo, alpha)?.footLines;
    expect(lines).toHaveLength(2);
    expect(lines?.[0]).toEqual({ left: 0.35, right: 0.6, y: 0.75 });
    expect(lines?.[1]).toEqual({ left: 0.75, right: 0.9, y: 0.625 });
  });

  test('a product that would have to stand on its cable is read as lying, seen from above', () => {
    const { photo, alpha } = drawScene([BLOCK]);
    expect(readView(photo, alpha)?.pose).toBe('stands');
    const cable = drawScene([
      { ...BLOCK, height: 60 },
      { x: 92, y: 100, width: 4, height: 30 },
    ]);
    const view = readView(cable.photo, cable.alpha);
    expect(view?.pose).toBe('lies');
    expect(view?.elevationDeg).toBeGreaterThanOrEqual(70);
  });

  test('a product unlike every reference render gets a low confidence', () => {
    const squares = Array.from({ length: 24 }, (_, k) => ({
      x: 10 + 30 * (k % 6) + 9 * Math.floor(k / 6),
      y: 10 + 38 * Math.floor(k / 6),
      width: 8,
      height: 22,
    }));
    const { photo, alpha } = drawScene(squares);
    expect(readView(photo, alpha)?.confidence).toBeLessThan(0.5);
  });

  test('a product of a few pixels gets no view', () => {
    const { photo, alpha } = drawScene([{ x: 90, y: 90, width: 6, height: 6 }]);
    expect(readView(photo, alpha)).toBeUndefined();
  });
});

/** Cut-out of the blocks with a margin of `room` around them. */
function cutOut(blocks: readonly DrawnBlock[], room: number): RgbaRaster {
  const image = emptyRaster(WIDTH + 2 * room, HEIGHT + 2 * room, 4);
  for (const { x, y, width, height } of blocks) {
    for (let row = y + room; row < y + room + height; row++) {
      for (let column = x + room; column < x + room + width; column++) {
        image.data.set([120, 90, 60, 255], (row * image.widthPx + column) * 4);
      }
    }
  }
  return image;
}

describe('the view of a product without its photo', () => {
  const SQUARE: DrawnBlock = { x: 60, y: 40, width: 80, height: 80 };
  const CABLE: DrawnBlock = { x: 92, y: 100, width: 4, height: 30 };

  test('the view is read from the cut-out, whatever margin is around it', () => {
    const [small, large] = [0, 150].map((room) => readViewAlone(cutOut([SQUARE], room)));
    expect(small?.pose).toBe('stands');
    expect(large).toMatchObject({
      pose: small?.pose,
      elevationDeg: small?.elevationDeg,
      confidence: small?.confidence,
    });
    const [line] = large?.footLines ?? [];
    expect(line?.left).toBeCloseTo((SQUARE.x + 150) / (WIDTH + 300), 2);
    expect(line?.y).toBeCloseTo((SQUARE.y + SQUARE.height + 150) / (HEIGHT + 300), 2);
    expect(large?.lightSide).toBeNull();
  });

  test('a product that can’t stand is read as lying', () => {
    const view = readViewAlone(cutOut([{ ...BLOCK, height: 60 }, CABLE], 20));
    expect(view?.pose).toBe('lies');
    expect(view?.elevationDeg).toBeGreaterThanOrEqual(70);
  });

  test('an invisible product, or one that seems to hang without certainty, gets no view', () => {
    expect(readViewAlone(cutOut([], 0))).toBeUndefined();
    expect(readViewAlone(cutOut([BLOCK], 0))).toBeUndefined();
  });

  test('the elevation read from a round rim replaces an uncertain estimate, but only for a standing product', () => {
    const read = { lightSide: null, footLines: [], confidence: 0.2, elevationDeg: 60 } as const;
    expect(withRim({ ...read, pose: 'stands' }, 31)).toMatchObject({ elevationDeg: 31, confidence: 0.5 });
    expect(withRim({ ...read, pose: 'lies' }, 31)).toMatchObject({ elevationDeg: 60, confidence: 0.2 });
    expect(withRim(undefined, 31)).toBeUndefined();
  });
});

test('a spread-out shirt is read as lying, seen from above', () => {
  const photo = emptyRaster(WIDTH, HEIGHT, 3);
  const alpha = emptyRaster(WIDTH, HEIGHT, 1);
  photo.data.fill(252);
  for (let y = 20; y < 140; y++) {
    const row = (y - 20) / 120;
    const half = row < 0.4 ? Math.min(60, 27 + 132 * row) : 36;
    for (let x = Math.round(100 - half); x < 100 + half; x++) {
      photo.data.fill(90 + ((x * 7 + y * 3) % 20), (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
      alpha.data[y * WIDTH + x] = 255;
    }
  }
  const view = readView(photo, alpha);
  expect(view).toMatchObject({ pose: 'lies', elevationDeg: 88 });
  expect(view?.confidence).toBeGreaterThanOrEqual(0.5);
});
