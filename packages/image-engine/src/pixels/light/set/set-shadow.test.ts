import { describe, expect, it } from 'vitest';
import { drawnProduct } from '../../../testing/drawn-product.ts';
import { syntheticSet } from '../../../testing/synthetic-set.ts';
import { toCamera } from '../../stage/camera.ts';
import { ambientOcclusion, contactLine } from './set-contact.ts';
import { cutOutAt } from '../../scene/cut-out.ts';
import { litLayers } from './relight.ts';
import { findKeyLight, lightForShadow } from './shadow-light.ts';
import { computeOutline } from '../../stage/outline.ts';
import type { Outline } from '../../stage/outline.ts';
import type { Vector3 } from '../../stage/studio-set.ts';
import { castShadow, createVolume } from '../../stage/volume.ts';
import type { Occluder } from '../../stage/volume.ts';

const DM_PER_PX = 0.01;
const WIDTH_DM = 0.4;
const HEIGHT_DM = 2;
const [WIDTH_PX, HEIGHT_PX] = [WIDTH_DM / DM_PER_PX, HEIGHT_DM / DM_PER_PX];
const outline = computeOutline(cutOutAt(drawnProduct(WIDTH_PX, HEIGHT_PX), WIDTH_PX, HEIGHT_PX, false));
const stand = (liftDm = 0) => ({ groundDm: [0, 0, 0] as const, depthDm: 13, liftDm, dmPerPx: DM_PER_PX });
/** Model of a bar, 0.4 dm wide and 2 dm high, seen from straight ahead. */
const volume = createVolume(outline, stand(), 0);

const toward = (x: number, y: number, z: number): Vector3 => {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
};

/** Distance from the product, in a direction on the floor, at which the shadow falls to half its darkness. */
function measureLength(cast: Occluder, x: number, y: number): number {
  for (let along = 8; along > 0; along -= 0.01) if (cast(x * along, y * along, 0) > 0.5) return along;
  return 0;
}

/** Width over which the shadow fades at its side, at a distance behind the product. */
function penumbraAt(cast: Occluder, y: number): number {
  const at = (share: number): number => {
    let x = 0;
    while (cast(x, y, 0) > share) x += 0.002;
    return x;
  };
  return at(0.15) - at(0.85);
}

describe('a shadow on the floor', () => {
  it('a shadow begins at the foot of a wide, thin product, even in oblique light', () => {
    const [widthPx, heightPx] = [200, 60];
    const wide = computeOutline(cutOutAt(drawnProduct(widthPx, heightPx), widthPx, heightPx, false));
    const volumeOfWide = createVolume(wide, stand(), 0);
    const cast = castShadow(volumeOfWide, toward(-1, -1, 1), 0.5);
    const front = -volumeOfWide.baseDepthDm / 2 - 0.05;
    for (let x = -1; x <= 1; x += 0.02) expect(cast(x, front, 0)).toBeLessThan(0.05);
    expect(cast(0.3, 0.3, 0)).toBeGreaterThan(0.95);
  });

  it('a shadow falls away from the light', () => {
    const cast = castShadow(volume, toward(-1, -1, 1), 0.5);
    expect(cast(1, 1, 0)).toBeGreaterThan(0.95);
    for (const [x, y] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
    ] as const) {
      expect(cast(x, y, 0)).toBe(0);
    }
    // A mirrored light casts a mirrored shadow.
    const other = castShadow(volume, toward(1, -1, 1), 0.5);
    for (const [x, y] of [
      [1, 1],
      [0.5, 0.4],
      [1.9, 2.1],
    ] as const) {
      expect(other(-x, y, 0)).toBeCloseTo(cast(x, y, 0), 2);
    }
  });

  it.each([20, 35, 50, 65])(
    'a shadow has the length that fits a light at %i° above the floor',
    (elevationDeg) => {
      const angle = (elevationDeg * Math.PI) / 180;
      const cast = castShadow(volume, [0, -Math.cos(angle), Math.sin(angle)], 0.3);
      const length = HEIGHT_DM / Math.tan(angle);
      expect(Math.abs(measureLength(cast, 0, 1) - length)).toBeLessThan(0.08 * length + 0.15);
    },
  );

  it("a shadow is sharp at the foot, and wider with distance and with the light's size", () => {
    const sun = castShadow(volume, toward(0, -2, 1), 3);
    const box = castShadow(volume, toward(0, -2, 1), 9);
    expect(penumbraAt(sun, 3)).toBeGreaterThan(1.5 * penumbraAt(sun, 1));
    expect(penumbraAt(box, 2)).toBeGreaterThan(1.7 * penumbraAt(sun, 2));
    expect(penumbraAt(sun, 0.25)).toBeLessThan(0.06);
  });

  it('a shadow continues up a wall', () => {
    const cast = castShadow(volume, toward(0, -1, 0.5), 0.5);
    // At 2 dm behind the bar, the upper edge of its shadow is 1 dm above the floor.
    expect(cast(0, 2, 0.8)).toBeGreaterThan(0.9);
    expect(cast(0, 2, 1.3)).toBeLessThan(0.1);
  });

  it("a hovering product's shadow begins away from the product", () => {
    const cast = castShadow(createVolume(outline, stand(1), 0), toward(0, -1, 1), 0.5);
    expect(cast(0, 0.5, 0)).toBeLessThan(0.1);
    expect(cast(0, 2, 0)).toBeGreaterThan(0.9);
  });
});

