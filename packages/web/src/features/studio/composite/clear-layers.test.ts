import { layOnBackground, raster } from '@packshot/image-engine/pixels';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertToBlack, separateClear } from './clear-layers.ts';

type LayerColor = readonly [number, number, number];
const ORDINARY: LayerColor = [128, 128, 128];

const lightToSrgb = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
const srgbToLight = (sample: number): number => {
  const value = sample / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/**
 * Blends a pixel over a background through both layers, like a canvas does: the glass layer with `multiply`, then the
 * product over it.
 */
function blendThroughLayers(
  color: LayerColor,
  alpha: number,
  throughColor: LayerColor,
  background: LayerColor,
  covered = 255,
): number[] {
  const product = Uint8ClampedArray.of(...color, alpha);
  const coverage = Uint8ClampedArray.of(covered, covered, covered, 255);
  const glass = separateClear(product, Uint8ClampedArray.of(...throughColor, 255), coverage);
  const opacity = (product[3] ?? 0) / 255;
  return background.map((behind, channel) => {
    const multiplied = glass[3] === 255 ? (behind * (glass[channel] ?? 0)) / 255 : behind;
    return (product[channel] ?? 0) * opacity + multiplied * (1 - opacity);
  });
}

/** Expected result: the same color, computed in linear light. */
function truth(color: LayerColor, alpha: number, throughColor: LayerColor, background: LayerColor): number[] {
  const [red, green, blue] = background;
  const light = layOnBackground(
    raster(Uint8Array.of(...color, alpha), 1, 1, 4),
    { through: raster(Uint8Array.of(...throughColor), 1, 1, 3) },
    () => [srgbToLight(red), srgbToLight(green), srgbToLight(blue)],
  );
  return [...light].map((value) => lightToSrgb(Math.min(1, value)) * 255);
}

const apart = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0))));

describe('a see-through product on a background', () => {
  it('shows the background through its tinted material: a glass jar on blue is blue inside', () => {
    const blue: LayerColor = [33, 82, 140];
    // The glass absorbs a tenth of the light, another tenth of the red, and reflects nothing.
    const glass: readonly [LayerColor, number, LayerColor] = [[0, 0, 0], 26, [255, 128, 128]];
    const [red = 0, green = 0, bluest = 0] = blendThroughLayers(...glass, blue);
    const levels = 2;
    expect(Math.abs(red - lightToSrgb(srgbToLight(33) * 0.797) * 255)).toBeLessThan(levels);
    expect(Math.abs(green - lightToSrgb(srgbToLight(82) * 0.898) * 255)).toBeLessThan(levels);
    expect(Math.abs(bluest - lightToSrgb(srgbToLight(140) * 0.898) * 255)).toBeLessThan(levels);
  });

  it('keeps opaque pixels as they are, and shows the background where the product isn’t', () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), (color) => {
        const background: LayerColor = [200, 100, 7];
        expect(apart(blendThroughLayers(color, 255, ORDINARY, background), color)).toBeLessThanOrEqual(0.5);
        expect(blendThroughLayers(color, 0, ORDINARY, background)).toEqual(background);
      }),
    );
  });

  it('is close to the physical result on every background, and closest on white', () => {
    // Random light of a transparent object: its reflections are nearly colorless.
    const shine = fc.tuple(fc.nat(243), fc.nat(12), fc.nat(12));
    const tint = fc.tuple(fc.integer({ min: 100, max: 160 }), fc.nat(12), fc.nat(12));
    const near = ([base, one, other]: LayerColor): LayerColor => [base, base + one, base + other];
    fc.assert(
      fc.property(shine, fc.nat(255), tint, fc.nat(255), (color, alpha, throughColor, behind) => {
        const pixel = [near(color), alpha, near(throughColor)] as const;
        for (const [ground, levels] of [
          [behind, 20],
          [255, 12],
        ] as const) {
          const gray: LayerColor = [ground, ground, ground];
          expect(apart(blendThroughLayers(...pixel, gray), truth(...pixel, gray))).toBeLessThan(levels);
        }
      }),
    );
  });

  it('has edges that are blended like those of any product', () => {
    const [orange, background]: readonly LayerColor[] = [
      [255, 120, 0],
      [40, 90, 200],
    ] as const;
    for (const alpha of [12, 100, 200]) {
      const share = alpha / 255;
      const blended = orange.map((value, at) => value * share + (background[at] ?? 0) * (1 - share));
      expect(
        apart(blendThroughLayers(orange, alpha, ORDINARY, background, alpha), blended),
      ).toBeLessThanOrEqual(0.5);
    }
  });

  it('is composed like an opaque product outside of the transparency map', () => {
    const product = Uint8ClampedArray.of(90, 60, 30, 120);
    const glass = separateClear(
      product,
      Uint8ClampedArray.of(7, 7, 7, 0),
      Uint8ClampedArray.of(255, 0, 0, 0),
    );
    expect([...product]).toEqual([90, 60, 30, 120]);
    expect(glass[3]).toBe(0);
  });
});

it('the shadow taken from a photo becomes a black layer that darkens any background as it darkened the photo', () => {
  const plane = Uint8ClampedArray.of(255, 255, 255, 255, 128, 128, 128, 255, 0, 0, 0, 255);
  convertToBlack(plane);
  const alphas = [plane[3], plane[7], plane[11]];
  expect(alphas).toEqual([0, 255 - Math.round(lightToSrgb(128 / 255) * 255), 255]);
  // Half of the light on a gray background, computed with the layer and in linear light.
  const ground = 180;
  const byLayer = ground * (1 - (plane[7] ?? 0) / 255);
  expect(byLayer).toBeCloseTo(lightToSrgb(srgbToLight(ground) * (128 / 255)) * 255, -0.6);
  expect([...plane.subarray(4, 7)]).toEqual([0, 0, 0]);
});
