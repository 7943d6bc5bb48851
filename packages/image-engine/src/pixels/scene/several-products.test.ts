import { DEFAULT_SHADOW, GROUP_FIRST, sceneSize } from '@packshot/contract';
import type { Placement, Shadow } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { drawnProduct } from '../../testing/drawn-product.ts';
import { syntheticSet } from '../../testing/synthetic-set.ts';
import type { SyntheticSetOptions } from '../../testing/synthetic-set.ts';
import { wholeFrame } from '../../testing/whole-frame.ts';
import { HOLD_UNIT } from '../matte/auxiliary-maps.ts';
import { expectedInScene } from '../quality/expected-product.ts';
import { productDifference } from '../quality/product-difference.ts';
import { raster } from '../raster/raster.ts';
import { finish } from '../raster/work.ts';
import { composeScene } from './compose-scene.ts';
import type { ComposedScene } from './compose-scene.ts';
import { createCutOut } from './cut-out.ts';
import type { CutOut } from './cut-out.ts';
import { LiveScene } from './live-scene.ts';
import type { LiveOrder } from './live-scene.ts';
import type { DecodedStudioSet } from '../stage/layers.ts';
import type { BesideOrder, SceneOrder } from './scene-setup.ts';

const SIDE = 120;
const PLAN = {
  setId: 'synthetic-eye',
  isMirrored: false,
  lights: { key: [0.5, 0.5, 0.5], env: [0.7, 0.7, 0.7] },
  tints: {},
  exposure: 1,
  keySoftness: 1,
  framing: 'usual',
} as const;
type Color = readonly [number, number, number];
const RED: Color = [190, 40, 40];
const GREEN: Color = [40, 170, 40];
const BLUE: Color = [40, 60, 190];
/** Block of one color, twice as high as wide. */
const block = (color: Color): CutOut => drawnProduct(20, 40, () => color);
const [red, green] = [block(RED), block(GREEN)];
const blue = drawnProduct(28, 24, () => BLUE);
const NO_SHADOW: Shadow = { ...DEFAULT_SHADOW, kind: 'none' };

const placeAt = (centerX: number, centerY: number, width = 0.16): Placement => ({
  centerX,
  centerY,
  width,
  rotationDeg: 0,
  isFlipped: false,
});
const beside = (product: CutOut, ...at: Parameters<typeof placeAt>): BesideOrder => ({
  product,
  placement: placeAt(...at),
});

function compose(changes: Partial<SceneOrder>, options: SyntheticSetOptions = {}): ComposedScene {
  const order = { decoded: syntheticSet({ sidePx: SIDE, ...options }), plan: PLAN, product: red };
  const size = { aspectRatioId: 1, isLarger: true, longerSidePx: SIDE };
  return finish(composeScene({ ...order, ...size, matchPercent: 70, seed: 1, ...changes }));
}

interface Samples {
  readonly data: Uint8Array;
  readonly widthPx: number;
}
/** Sample at a position given as shares of the picture. */
const sampleAt = ({ data, widthPx }: Samples, x: number, y: number, channel: number): number =>
  data[(Math.floor(y * SIDE) * widthPx + Math.floor(x * SIDE)) * (data.length / widthPx / SIDE) + channel] ??
  NaN;
const colorAt = (picture: Samples, x: number, y: number): Color => [
  sampleAt(picture, x, y, 0),
  sampleAt(picture, x, y, 1),
  sampleAt(picture, x, y, 2),
];
/** True if the color's strongest channel is clearly the sample's strongest, as on a product of this color. */
function shows(picture: Samples, color: Color, x: number, y: number): boolean {
  const sample = colorAt(picture, x, y);
  const strongest = color.indexOf(Math.max(...color));
  return sample.every((value, c) => c === strongest || value < 0.75 * sample[strongest]);
}
/** Mean of all channels in the middle of a block. */
function measureBrightness({ picture }: ComposedScene, { centerX, centerY, width }: Placement): number {
  let [sum, count] = [0, 0];
  for (let y = centerY - 0.7 * width; y < centerY + 0.7 * width; y += 1 / SIDE)
    for (let x = centerX - 0.3 * width; x < centerX + 0.3 * width; x += 1 / SIDE, count++)
      sum += colorAt(picture, x, y).reduce((one, other) => one + other);
  return sum / count / 3;
}