describe('a shadow whose direction the user may choose', () => {
  const { set } = syntheticSet({ elevationDeg: 20 });
  const camera = toCamera(set);
  const key = findKeyLight(litLayers(syntheticSet(), {}));
  if (key === undefined) throw new Error('The set has a key light');

  it.each([0, 45, 120, 200, 290, 340])(
    'a shadow falls in the chosen direction as seen in the picture: %i°',
    (directionDeg) => {
      const direction = lightForShadow(key, { directionDeg }, camera);
      expect(Math.hypot(...direction)).toBeCloseTo(1, 6);
      expect(direction[2]).toBeGreaterThan(0);
      // Direction on the floor away from the light, as seen in the picture: the camera's angle foreshortens depth.
      const right = -direction[0];
      const down = direction[1] * Math.sin((20 * Math.PI) / 180);
      const seenDeg = ((Math.atan2(down, right) * 180) / Math.PI + 360) % 360;
      expect(Math.abs(seenDeg - directionDeg)).toBeLessThan(0.5);
    },
  );

  it('a shadow follows the light unless requested otherwise', () => {
    expect(lightForShadow(key, { directionDeg: null }, camera)).toBe(key.direction);
  });
});

describe('ambient occlusion at a foot', () => {
  const camera = toCamera(syntheticSet().set);
  const around = ambientOcclusion(outline, stand(), camera);

  it('ambient occlusion is darkest beside the foot and gone a few widths away', () => {
    const near = around(0, -0.2, 0);
    expect(near).toBeGreaterThan(0.12);
    expect(around(0, -0.5, 0)).toBeLessThan(near);
    expect(around(0, -3, 0)).toBeLessThan(0.01);
    expect(around(0.4, 0, 0)).toBeCloseTo(around(-0.4, 0, 0), 2);
  });

  it('ambient occlusion does not reach far below the ground, and fades as the product rises', () => {
    expect(around(0, -0.2, -3)).toBeLessThan(0.05 * around(0, -0.2, 0));
    const hovering = ambientOcclusion(outline, stand(1), camera);
    expect(hovering(0, -0.2, 0)).toBeLessThan(0.5 * around(0, -0.2, 0));
  });
});

describe('the dark contact line under a product’s foot', () => {
  const below = (outline: Outline, x: number, y: number) => contactLine(outline, 5).at(x, HEIGHT_PX + y);
  const wide = computeOutline(cutOutAt(drawnProduct(HEIGHT_PX, HEIGHT_PX), HEIGHT_PX, HEIGHT_PX, false));
  /** Two legs, each a tenth as wide as the product's base. */
  const legs = { ...wide, bottoms: wide.bottoms.map((y, x) => (x < 20 || x >= 180 ? y : 60)) };

  it('is dark under an opaque foot, but not under a transparent foot', () => {
    expect(below(outline, WIDTH_PX / 2, 1)).toBeGreaterThan(0.2);
    const clear = { ...outline, alpha: outline.alpha.map((value) => 0.6 * value) };
    expect(below(clear, WIDTH_PX / 2, 1)).toBeLessThan(0.05);
  });

  it('is as wide as a leg', () => {
    expect(below(legs, 10, 1)).toBeGreaterThan(0.15);
    expect(below(legs, 40, -5)).toBeLessThan(0.02);
  });

  it('leaves out the ground beside a leg that leans', () => {
    const { widthPx, heightPx } = wide;
    const alpha = wide.alpha.map((_, i) => {
      const inward = (i % widthPx) - (heightPx - 1 - Math.floor(i / widthPx));
      return inward >= 0 && inward < 30 ? 1 : 0;
    });
    const bottoms = wide.bottoms.map((_, x) => heightPx - 1 - Math.max(0, x - 29));
    const leaning = { ...wide, alpha, bottoms };
    expect(below(leaning, 2, -12)).toBeLessThan(0.5 * below(leaning, 20, -4));
  });
});
