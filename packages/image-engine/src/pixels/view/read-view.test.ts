import { describe, expect, test } from 'vitest';
import { emptyRaster } from '../raster.ts';
import type { AlphaRaster, RgbRaster } from '../raster.ts';
import { readView } from './read-view.ts';

interface Block {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const [WIDTH, HEIGHT] = [200, 160];

/** Dark blocks on a light ground that is in shade on one side of each. */
function drawn(blocks: readonly Block[], shadeToRight = 0): { photo: RgbRaster; alpha: AlphaRaster } {
  const photo = emptyRaster(WIDTH, HEIGHT, 3);
  const alpha = emptyRaster(WIDTH, HEIGHT, 1);
  photo.data.fill(210);
  const fill = ({ x, y, width, height }: Block, level: number, isProduct: boolean): void => {
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

function mirrored<Channels extends 1 | 3>(picture: RgbRaster | AlphaRaster, channels: Channels) {
  const turned = emptyRaster(WIDTH, HEIGHT, channels);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const from = i - (i % WIDTH) + WIDTH - 1 - (i % WIDTH);
    for (let c = 0; c < channels; c++) turned.data[i * channels + c] = picture.data[from * channels + c];
  }
  return turned;
}

const BLOCK: Block = { x: 70, y: 40, width: 50, height: 80 };

describe('how a product was seen', () => {
  test('a photo and its mirror image are seen alike, with the light on the other side', () => {
    const { photo, alpha } = drawn([BLOCK], 14);
    const view = readView(photo, alpha);
    const other = readView(mirrored(photo, 3), mirrored(alpha, 1));
    expect(view?.lightSide).toBe('left');
    expect(other?.lightSide).toBe('right');
    expect(other?.pose).toBe(view?.pose);
    expect(Math.abs((other?.elevationDeg ?? 90) - (view?.elevationDeg ?? 0))).toBeLessThanOrEqual(1);
  });

  test('no side is said of even light', () => {
    const { photo, alpha } = drawn([BLOCK]);
    expect(readView(photo, alpha)?.lightSide).toBeNull();
  });

  test('each part has a foot line of its own, and a speck has none', () => {
    const parts = [BLOCK, { x: 150, y: 70, width: 30, height: 30 }, { x: 20, y: 20, width: 4, height: 4 }];
    const { photo, alpha } = drawn(parts);
    const lines = readView(photo, alpha)?.footLines;
    expect(lines).toHaveLength(2);
    expect(lines?.[0]).toEqual({ left: 0.35, right: 0.6, y: 0.75 });
    expect(lines?.[1]).toEqual({ left: 0.75, right: 0.9, y: 0.625 });
  });

  test('what would have to stand on a cable lies, and is seen from above', () => {
    const { photo, alpha } = drawn([BLOCK]);
    expect(readView(photo, alpha)?.pose).toBe('stands');
    const cable = drawn([
      { ...BLOCK, height: 60 },
      { x: 92, y: 100, width: 4, height: 30 },
    ]);
    const view = readView(cable.photo, cable.alpha);
    expect(view?.pose).toBe('lies');
    expect(view?.elevationDeg).toBeGreaterThanOrEqual(70);
  });

  test('what resembles nothing that is remembered is not said for sure', () => {
    const { photo, alpha } = drawn([
      { x: 10, y: 10, width: 180, height: 10 },
      { x: 10, y: 140, width: 180, height: 10 },
    ]);
    expect(readView(photo, alpha)?.confidence).toBeLessThan(0.5);
  });

  test('of a product of a few pixels nothing is said', () => {
    const { photo, alpha } = drawn([{ x: 90, y: 90, width: 6, height: 6 }]);
    expect(readView(photo, alpha)).toBeUndefined();
  });
});