describe('several products in a scene', () => {
  it('hide each other by their height in the picture, whatever their order in the request', () => {
    const [back, front] = [placeAt(0.48, 0.55), placeAt(0.56, 0.62)];
    const one = compose({ placement: back, beside: [{ product: green, placement: front }] });
    const other = compose({ product: green, placement: front, beside: [{ product: red, placement: back }] });
    expect(other.picture.data).toEqual(one.picture.data);
    expect(shows(one.picture, RED, 0.42, 0.5)).toBe(true);
    expect(shows(one.picture, GREEN, 0.52, 0.62)).toBe(true);
    expect(shows(one.picture, GREEN, 0.6, 0.7)).toBe(true);
  });

  it('are all drawn, even six of them', () => {
    const colors = [GREEN, BLUE, RED, GREEN, BLUE];
    const scene = compose({
      placement: placeAt(0.1, 0.6, 0.12),
      beside: colors.map((color, i) => beside(block(color), 0.26 + 0.16 * i, 0.6, 0.12)),
    });
    expect(shows(scene.picture, RED, 0.1, 0.6)).toBe(true);
    for (const [i, color] of colors.entries())
      expect([i, shows(scene.picture, color, 0.26 + 0.16 * i, 0.6)]).toEqual([i, true]);
    expect(scene.placement).toEqual(placeAt(0.1, 0.6, 0.12));
  });

  it.each([1, 5])(
    'are placed together, as arranged, if the first one isn’t placed (aspect ratio %i)',
    (aspectRatioId) => {
      const arranged = [beside(green, 0.9, 0.6, 0.15), beside(blue, 0.1, 0.6, 0.3)];
      const { placement, beside: others } = compose({ aspectRatioId, beside: arranged });
      const { widthPx, heightPx } = sceneSize(aspectRatioId, false);
      const alone = compose({ aspectRatioId }).placement;
      if (!placement || !alone) throw new Error('There is no product');
      const scale = placement.width / GROUP_FIRST.width;
      expect(placement.width).toBeLessThan(alone.width);
      for (const [at, { placement: stated }] of arranged.entries()) {
        expect(others[at]?.width).toBeCloseTo(stated.width * scale, 6);
        expect((others[at]?.centerX ?? 0) - placement.centerX).toBeCloseTo((stated.centerX - 0.5) * scale, 6);
        const down = ((others[at]?.centerY ?? 0) - placement.centerY) * (heightPx / widthPx);
        expect(down).toBeCloseTo((stated.centerY - 0.5) * scale, 6);
      }
      const [left, right] = [others[1], others[0]];
      const middle =
        ((left?.centerX ?? 0) - (left?.width ?? 0) / 2 + (right?.centerX ?? 0) + (right?.width ?? 0) / 2) / 2;
      expect(Math.abs(middle - alone.centerX)).toBeLessThan(0.07);
    },
  );

  it('are refused if one of them is outside the picture', () => {
    const outside = expect.objectContaining({ code: 'PLACEMENT_OUTSIDE' });
    const first = placeAt(0.5, 0.6);
    const others = [beside(green, 0.5, 0.6), beside(blue, 2, 2)];
    expect(() => compose({ placement: first, beside: others })).toThrow(outside);
    expect(() => compose({ placement: placeAt(2, 2), beside: [beside(green, 0.5, 0.6)] })).toThrow(outside);
  });

  it('are refused if one of them can hardly be seen, where all must be visible', () => {
    const hidden = expect.objectContaining({ code: 'PRODUCT_HIDDEN' });
    const order = { mustShowAll: true, placement: placeAt(0.3, 0.6) };
    const withOther = (...at: Parameters<typeof placeAt>) => ({ ...order, beside: [beside(green, ...at)] });
    const tooLittle = [
      ['tiny', withOther(0.6, 0.6, 0.02)],
      ['nearly outside', withOther(1.075, 0.6, 0.16)],
      ['behind the first one', withOther(0.3, 0.58, 0.1)],
      ['in front of all of the first one', withOther(0.3, 0.7, 0.5)],
      ['the first one is tiny', { ...withOther(0.6, 0.6), placement: placeAt(0.3, 0.6, 0.02) }],
    ] as const;
    for (const [name, changes] of tooLittle) expect(() => compose(changes), name).toThrow(hidden);
    // Smallest placements of the web app, and a thin product.
    for (const changes of [
      withOther(0.6, 0.6, 0.05),
      withOther(0, 0.6, 0.05),
      withOther(0.36, 0.58, 0.1),
      {
        ...order,
        beside: [
          beside(
            drawnProduct(4, 80, () => GREEN),
            0.6,
            0.5,
            0.02,
          ),
        ],
      },
      { ...withOther(0.6, 0.6, 0.02), mustShowAll: false },
      { mustShowAll: true, placement: placeAt(0.3, 0.6, 0.02) },
    ])
      expect(() => compose(changes)).not.toThrow();
  });

  it('have a known visible share, and a known cause if they are hidden: the set or another product', () => {
    const wall = { left: -0.6, right: 0.9, front: -2, height: 2.2 };
    const decoded = syntheticSet({ sidePx: SIDE, blocks: [wall] });
    const placement = placeAt(0.5, 0.6, 0.1);
    const others = [beside(green, 0.85, 0.62), beside(blue, 0.85, 0.6, 0.08)];
    const { visibility } = finish(
      new LiveScene(decoded).compose({
        plan: PLAN,
        product: red,
        placement,
        beside: others,
        matchPercent: 70,
        seed: 1,
        shadow: undefined,
        productView: { pose: null, elevationDeg: null },
        aspectRatioId: 1,
        isLarger: true,
        longerSidePx: SIDE,
      }),
    );
    const [behindWall, inFront, behindOther] = visibility.toSorted((a, b) => a.index - b.index);
    expect(behindWall).toMatchObject({ index: 0, isBehindSet: true });
    expect(behindWall?.share).toBeLessThan(0.05);
    expect(inFront?.share).toBe(1);
    expect(behindOther).toMatchObject({ index: 2, isBehindSet: false });
    expect(behindOther?.share).toBeLessThan(0.1);
    const hidden = expect.objectContaining({ code: 'PRODUCT_HIDDEN', product: 1 });
    const order = { placement, beside: others.slice(0, 1), decoded };
    expect(() => compose({ ...order, mustShowAll: true })).toThrow(hidden);
    expect(() => compose(order)).not.toThrow();
  });

  it('are refused if they would together take too much memory', () => {
    const size = { largerSidePx: 4096, longerSidePx: undefined } as const;
    const tooLarge = expect.objectContaining({ code: 'PRODUCTS_TOO_LARGE' });
    const large = { ...size, placement: placeAt(0.5, 0.5, 0.9), beside: [beside(green, 0.5, 0.5, 0.9)] };
    expect(() => compose(large)).toThrow(tooLarge);
    const turned = { ...placeAt(0.5, 0.5, 0.4), rotationDeg: 45 };
    const others = [green, blue, red].map((product) => ({ product, placement: turned }));
    expect(() => compose({ ...size, placement: turned, beside: others })).toThrow(tooLarge);
  });

  it('keep their pixels when another product moves, on a floor that mirrors the moved product', () => {
    const front = placeAt(0.5, 0.62);
    const isAlike = [0.3, 0.5, 0.62].map((x) => {
      const order = { placement: front, shadow: NO_SHADOW };
      const { picture } = compose(
        { ...order, beside: [{ ...beside(blue, x, 0.5), shadow: NO_SHADOW }] },
        { gloss: 0.5 },
      );
      return [0.45, 0.5, 0.55].map((column) => colorAt(picture, column, 0.62));
    });
    expect(isAlike[1]).toEqual(isAlike[0]);
    expect(isAlike[2]).toEqual(isAlike[0]);
  });

  it('cast shadows only on products that they block from the light', () => {
    // The key light comes from the left.
    const [left, right] = [placeAt(0.42, 0.6), placeAt(0.62, 0.58)];
    const lights = { key: [0.9, 0.9, 0.9], env: [0.3, 0.3, 0.3] } as const;
    const plan = { ...PLAN, lights };
    const alone = compose({ plan, placement: right });
    const both = compose({ plan, placement: right, beside: [{ product: green, placement: left }] });
    const leftAlone = compose({ plan, product: green, placement: left });
    expect(measureBrightness(both, right)).toBeLessThan(0.93 * measureBrightness(alone, right));
    expect(measureBrightness(both, left)).toBeCloseTo(measureBrightness(leftAlone, left), 5);
    // Without scene matching, the product's pixels stay exactly as in its photo.
    const exact = compose({ plan, matchPercent: 0, placement: right, beside: [beside(green, 0.42, 0.6)] });
    expect(colorAt(exact.picture, 0.62, 0.58)).toEqual(RED);
  });

  it('darken another product only once where their shadows overlap', () => {
    const plan = { ...PLAN, lights: { key: [0.4, 0.4, 0.4], env: [1.4, 1.4, 1.4] } } as const;
    const right = placeAt(0.64, 0.58);
    const [near, far] = [beside(green, 0.48, 0.6), beside(green, 0.46, 0.6)];
    const shades = [[near], [far], [near, far]].map((others) =>
      measureBrightness(compose({ plan, placement: right, beside: others }), right),
    );
    const [one = NaN, other = NaN, both = NaN] = shades;
    const alone = measureBrightness(compose({ plan, placement: right }), right);
    expect(Math.max(one, other)).toBeLessThan(0.93 * alone);
    expect(both).toBeGreaterThan(0.9 * Math.min(one, other));
  });

  it('darken the ground only once where their shadows overlap', () => {
    const plan = { ...PLAN, lights: { key: [0.9, 0.9, 0.9], env: [0.3, 0.3, 0.3] } } as const;
    const [one, other] = [placeAt(0.3, 0.6), placeAt(0.4, 0.58)];
    const scenes = [
      compose({ plan, placement: one }),
      compose({ plan, placement: other }),
      compose({ plan, placement: one, beside: [{ product: red, placement: other }] }),
    ];
    const darkest = scenes.map(({ picture }) => {
      let least = 255;
      for (let x = 0.5; x < 0.9; x += 1 / SIDE) least = Math.min(least, sampleAt(picture, x, 0.68, 1));
      return least;
    });
    expect(darkest[0]).toBeLessThan(130);
    expect(darkest[2]).toBeGreaterThan(0.95 * Math.min(darkest[0] ?? 0, darkest[1] ?? 0));
  });

  it('have a layer each, from the farthest', () => {
    const order = { placement: placeAt(0.56, 0.62), beside: [beside(green, 0.48, 0.55)], withLayers: true };
    const [all, farthest, nearest] = [undefined, 0, 1].map((layerProduct) =>
      compose({ ...order, layerProduct }),
    );
    expect([farthest?.layerIndex, nearest?.layerIndex]).toEqual([1, 0]);
    const productData = (scene = all) => scene?.layers?.product.data ?? new Uint8Array();
    const stacked = productData(farthest).slice();
    for (let i = 0; i < stacked.length; i += 4)
      if ((productData(nearest)[i + 3] ?? 0) === 255) stacked.set(productData(nearest).subarray(i, i + 4), i);
      else if ((productData(nearest)[i + 3] ?? 0) > 0) stacked.set(productData().subarray(i, i + 4), i);
    expect(stacked).toEqual(productData());
    const isGreen = (scene: ComposedScene | undefined, x: number, y: number): boolean =>
      scene?.layers !== undefined &&
      shows({ ...scene.layers.product, data: dropAlpha(scene.layers.product.data) }, GREEN, x, y);
    expect([isGreen(farthest, 0.42, 0.5), isGreen(nearest, 0.42, 0.5)]).toEqual([true, false]);
    expect(all?.layers?.shadow.data).toEqual(nearest?.layers?.shadow.data);
  });

  it('give the same picture when their layers are composed again', () => {
    const order = { placement: placeAt(0.48, 0.55), beside: [beside(green, 0.56, 0.62)], withLayers: true };
    const { layers, picture } = compose(order);
    if (layers === undefined) throw new Error('Layers were asked for');
    let worst = 0;
    for (let i = 0; i < SIDE * SIDE; i++) {
      // Mixed pixels at an edge are blended in linear light in the picture, and in sRGB by image editors.
      const alphas = [i, i - 1, i + 1, i - SIDE, i + SIDE].map((at) => layers.product.data[at * 4 + 3] ?? 0);
      const isEdge = alphas.some((alpha) => alpha !== alphas[0]);
      const isSeam = Math.abs((i % SIDE) - 0.48 * SIDE) < 12 && alphas[0] === 255;
      if (isEdge || isSeam) continue;
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
    expect(shows({ ...layers.product, data: dropAlpha(layers.product.data) }, RED, 0.42, 0.5)).toBe(true);
    expect(shows({ ...layers.product, data: dropAlpha(layers.product.data) }, GREEN, 0.6, 0.7)).toBe(true);
  });
});

const dropAlpha = (data: Uint8Array): Uint8Array => data.filter((_, i) => i % 4 !== 3);

describe('the integrity check of a product beside others', () => {
  const at = placeAt(0.5, 0.55, 0.3);
  function countPixels(others: readonly BesideOrder[]) {
    const { posed, picture, light, covered } = compose({ placement: at, beside: others });
    if (posed === undefined || covered === undefined) throw new Error('There is a product');
    return productDifference(expectedInScene(posed, { picture, light, covered }), picture);
  }
  const whole = countPixels([]).total;

  it('counts no change of a product that a nearer one hides in part', () => {
    const { total, changed } = countPixels([beside(green, 0.55, 0.65, 0.2)]);
    expect(changed).toBe(0);
    expect(total).toBeGreaterThan(0.2 * whole);
    expect(total).toBeLessThan(0.8 * whole);
  });

  it('leaves out the pixels of a product behind glass, and counts all pixels of a product in front of others', () => {
    const image = raster(new Uint8Array(20 * 40 * 4), 20, 40, 4);
    for (let i = 3; i < image.data.length; i += 4) image.data[i] = 51;
    const through = raster(new Uint8Array(12).fill(2 * HOLD_UNIT - 1), 2, 2, 3);
    const coverage = raster(new Uint8Array(4).fill(255), 2, 2, 1);
    const glass = createCutOut(image, { through, coverage });
    if (glass === undefined) throw new Error('The glass is visible');
    const { total, changed } = countPixels([beside(glass, 0.55, 0.65, 0.2)]);
    expect(changed).toBe(0);
    expect(total).toBeLessThan(0.8 * whole);
    expect(countPixels([beside(green, 0.55, 0.4, 0.2)])).toMatchObject({ total: whole, changed: 0 });
  });
});

describe('several products in other sets', () => {
  /** Photo whose shadow surrounds the product; its lower half is darker. */
  const plane = raster(
    Uint8Array.from({ length: 256 }, (_, i) => (i < 128 ? 255 : 150)),
    16,
    16,
    1,
  );
  const box = { left: 0.3, top: 0.2, width: 0.4, height: 0.5 };
  const shaded: CutOut = { ...red, shadow: { plane, ...box, lean: { x: 0, y: 0 }, depth: 0.4, bulk: 0.5 } };
  const PHOTO: Shadow = { ...DEFAULT_SHADOW, kind: 'photo' };
  const { set, ...layers } = syntheticSet({ sidePx: SIDE, hasTint: true });
  const [tint] = set.tints.map((each) => ({ ...each, id: 'paper' }));
  const measured = { ...set.measured, tintShares: { paper: 1 } };
  const paper = {
    ...layers,
    set: { ...set, tints: tint ? [tint] : [], measured },
    tints: new Map([['paper', layers.tints.get('wall')]]),
  } as DecodedStudioSet;

  it.each([
    ['plain', PLAN],
    ['burnt-out', { ...PLAN, exposure: 6, isBurntOut: true }],
  ])('each keep the shadow of their photo on a %s background', (_, plan) => {
    const one = { product: shaded, placement: placeAt(0.25, 0.6), shadow: PHOTO };
    const others = (kind: Shadow['kind']) => [
      { ...beside(shaded, 0.75, 0.6), shadow: { ...DEFAULT_SHADOW, kind } },
    ];
    const lit = compose({ ...one, decoded: paper, plan, beside: others('photo') });
    const first = compose({ ...one, decoded: paper, plan, beside: others('none') });
    const share = (x: number, y: number): number =>
      sampleAt(lit.picture, x, y, 1) / sampleAt(first.picture, x, y, 1);
    expect(share(0.75 + 0.095, 0.68)).toBeLessThan(0.8);
    expect(share(0.25 + 0.095, 0.68)).toBe(1);
    expect(share(0.75 + 0.095, 0.4)).toBe(1);
  });

  it.each([
    [
      'hang',
      { elevationDeg: 2, keyDirection: [-1, -1, 1], hangsAt: { heightDm: 3.4, beforeWallDm: 0.4 } },
      'hangs',
    ],
    ['lie', { elevationDeg: 65, keyDirection: [-1, 1, 1] }, 'lies'],
  ] as const)('each cast a shadow where they %s', (_, options, pose) => {
    const productView = { pose, elevationDeg: options.elevationDeg };
    const order = { placement: placeAt(0.3, 0.4), productView };
    const others = [{ ...beside(green, 0.7, 0.4), productView }];
    const lit = compose({ ...order, beside: others }, options);
    const bare = compose(
      { ...order, shadow: NO_SHADOW, beside: others.map((other) => ({ ...other, shadow: NO_SHADOW })) },
      options,
    );
    for (const x of [0.3, 0.7]) {
      const right = [x + 0.095, 0.45] as const;
      expect(sampleAt(lit.picture, ...right, 1)).toBeLessThan(0.95 * sampleAt(bare.picture, ...right, 1));
    }
    expect(shows(lit.picture, RED, 0.3, 0.4)).toBe(true);
    expect(shows(lit.picture, GREEN, 0.7, 0.4)).toBe(true);
    // A product on top isn't in the shadow of those below it.
    const top = placeAt(0.45, 0.5);
    const below = { ...beside(green, 0.4, 0.45), productView };
    const alone = compose({ placement: top, productView }, options);
    const onTop = compose({ placement: top, productView, beside: [below] }, options);
    expect(measureBrightness(onTop, top)).toBeCloseTo(measureBrightness(alone, top), 5);
  });
});

describe('several products in a live scene', () => {
  const productView = { pose: null, elevationDeg: null };
  const places = [placeAt(0.3, 0.58), placeAt(0.45, 0.6), placeAt(0.7, 0.55)];
  const order: LiveOrder = {
    product: red,
    plan: PLAN,
    placement: places[0],
    beside: [beside(green, 0.45, 0.6), beside(blue, 0.7, 0.55)],
    matchPercent: 70,
    seed: 1,
    shadow: undefined,
    productView,
    aspectRatioId: 1,
    isLarger: true,
    longerSidePx: SIDE,
  };
  const file = (changes: Partial<SceneOrder> = {}) =>
    compose({ placement: order.placement, beside: order.beside, ...changes }).picture.data;
  const live = new LiveScene(syntheticSet({ sidePx: SIDE }));
  const composeFrame = (changes: Partial<LiveOrder>) => finish(live.compose({ ...order, ...changes }));

  it.each([0, 1, 2])('equal the file’s picture while product %d moves', (movedIndex) => {
    const frame = composeFrame({ movedIndex });
    const picture = dropAlpha(wholeFrame(frame, 'patch').data);
    const worst = file().reduce((most, value, i) => Math.max(most, Math.abs(value - (picture[i] ?? NaN))), 0);
    expect(worst).toBeLessThanOrEqual(1);
    for (const [i, { centerX, centerY }] of places.entries()) {
      const isShown = shows(frame.ground, [RED, GREEN, BLUE][i] ?? RED, centerX, centerY);
      expect([i, isShown]).toEqual([i, i !== movedIndex]);
    }
  });

  it('are returned with the moved product apart, the same however often it moved before', () => {
    const first = composeFrame({ movedIndex: 1 });
    const product = wholeFrame(first, 'product');
    expect(shows(product, GREEN, 0.45, 0.6)).toBe(true);
    expect(sampleAt(product, 0.3, 0.58, 3)).toBe(0);
    composeFrame({ movedIndex: 1, beside: [beside(green, 0.5, 0.7), beside(blue, 0.7, 0.55)] });
    expect(composeFrame({ movedIndex: 1 })).toEqual(first);
  });

  it('have shadows that fit each product’s own pose', () => {
    const floating: Shadow = { ...DEFAULT_SHADOW, kind: 'floating' };
    const standing = { pose: 'stands', elevationDeg: null } as const;
    const frame = composeFrame({
      productView: { pose: 'floats', elevationDeg: null },
      beside: [{ ...beside(green, 0.45, 0.6), productView: standing }],
    });
    const expected = file({
      shadow: floating,
      productView: { pose: 'floats', elevationDeg: null },
      beside: [{ ...beside(green, 0.45, 0.6), productView: standing }],
    });
    const picture = dropAlpha(wholeFrame(frame, 'patch').data);
    const worst = expected.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - (picture[i] ?? NaN))),
      0,
    );
    expect(worst).toBeLessThanOrEqual(1);
  });
});
