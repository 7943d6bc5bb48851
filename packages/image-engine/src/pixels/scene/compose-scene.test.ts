import { ASPECT_RATIOS, DEFAULT_SHADOW, sceneSize } from '@packshot/contract';
import type { Placement, Shadow } from '@packshot/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnProduct } from '../../testing/drawn-product.ts';
import { syntheticSet } from '../../testing/synthetic-set.ts';
import type { SyntheticSetOptions } from '../../testing/synthetic-set.ts';
import { linearOfSrgb } from '../color/oklab.ts';
import { finish } from '../raster/work.ts';
import { HOLD_UNIT } from '../matte/auxiliary-maps.ts';
import { raster } from '../raster/raster.ts';
import { composeScene } from './compose-scene.ts';
import type { ComposedScene } from './compose-scene.ts';
import type { SceneOrder } from './scene-setup.ts';
import { gainRows } from '../light/light-field.ts';
import { createCutOut } from './cut-out.ts';
import { toCamera, project } from '../stage/camera.ts';
import { computeCrop, listStages } from '../stage/crop.ts';
import type { DecodedStudioSet } from '../stage/layers.ts';
import { inRender, standAt } from '../stage/placement.ts';
import { depthReader } from '../stage/scene-depth.ts';
import type { ScenePlan } from '../stage/scene-plan.ts';
import { frontShare, stagePlacement } from '../stage/stage-placement.ts';
import { srgbSample } from '../color/tone.ts';

const SIDE = 160;
const FACTS = {
  reference_id: 'synthetic',
  title: 'Synthetic',
  light: 'auto',
  palette: [],
  understood: [],
  ignored: [],
} as const;
const plan = (changes: Partial<ScenePlan> = {}): ScenePlan => ({
  setId: 'synthetic-eye',
  isMirrored: false,
  lights: { key: [0.5, 0.5, 0.5], env: [0.7, 0.7, 0.7] },
  tints: {},
  exposure: 1,
  keySoftness: 1,
  framing: 'usual',
  facts: { ...FACTS, palette: [], understood: [], ignored: [] },
  ...changes,
});
const shadow = (changes: Partial<Shadow> = {}): Shadow => ({ ...DEFAULT_SHADOW, ...changes });
const product = drawnProduct(30, 60);
const OPTIONS: SyntheticSetOptions = { sidePx: SIDE };

function compose(changes: Partial<SceneOrder> = {}, options = OPTIONS): ComposedScene {
  return finish(
    composeScene({
      decoded: syntheticSet(options),
      plan: plan(),
      product,
      shadow: shadow(),
      matchPercent: 100,
      aspectRatioId: 1,
      isLarger: true,
      seed: 1,
      longerSidePx: SIDE,
      ...changes,
    }),
  );
}

/** Studio set with a block of this height under the product; 0 is the floor. */
function onPlinth(heightDm: number): DecodedStudioSet {
  const blocks = heightDm === 0 ? [] : [{ left: -1.2, right: 1.2, front: -1.2, height: heightDm }];
  const decoded = syntheticSet({ ...OPTIONS, blocks });
  const { set } = decoded;
  const worldDm = [0, 0, heightDm] as const;
  const imagePoint = project(toCamera(set), worldDm);
  return {
    ...decoded,
    set: { ...set, stage: { ...set.stage, worldDm, image: [imagePoint.x, imagePoint.y] } },
  };
}

const at = ({ picture }: ComposedScene, x: number, y: number, c = 1): number =>
  picture.data[(Math.round(y) * picture.widthPx + Math.round(x)) * 3 + c] ?? NaN;

/** Box, in pixels, of a placed product of 30 by 60 pixels. */
function productBox({ placement, picture }: ComposedScene): {
  left: number;
  right: number;
  top: number;
  bottom: number;
} {
  if (placement === null) throw new Error('There is a product');
  const half = (placement.width * picture.widthPx) / 2;
  const [x, y] = [placement.centerX * picture.widthPx, placement.centerY * picture.heightPx];
  return { left: x - half, right: x + half, top: y - 2 * half, bottom: y + 2 * half };
}

