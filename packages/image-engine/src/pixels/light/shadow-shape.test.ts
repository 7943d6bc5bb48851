import { DEFAULT_SHADOW } from '@packshot/contract';
import type { Pose, Shadow } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { shadowShape } from './shadow-shape.ts';
import type { ShadowShape } from './shadow-shape.ts';

const box = { centerXPx: 500, centerYPx: 400, widthPx: 200, heightPx: 400 };
const foot = { centerXPx: 500, widthPx: 100 };
const LOWEST_PX = 600;
const shadow = (part: Partial<Shadow> = {}): Shadow => ({
  kind: 'contact',
  directionDeg: 0,
  softness: 0.5,
  opacity: 1,
  ...part,
});
const computeShape = (settings: Shadow, pose: Pose | null = null): ShadowShape => {
  const shape = shadowShape(settings, box, LOWEST_PX, foot, pose);
  if (!shape) throw new Error('There is no shadow.');
  return shape;
};
const mapPoint = ({ matrix: [a, b, c, d, e, f] }: ShadowShape, x: number, y: number) => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

describe('the shadow of a standing product', () => {
  it('begins at the foot and falls in the given direction', () => {
    const right = computeShape(shadow());
    const footPx = right.contact?.centerYPx ?? 0;
    expect(mapPoint(right, 500, footPx)).toEqual({ x: 500, y: footPx });
    const head = mapPoint(right, 500, 200);
    expect(head.x).toBeGreaterThan(600);
    expect(head.y).toBeCloseTo(footPx);
    expect(mapPoint(computeShape(shadow({ directionDeg: 90 })), 500, 200).y).toBeGreaterThan(footPx);
    expect(mapPoint(computeShape(shadow({ directionDeg: 270 })), 500, 200).y).toBeLessThan(footPx);
    expect(mapPoint(computeShape(shadow({ directionDeg: 180 })), 500, 200).x).toBeLessThan(400);
  });

  it('is darkest at the foot, and only as wide as the foot', () => {
    const { contact } = computeShape(shadow());
    expect(contact?.centerXPx).toBe(500);
    expect(contact?.radiusXPx).toBeLessThan(60);
  });
});

describe('the shadow of a lying or hanging product', () => {
  it.each(['lies', 'hangs'] as const)('follows the product’s outline closely if the product %s', (pose) => {
    const shape = computeShape(shadow({ directionDeg: null }), pose);
    expect(shape.contact).toBeNull();
    // The shadow is as large as the product, and shifted by much less than its size.
    for (const [x, y] of [
      [400, 200],
      [600, 600],
    ] as const) {
      const moved = mapPoint(shape, x, y);
      expect(moved.x - x).toBeGreaterThan(0);
      expect(moved.y - y).toBeGreaterThan(0);
      expect(Math.hypot(moved.x - x, moved.y - y)).toBeLessThan(12);
    }
    expect(shape.blurPx).toBeLessThan(12);
  });

  it('is detached when the user chooses a floating shadow', () => {
    const floating = shadow({ kind: 'floating' });
    expect(computeShape(floating, 'lies')).toEqual(computeShape(floating));
  });
});

it('a floating shadow falls in its direction, without a contact shadow at the foot', () => {
  const shape = computeShape(shadow({ kind: 'floating', directionDeg: 90 }));
  expect(shape.contact).toBeNull();
  expect(mapPoint(shape, 500, 200).x).toBeCloseTo(500);
  expect(mapPoint(shape, 500, 200).y).toBeGreaterThan(200);
});

it('softness blurs, opacity darkens, and zero opacity removes the shadow', () => {
  expect(computeShape(shadow({ softness: 1 })).blurPx).toBeGreaterThan(
    computeShape(shadow({ softness: 0 })).blurPx,
  );
  expect(computeShape(shadow({ opacity: 2 })).opacity).toBeCloseTo(computeShape(shadow()).opacity * 2);
  expect(shadowShape(shadow({ kind: 'none' }), box, LOWEST_PX, foot, null)).toBeNull();
  expect(shadowShape(shadow({ opacity: 0 }), box, LOWEST_PX, foot, null)).toBeNull();
  expect(computeShape(DEFAULT_SHADOW).opacity).toBeGreaterThan(0);
});
