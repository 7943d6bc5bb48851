import { describe, expect, it } from 'vitest';
import { flip } from './flip.ts';
import { judgeScene } from './scene-measures.ts';
import type { SceneTruth } from './scene-measures.ts';

const [W, H] = [120, 100];
const BOX = { left: 45, right: 65, top: 30, bottom: 70 };

type Shade = (x: number, y: number) => number;

/** Dark box on a gray background, which `shade` darkens. */
function createPicture(shade: Shade, product = 60): Uint8Array {
  const data = new Uint8Array(W * H * 3);
  for (let i = 0; i < W * H; i++) {
    const [x, y] = [i % W, Math.floor(i / W)];
    const isProduct = x >= BOX.left && x < BOX.right && y >= BOX.top && y < BOX.bottom;
    data.fill(isProduct ? product : Math.round(200 * shade(x, y) ** (1 / 2.2)), i * 3, i * 3 + 3);
  }
  return data;
}

/** A strip of shadow that starts `gapPx` below the box and runs to the right or left. */
const strip =
  (gapPx: number, side: 1 | -1 = 1): Shade =>
  (x, y) => {
    const along = side === 1 ? x - BOX.left : BOX.right - x;
    return y >= BOX.bottom + gapPx && y < BOX.bottom + gapPx + 8 && along >= 0 && along < 55 ? 0.4 : 1;
  };

const alpha = Uint8Array.from({ length: W * H }, (_, i) => {
  const [x, y] = [i % W, Math.floor(i / W)];
  return x >= BOX.left && x < BOX.right && y >= BOX.top && y < BOX.bottom ? 255 : 0;
});
const scene: SceneTruth = {
  widthPx: W,
  heightPx: H,
  truth: createPicture(strip(0)),
  bare: createPicture(() => 1),
  alpha,
};

describe('the comparison of a composite with the path-traced picture', () => {
  it('finds no error in an equal picture', () => {
    const same = judgeScene(scene, scene.truth);
    expect(same).toMatchObject({ product: 0, flip: 0, shadowDifference: 0, shadowDepth: 1, contactGapPx: 0 });
    expect(same.shadowSimilarity).toBeCloseTo(1, 4);
    expect(same.shadowAngleDeg).toBeCloseTo(0, 4);
  });

  it('reports by how many pixels a shadow starts too low, so that the product hovers', () => {
    expect(judgeScene(scene, createPicture(strip(5))).contactGapPx).toBeCloseTo(5, 1);
  });

  it('reports the angle between two shadows that fall to opposite sides', () => {
    const { shadowAngleDeg } = judgeScene(scene, createPicture(strip(0, -1)));
    expect(shadowAngleDeg).toBeGreaterThan(120);
  });

  it('reports a shadow that is too faint, and a product that is too dark', () => {
    const faint = judgeScene(
      scene,
      createPicture((x, y) => 1 - (1 - strip(0)(x, y)) / 3),
    );
    expect(faint.shadowDepth).toBeGreaterThan(0.2);
    expect(faint.shadowDepth).toBeLessThan(0.45);
    expect(faint.shadowSimilarity).toBeLessThan(0.95);
    const dark = judgeScene(scene, createPicture(strip(0), 20));
    expect(dark.product).toBeGreaterThan(8);
    expect(dark.shadowDifference).toBeLessThan(1);
  });
});

describe('FLIP', () => {
  const even = (...color: [number, number, number]): Uint8Array =>
    Uint8Array.from({ length: 32 * 32 * 3 }, (_, i) => color[i % 3]);
  const between = (a: Uint8Array, b: Uint8Array): number =>
    flip({ data: a, widthPx: 32, heightPx: 32 }, { data: b, widthPx: 32, heightPx: 32 })[16 * 32 + 16];

  it('is 1 between the colors that differ most, and 0 between equal colors', () => {
    expect(between(even(0, 255, 0), even(0, 0, 255))).toBeCloseTo(1, 3);
    expect(between(even(90, 80, 70), even(90, 80, 70))).toBe(0);
  });

  it('detects an edge whose colors equal the background’s color on average', () => {
    const edge = Uint8Array.from({ length: 32 * 32 * 3 }, (_, i) =>
      Math.floor(i / 3) % 32 < 16 ? 100 : 116,
    );
    const slight = between(even(109, 109, 109), even(108, 108, 108));
    expect(between(edge, even(108, 108, 108))).toBeGreaterThan(2 * slight);
  });
});