describe('composing a scene', () => {
  it('keeps the product’s shadow on a burnt-out background, which is white everywhere else', () => {
    const white = { exposure: 6, isBurntOut: true } as const;
    const scene = compose({ plan: plan(white) });
    const bare = compose({ plan: plan(white), shadow: shadow({ kind: 'none' }) });
    const { left, right, top, bottom } = productBox(scene);
    const isGround = (x: number, y: number): boolean =>
      x < left - 2 || x > right + 2 || y < top - 2 || y > bottom + 2;
    const darkest = (one: ComposedScene): number => {
      let least = 255;
      for (let y = 0; y < SIDE; y++)
        for (let x = 0; x < SIDE; x++) if (isGround(x, y)) least = Math.min(least, at(one, x, y));
      return least;
    };
    expect(darkest(bare)).toBe(255);
    expect(darkest(scene)).toBeLessThan(200);
    for (const [x, y] of [
      [4, 4],
      [SIDE - 4, 4],
    ] as const)
      expect(at(scene, x, y)).toBe(255);
  });

  it('a scene has the size of its aspect ratio, and the whole product is in the picture', () => {
    for (const { id } of ASPECT_RATIOS) {
      const scene = compose({ aspectRatioId: id, longerSidePx: undefined, isLarger: false });
      expect(scene.picture).toMatchObject(sceneSize(id, false));
      const { left, right, top, bottom } = productBox(scene);
      expect(left).toBeGreaterThan(0);
      expect(right).toBeLessThan(scene.picture.widthPx);
      expect(top).toBeGreaterThan(0);
      expect(bottom).toBeLessThan(scene.picture.heightPx);
      // The test product is blue; the set is gray.
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      expect(at(scene, x, y, 2)).toBeGreaterThan(at(scene, x, y, 0) + 80);
    }
  });

  it("a product of any shape is where the studio's preview puts it", () => {
    for (const elevationDeg of [6, 40, 65]) {
      for (const [widthPx, heightPx] of [
        [30, 60],
        [50, 50],
        [70, 30],
      ] as const) {
        const order = { product: drawnProduct(widthPx, heightPx), longerSidePx: undefined };
        const { placement } = compose(order, { ...OPTIONS, elevationDeg });
        const { set } = syntheticSet({ ...OPTIONS, elevationDeg });
        const { elevationDeg: cameraElevationDeg } = set.camera;
        const [stage] = listStages(set).filter(({ aspectRatioId }) => aspectRatioId === 1);
        const law =
          stage && stagePlacement(stage, { widthPx, heightPx, baseWidthPx: widthPx }, 1, cameraElevationDeg);
        expect(placement?.width).toBeCloseTo(law?.width ?? NaN, 9);
        expect(placement?.centerY).toBeCloseTo(law?.centerY ?? NaN, 2);
      }
    }
  });

  describe.each(['left', 'right'] as const)('a product that its photo cuts off at the %s', (cutSide) => {
    it.each([0, 0.5, 2])(
      'touches the edge of the picture and stands on the ground, on a stage %d dm above the floor',
      (heightDm) => {
        const decoded = onPlinth(heightDm);
        const { set } = decoded;
        const { placement } = compose({ decoded, product: { ...product, cutSide } });
        if (placement === null) throw new Error('There is a product');
        const { centerX, centerY, width } = placement;
        expect(cutSide === 'left' ? centerX - width / 2 : 1 - centerX - width / 2).toBeCloseTo(-0.002, 9);
        const crop = computeCrop(set, 1, 'usual');
        const shape = { widthPx: 30, heightPx: 60, baseWidthPx: 30 };
        const foot = inRender(crop, centerX, centerY + width - frontShare(width, shape, 1, 15));
        const stand = standAt(set, toCamera(set), depthReader(decoded, false), foot, SIDE / crop.width, 0);
        expect(stand.liftDm).toBe(0);
      },
    );

    it('stays where the user puts it', () => {
      const placement = { centerX: 0.5, centerY: 0.5, width: 0.3, rotationDeg: 0, isFlipped: false };
      expect(compose({ product: { ...product, cutSide }, placement }).placement).toEqual(placement);
    });
  });

  describe('a product that its photo cuts off at the upper edge', () => {
    const edges = ({ placement }: ReturnType<typeof compose>) => {
      if (placement === null) throw new Error('There is a product');
      const { centerY, width } = placement;
      return { top: centerY - width, bottom: centerY + width };
    };

    it('reaches from the ground to the edge of the picture', () => {
      const [{ footY }] = listStages(syntheticSet(OPTIONS).set).filter(
        ({ aspectRatioId }) => aspectRatioId === 1,
      );
      const { top, bottom } = edges(compose({ product: { ...product, isCutAbove: true } }));
      expect(top).toBeLessThan(0.02);
      expect(top).toBeGreaterThan(-0.02);
      expect(bottom).toBeGreaterThanOrEqual(footY);
    });

    it('hangs above the ground, at its usual size, if only a cord is cut off', () => {
      const usual = edges(compose());
      const hung = edges(compose({ product: { ...product, isCutAbove: true, hangsFromEdge: true } }));
      expect(hung.top).toBeCloseTo(-0.002, 9);
      expect(hung.bottom - hung.top).toBeCloseTo(usual.bottom - usual.top, 9);
      expect(hung.bottom).toBeLessThan(usual.bottom);
    });
  });

  it('a product that its photo cuts off at three sides reaches from side to side', () => {
    const { placement } = compose({ product: { ...product, isCutBelow: true, cutSide: 'both' } });
    expect(placement?.width).toBeCloseTo(1.004, 9);
    expect(placement?.centerX).toBe(0.5);
  });

  it('a scene is identical for the same seed, and dithered differently for another seed', () => {
    const first = compose().picture.data;
    expect(compose().picture.data).toEqual(first);
    const other = compose({ seed: 2 }).picture.data;
    expect(other).not.toEqual(first);
    expect(other.every((value, i) => Math.abs(value - (first[i] ?? 0)) <= 1)).toBe(true);
  });

  it('the shadow removes only the main (key) light, and no other light', () => {
    // Light from the front left: the shadow must fall to the right behind the product.
    const keyOnly = { plan: plan({ lights: { key: [0.9, 0.9, 0.9] } }) };
    const lit = compose({ ...keyOnly, shadow: shadow({ kind: 'none' }) });
    const shaded = compose(keyOnly);
    const { right, bottom, left } = productBox(lit);
    const step = (right - left) / 3;
    expect(at(shaded, right + step, bottom - step)).toBeLessThan(0.6 * at(lit, right + step, bottom - step));
    expect(at(shaded, left - 2 * step, bottom)).toBeGreaterThanOrEqual(at(lit, left - 2 * step, bottom) - 1);
    // Light from the environment has no direction, so the position beside the product is hardly darker.
    const soft = { plan: plan({ lights: { env: [1.6, 1.6, 1.6] } }) };
    const bare = compose({ ...soft, shadow: shadow({ kind: 'none' }) });
    expect(at(compose(soft), right + step, bottom - step)).toBeGreaterThan(
      0.85 * at(bare, right + step, bottom - step),
    );
  });

  it('the shadow falls to the other side in a mirrored set', () => {
    const [scene, other] = [compose(), compose({ plan: plan({ isMirrored: true }) })];
    const width = scene.picture.widthPx;
    const { left, right, bottom } = productBox(scene);
    const row = bottom - (right - left) / 3;
    expect(at(other, width - 1 - (right + 6), row)).toBeLessThan(at(other, right + 6, row) - 15);
    expect(at(scene, right + 6, row)).toBeLessThan(at(scene, width - 1 - (right + 6), row) - 15);
  });

  it('a product with a faint photo shadow still blocks light from the ground beside it', () => {
    const plane = raster(new Uint8Array(16 * 16).fill(255), 16, 16, 1);
    const box = { left: 0.3, top: 0.3, width: 0.4, height: 0.4 };
    const faint = { ...product, shadow: { plane, ...box, lean: { x: 0, y: 0 }, depth: 0.3, bulk: 0.05 } };
    const soft = { product: faint, plan: plan({ lights: { env: [1.2, 1.2, 1.2] } }) };
    const bare = compose({ ...soft, shadow: shadow({ kind: 'none' }) });
    const { left, right, bottom } = productBox(bare);
    // Brightness at a position outside the contact shadow.
    const beside = (scene: ComposedScene): number => at(scene, right + (right - left) / 3, bottom - 1);
    const shaded = compose({ ...soft, shadow: shadow({ kind: 'photo' }) });
    expect(shaded.shadow).toBe('photo');
    expect(beside(shaded)).toBeLessThan(0.985 * beside(bare));
  });

  it("the shadow follows the user's settings", () => {
    const none = compose({ shadow: shadow({ kind: 'none' }) });
    expect(compose({ shadow: shadow({ opacity: 0 }) }).picture.data).toEqual(none.picture.data);
    const sum = ({ picture }: ComposedScene): number =>
      picture.data.reduce((total, value) => total + value, 0);
    const [half, whole, twice] = [0.5, 1, 2].map((opacity) => sum(compose({ shadow: shadow({ opacity }) })));
    expect([twice, whole, half, sum(none)]).toEqual(
      [twice, whole, half, sum(none)].toSorted((a = 0, b = 0) => a - b),
    );
    const floating = compose({ shadow: shadow({ kind: 'floating' }) });
    expect(productBox(floating).bottom).toBeLessThan(productBox(none).bottom - 3);
    const toLeft = compose({ shadow: shadow({ directionDeg: 180 }) });
    const { left, right, bottom } = productBox(toLeft);
    expect(at(toLeft, left - 6, bottom - 2)).toBeLessThan(at(toLeft, right + 6, bottom - 2) - 15);
  });

  it('a glossy floor mirrors the product, and only below its foot', () => {
    const matt = compose({ shadow: shadow({ kind: 'none' }) });
    const glossy = compose({ shadow: shadow({ kind: 'none' }) }, { ...OPTIONS, gloss: 0.5 });
    const { left, right, bottom } = productBox(matt);
    const middle = (left + right) / 2;
    const blueness = (scene: ComposedScene, x: number, y: number): number =>
      at(scene, x, y, 2) - at(scene, x, y, 0);
    expect(blueness(glossy, middle, bottom + 5)).toBeGreaterThan(blueness(matt, middle, bottom + 5) + 8);
    expect(blueness(glossy, left - 15, bottom + 5)).toBeLessThan(5);
  });

  it('a scene needs no product', () => {
    const scene = compose({ product: null });
    expect(scene.placement).toBeNull();
    expect(scene.picture).toMatchObject({ widthPx: SIDE, heightPx: SIDE });
  });

  it('a scene looks the same whichever scene of its set was composed before', () => {
    const decoded = syntheticSet(OPTIONS);
    const orders: Partial<SceneOrder>[] = [
      {},
      { plan: plan({ lights: { key: [0.9, 0.5, 0.2], env: [0.1, 0.2, 0.3] } }) },
      { plan: plan({ isMirrored: true }) },
      { plan: plan({ exposure: 0.7 }), aspectRatioId: 5 },
      { product: null },
    ];
    for (const order of [...orders, ...orders.toReversed()])
      expect(compose({ ...order, decoded }).picture).toEqual(compose(order).picture);
  });

  it('a scene looks the same without its layers, although the set behind the product is then not shaded', () => {
    const placement = { centerX: 0.5, centerY: 0.55, width: 0.5, rotationDeg: 30, isFlipped: false };
    // The larger picture is also smoothed along its contours, which mixes pixels over a longer distance.
    for (const longerSidePx of [SIDE, 2 * SIDE]) {
      const order = { placement, longerSidePx, shadow: shadow({ kind: 'contact', opacity: 2 }) };
      const { picture } = compose(order, { ...OPTIONS, gloss: 1 });
      const withLayers = compose({ ...order, withLayers: true }, { ...OPTIONS, gloss: 1 });
      expect(picture.data).toEqual(withLayers.picture.data);
    }
  });

  it('the layers of a scene, composed again, give the same picture', () => {
    const scene = compose({ withLayers: true });
    const { layers, picture } = scene;
    if (layers === undefined) throw new Error('Layers were asked for');
    let worst = 0;
    for (let i = 0; i < picture.widthPx * picture.heightPx; i++) {
      // Mixed pixels at the product's edge differ, because image editors blend sRGB samples, and the picture was
      // blended in linear light.
      const alpha = layers.product.data[i * 4 + 3] ?? 0;
      if (alpha > 0 && alpha < 255) continue;
      for (let c = 0; c < 3; c++) {
        const over = ({ data }: { data: Uint8Array }, below: number): number => {
          const share = (data[i * 4 + 3] ?? 0) / 255;
          return (data[i * 4 + c] ?? 0) * share + below * (1 - share);
        };
        const again = over(layers.product, over(layers.shadow, layers.background.data[i * 3 + c] ?? 0));
        worst = Math.max(worst, Math.abs(again - (picture.data[i * 3 + c] ?? 0)));
      }
    }
    expect(worst).toBeLessThan(3);
  });
});

describe('placement by the user', () => {
  const placeProduct = (changes: Partial<Placement>): Placement => ({
    centerX: 0.5,
    centerY: 0.5,
    width: 0.2,
    rotationDeg: 0,
    isFlipped: false,
    ...changes,
  });

  it('a product is placed as requested, rotated clockwise, and reported there', () => {
    const placement = placeProduct({ centerX: 0.3, centerY: 0.6, rotationDeg: 90 });
    const scene = compose({ placement });
    expect(scene.placement).toEqual(placement);
    const [x, y] = [0.3 * SIDE, 0.6 * SIDE];
    // The product is twice as high as wide, and lies on its side, so it extends far to the left and right.
    expect(at(scene, x + 0.17 * SIDE, y, 2)).toBeGreaterThan(at(scene, x + 0.17 * SIDE, y, 0) + 80);
    expect(at(scene, x, y + 0.17 * SIDE, 2)).toBeLessThan(at(scene, x, y + 0.17 * SIDE, 0) + 40);
  });

  it('the set shows through a clear product, which is placed like an opaque one', () => {
    const [widthPx, heightPx] = [30, 60];
    const image = raster(new Uint8Array(widthPx * heightPx * 4), widthPx, heightPx, 4);
    for (let i = 3; i < image.data.length; i += 4) image.data[i] = 51;
    const hold = [2 * HOLD_UNIT - 1, HOLD_UNIT, 0];
    const through = raster(
      Uint8Array.from({ length: 12 }, (_, i) => hold[i % 3] ?? 0),
      2,
      2,
      3,
    );
    const coverage = raster(new Uint8Array(4).fill(255), 2, 2, 1);
    const glass = createCutOut(image, { through, coverage }) ?? product;
    const alone = shadow({ kind: 'none' });
    const scene = compose({ product: glass, shadow: alone });
    const opaque = compose({ shadow: alone });
    expect(scene.placement).toEqual(opaque.placement);
    const bare = compose({ product: null });
    const { left, right, top } = productBox(scene);
    const x = (left + right) / 2;
    [0.6, 0.8, 1].forEach((share, c) => {
      const lightRatio = linearOfSrgb(at(scene, x, top + 12, c)) / linearOfSrgb(at(bare, x, top + 12, c));
      expect(Math.abs(lightRatio - share)).toBeLessThan(0.05);
    });
  });

  it('any placement gives a picture', () => {
    const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const anywhere = fc.record({
      centerX: double(-1, 2),
      centerY: double(-1, 2),
      width: double(0.01, 4),
      rotationDeg: double(-180, 180),
      isFlipped: fc.boolean(),
    });
    const decoded = syntheticSet({ sidePx: 64, gloss: 0.4 });
    const kinds = fc.constantFrom('contact' as const, 'floating' as const, 'none' as const);
    fc.assert(
      fc.property(anywhere, kinds, (placement, kind) => {
        // A product outside of the picture is invisible, which is refused.
        try {
          const { picture } = compose({ decoded, placement, shadow: shadow({ kind }), longerSidePx: 64 });
          expect(picture.data).toHaveLength(64 * 64 * 3);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          expect((error as Error).name).toBe('ImageRefusal');
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('ordering by depth', () => {
  const block = { left: -1.2, right: 0, height: 1.2 };

  it('nearer objects hide the product with a soft edge, farther ones do not', () => {
    const free = compose();
    const behind = compose({}, { ...OPTIONS, blocks: [{ ...block, front: -2 }] });
    const before = compose({}, { ...OPTIONS, blocks: [{ ...block, front: 2.5 }] });
    const { left, right, bottom } = productBox(free);
    const isProduct = (scene: ComposedScene, x: number, y: number): boolean =>
      at(scene, x, y, 2) > at(scene, x, y, 0) + 60;
    const row = bottom - 6;
    const [leftPart, rightPart] = [left + (right - left) * 0.25, left + (right - left) * 0.75];
    expect(isProduct(free, leftPart, row)).toBe(true);
    expect(isProduct(behind, leftPart, row)).toBe(false);
    expect(isProduct(behind, rightPart, row)).toBe(true);
    expect(isProduct(behind, leftPart, productBox(free).top + 6)).toBe(true);
    expect(isProduct(before, leftPart, row)).toBe(true);
    const blues = Array.from(
      { length: Math.floor(right - left) },
      (_, i) => at(behind, left + i, row, 2) - at(behind, left + i, row, 0),
    );
    const [least, most] = [Math.min(...blues), Math.max(...blues)];
    expect(
      blues.filter((blue) => blue > least + 0.2 * (most - least) && blue < most - 0.2 * (most - least))
        .length,
    ).toBeGreaterThan(0);
  });
});

describe('a product’s pixels in a scene', () => {
  /** Size of a test product whose pixels have many different colors. */
  const W = 40;
  const H = 80;
  const colorAt = (x: number, y: number) => {
    const i = y * W + x;
    return [i % 256, (i * 7) % 256, (i * 13 + 50) % 256] as const;
  };

  const LIGHTS = [
    ['as composed', { key: [0.5, 0.5, 0.5], env: [0.7, 0.7, 0.7] }],
    ['warm', { key: [1.2, 0.8, 0.4], env: [0.3, 0.3, 0.3] }],
    ['night', { env: [0.1, 0.15, 0.3] }],
    ['bright', { key: [3, 3, 3], env: [2, 2, 2] }],
  ] as const;
  type Lights = ScenePlan['lights'];
  const [left, top] = [(SIDE - W) / 2, (SIDE - H) / 2];
  /** Placement at which one pixel of the product covers one pixel of the picture. */
  const placement = { centerX: 0.5, centerY: 0.5, width: W / SIDE, rotationDeg: 0, isFlipped: false };
  const lightScene = (lights: Lights, matchPercent: number, color: typeof colorAt): ComposedScene =>
    compose({ product: drawnProduct(W, H, color), plan: plan({ lights }), placement, matchPercent });
  /** Gains of linear samples by which the set's light changes a product of this gray, at each pixel. */
  const gainsOn = (lights: Lights, gray: number) => {
    const scene = lightScene(lights, 100, () => [gray, gray, gray]);
    return (x: number, y: number, c: number): number =>
      linearOfSrgb(at(scene, left + x, top + y, c)) / linearOfSrgb(gray);
  };

  it.each(LIGHTS)('equal the cut-out’s exactly without scene matching: %s', (_, lights) => {
    const scene = lightScene(lights, 0, colorAt);
    // Excludes the outermost pixels, which are blended with the set.
    for (let y = 2; y < H - 2; y++) {
      for (let x = 2; x < W - 2; x++) {
        const sample = [0, 1, 2].map((c) => at(scene, left + x, top + y, c));
        expect(sample).toEqual([...colorAt(x, y)]);
      }
    }
  });

  it.each(LIGHTS)('are the cut-out’s times the declared light, rounded once: %s', (_, lights) => {
    const scene = lightScene(lights, 70, colorAt);
    if (scene.light === undefined) throw new Error('No light was declared');
    const { field, xPx, yPx, widthPx, heightPx } = scene.light;
    const gains = gainRows(field, { widthPx, heightPx });
    for (let y = 2; y < H - 2; y++) {
      const row = gains(top + y - yPx);
      for (let x = 2; x < W - 2; x++) {
        for (const c of [0, 1, 2] as const) {
          const light = Math.min(1, linearOfSrgb(colorAt(x, y)[c]) * (row[(left + x - xPx) * 3 + c] ?? NaN));
          // The tolerance covers the rounding of a cut-out's linear samples to 16 bits.
          expect(Math.abs(at(scene, left + x, top + y, c) - srgbSample(light))).toBeLessThan(0.52);
        }
      }
    }
  });

  it.each(LIGHTS)('get a smooth light, independent of the product’s details: %s', (_, lights) => {
    const [dark, light] = [gainsOn(lights, 90), gainsOn(lights, 140)];
    for (let y = 2; y < H - 3; y++) {
      for (let x = 2; x < W - 3; x++) {
        for (const c of [0, 1, 2]) {
          const gain = dark(x, y, c);
          expect(gain).toBeGreaterThan(0.24);
          expect(gain).toBeLessThan(1.85);
          // The gain must be equal for every color, except for rounding, and nearly equal at neighboring pixels.
          expect(Math.abs(gain / light(x, y, c) - 1)).toBeLessThan(0.05);
          expect(Math.abs(dark(x + 1, y, c) - gain)).toBeLessThan(0.08);
          expect(Math.abs(dark(x, y + 1, c) - gain)).toBeLessThan(0.08);
        }
      }
    }
  });

  it('are brighter on the side of the light, darker by night, and warmer in warm light', () => {
    const side = gainsOn({ key: [1, 1, 1], env: [0.2, 0.2, 0.2] }, 120);
    // In the synthetic set the key light comes from the left.
    expect(side(6, H / 2, 1)).toBeGreaterThan(1.15 * side(W - 7, H / 2, 1));
    const [day, night, warm] = [LIGHTS[0], LIGHTS[2], LIGHTS[1]].map(([, lights]) => gainsOn(lights, 120));
    expect(night?.(W / 2, H / 2, 1)).toBeLessThan(0.6 * (day?.(W / 2, H / 2, 1) ?? 0));
    expect(warm?.(W / 2, H / 2, 0)).toBeGreaterThan(1.1 * (warm?.(W / 2, H / 2, 2) ?? 9));
  });
});

describe('scenes with hanging products', () => {
  const hangingSet = (beforeWallDm: number): SyntheticSetOptions => ({
    ...OPTIONS,
    elevationDeg: 2,
    keyDirection: [-1, -1, 1],
    hangsAt: { heightDm: 3.4, beforeWallDm },
  });

  it('place the product’s top where the studio’s preview does, whatever the product’s shape', () => {
    for (const [widthPx, heightPx] of [
      [30, 60],
      [50, 50],
      [70, 30],
    ] as const) {
      const { placement } = compose({ product: drawnProduct(widthPx, heightPx) }, hangingSet(1));
      const { set } = syntheticSet(hangingSet(1));
      const [stage] = listStages(set).filter(({ aspectRatioId }) => aspectRatioId === 1);
      if (stage === undefined || placement === null) throw new Error('There is a stage, and a product on it');
      const law = stagePlacement(stage, { widthPx, heightPx, baseWidthPx: 1 }, 1, 0);
      expect(placement).toEqual(law);
      const height = (placement.width * heightPx) / widthPx;
      expect(placement.centerY - height / 2).toBeCloseTo(stage.footY, 9);
    }
  });

  it('let the product leave the picture at the side where the photo cuts it off', () => {
    const { placement } = compose({ product: { ...product, cutSide: 'right' } }, hangingSet(1));
    expect((placement?.centerX ?? NaN) + (placement?.width ?? NaN) / 2).toBeCloseTo(1.002, 9);
  });

  it('cast the product’s shadow on the wall, away from the light, farther and softer for a farther wall', () => {
    const shadows = [0.4, 1.6].map((beforeWallDm) => {
      const order = { longerSidePx: SIDE };
      const [lit, bare] = [
        compose(order, hangingSet(beforeWallDm)),
        compose({ ...order, shadow: shadow({ kind: 'none' }) }, hangingSet(beforeWallDm)),
      ];
      const { right, top, bottom } = productBox(lit);
      const row = (top + bottom) / 2;
      const lostShare = (x: number): number => 1 - at(lit, x, row) / at(bare, x, row);
      const columns = Array.from({ length: Math.floor(SIDE - right) - 2 }, (_, i) => right + 2 + i);
      const reach = columns.filter((x) => lostShare(x) > 0.05).length;
      // The light comes from the left, so only the wall close to the product is darker on this side.
      expect(1 - at(lit, 4, row) / at(bare, 4, row)).toBeLessThan(0.02);
      const dark = Math.max(...columns.map(lostShare));
      return { reach, dark };
    });
    const [near, far] = shadows;
    expect(near?.dark).toBeGreaterThan(0.2);
    expect(far?.reach).toBeGreaterThan(2 * (near?.reach ?? Infinity));
    // Below a hanging product, no ground is darkened.
    const below = compose({}, hangingSet(1));
    const { bottom } = productBox(below);
    expect(bottom).toBeLessThan(below.picture.heightPx);
  });
});
