import { expect, test } from 'vitest';
import { raster } from '../../raster/raster.ts';
import type { Rgb, RgbaRaster } from '../../raster/raster.ts';
import { describeProduct, measureProduct } from './describe-product.ts';
import type { SeenLine } from './label-text.ts';

const SIDE_PX = 200;

/** Draws a cut-out; pixels without a color are background, with a bright green as their hidden color. */
function drawCutOut(colorAt: (x: number, y: number) => Rgb | undefined, heightPx = SIDE_PX): RgbaRaster {
  const data = new Uint8Array(SIDE_PX * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < SIDE_PX; x++) {
      const color = colorAt(x, y);
      data.set(color === undefined ? [0, 255, 0, 0] : [...color, 255], (y * SIDE_PX + x) * 4);
    }
  }
  return raster(data, SIDE_PX, heightPx, 4);
}
const inDisc = (x: number, y: number, radius = 80): boolean => Math.hypot(x - 99.5, y - 99.5) < radius;
const disc =
  (color: Rgb) =>
  (x: number, y: number): Rgb | undefined =>
    inDisc(x, y) ? color : undefined;
const toLines = (...lines: string[]): SeenLine[] =>
  lines.map((text) => ({ text, certainty: 0.97, heightPx: 30 }));
const say = (cutOut: RgbaRaster, ...lines: string[]): string | null =>
  describeProduct(measureProduct(cutOut), { lines: toLines(...lines) }).finalDescription;

test.each<[string, Rgb]>([
  ['A round red product.', [200, 30, 40]],
  ['A round navy blue product.', [25, 40, 80]],
  ['A round black product.', [18, 18, 18]],
  ['A round white product.', [245, 245, 243]],
  ['A round orange product.', [238, 122, 27]],
])('a plain disc is described: %s', (sentence, color) => {
  expect(say(drawCutOut(disc(color)))).toBe(sentence);
});

test('shading and a highlight do not count as colors', () => {
  const ball = drawCutOut((x, y) => {
    if (!inDisc(x, y)) return undefined;
    const away = Math.hypot(x - 70, y - 65);
    const light = 1.15 - away / 160;
    const glare = 235 * Math.max(0, 1 - away / 18);
    return [190, 30, 45].map((sample) => Math.min(255, Math.round(sample * light + glare))) as unknown as Rgb;
  });
  const { facts, finalDescription } = describeProduct(measureProduct(ball));
  expect(facts.colors.map(({ name }) => name)).toEqual(['red']);
  expect(finalDescription).toBe('A round glossy red product.');
});

test('a white logo does not count as glare', () => {
  const printed = drawCutOut((x, y) => {
    if (!inDisc(x, y)) return undefined;
    return Math.hypot(x - 100, y - 100) < 12 ? [244, 244, 244] : [25, 25, 27];
  });
  expect(say(printed)).toBe('A round black product.');
});

test('the colors of two halves and an accent are named in order of size', () => {
  const cutOut = drawCutOut((x, y) => {
    if (!inDisc(x, y)) return undefined;
    if (y < 45) return [244, 207, 31];
    return x < 125 ? [20, 20, 20] : [204, 31, 45];
  });
  expect(say(cutOut)).toBe('A round product in black and red, with touches of yellow.');
});

test('a loop at the side of a closed body is a handle, a hole in the middle is not', () => {
  const mug = (x: number, y: number): Rgb | undefined => {
    const body = x > 70 && x < 180 && y > 30 && y < 170;
    const away = Math.hypot(x - 70, y - 95);
    return body || (away < 48 && away > 34) ? [30, 90, 190] : undefined;
  };
  expect(say(drawCutOut(mug))).toBe('A blue cup-shaped product with a handle on the left.');
  expect(say(drawCutOut((x, y) => mug(SIDE_PX - 1 - x, y)))).toContain('a handle on the right');
  const ring = drawCutOut((x, y) => (inDisc(x, y) && !inDisc(x, y, 40) ? [30, 90, 190] : undefined));
  expect(say(ring)).not.toContain('handle');
});

test.each([
  ['a bar on its end', (x: number) => Math.abs(x - 100) < 20, 'upright'],
  ['a bar on its side', (_: number, y: number) => Math.abs(y - 100) < 20, 'lying'],
  ['a bar at an angle', (x: number, y: number) => Math.abs(x - y) < 22, 'tilted'],
] as const)('the axis of %s is found', (_, inside, orientation) => {
  const cutOut = drawCutOut((x, y) =>
    x > 12 && x < 188 && y > 12 && y < 188 && inside(x, y) ? [120, 40, 160] : undefined,
  );
  const { facts, finalDescription } = describeProduct(measureProduct(cutOut));
  expect(facts.orientation).toBe(orientation);
  expect(finalDescription?.includes('at an angle')).toBe(orientation === 'tilted');
});

test('a product that is half transparent all over has see-through parts only if its name says so', () => {
  const glass = drawCutOut(disc([210, 225, 230]));
  for (let y = 60; y < 160; y++) {
    for (let x = 60; x < 140; x++) glass.data[(y * SIDE_PX + x) * 4 + 3] = 110;
  }
  const describeNamed = (name: string | null) =>
    describeProduct(measureProduct(glass), { name }).finalDescription;
  expect(describeNamed('Glass jar')).toContain('with see-through parts');
  expect(describeNamed('Vorratsglas aus Glas')).toContain('with see-through parts');
  // The cut-out of a white chair in front of a white wall has similar alpha values, but isn't transparent.
  expect(describeNamed('Chair')).not.toContain('see-through');
  expect(describeNamed(null)).toMatch(/^A product with parts in [a-z ]+\.$/);
});

test('text on a product is quoted only if it was read with confidence', () => {
  const cutOut = drawCutOut(disc([245, 245, 243]));
  expect(say(cutOut, 'OCEAN CLUB')).toBe('A round white product. The text on it reads “OCEAN CLUB”.');
  const lines = [{ text: 'OCEAN', certainty: 0.8, heightPx: 30 }];
  expect(describeProduct(measureProduct(cutOut), { lines }).facts.text).toEqual([]);
  expect(say(cutOut, '|| —', '海洋俱乐部', 'ab', '一')).toBe('A round white product.');
});

test('a word printed beside a quantity names the kind of product, but a slogan alone doesn’t', () => {
  const cutOut = drawCutOut(disc([245, 245, 243]));
  expect(say(cutOut, 'COFFEE FIRST')).toContain('A round white product.');
  expect(say(cutOut, 'COFFEE', '7 g')).toContain('A round white coffee product.');
  expect(say(cutOut, 'Dark Roast Coffee', 'Beans 250 g')).toContain('A round white coffee product.');
});

test.each([
  ['nothing', drawCutOut(() => undefined)],
  ['a single pixel', raster(Uint8Array.of(1, 2, 3, 255), 1, 1, 4)],
  ['a hair', drawCutOut((x) => (x === 100 ? [1, 2, 3] : undefined))],
])('there is no description of %s', (_, cutOut) => {
  expect(say(cutOut)).toBeNull();
});

test('a product of one pixel’s height, or one that fills the picture, can be described', () => {
  const strip = raster(new Uint8Array(512 * 4).fill(200), 512, 1, 4);
  expect(describeProduct(measureProduct(strip)).facts.form.cropped).toBe(true);
  expect(say(drawCutOut(() => [204, 31, 45]))).toContain('red');
});

test('shop texts have a title, five bullets and an alt text per language, from measured facts alone', () => {
  const cutOut = drawCutOut((x, y) => {
    if (!inDisc(x, y)) return undefined;
    return x < 125 ? [20, 20, 20] : [204, 31, 45];
  });
  const { shopTexts } = describeProduct(measureProduct(cutOut), {
    lines: toLines('OCEAN CLUB'),
    name: 'Frisbee',
  });
  expect(shopTexts?.en).toEqual({
    title: 'Frisbee in black and red',
    bullets: [
      'Colors: black and red',
      'Print on the product: “OCEAN CLUB”',
      'Round outline',
      'Share of each color: black 70%, red 30%',
      'About as tall as it is wide, as pictured',
    ],
    alt_text: 'Frisbee in black and red, printed with “OCEAN CLUB”',
  });
  expect(shopTexts?.de.bullets.slice(0, 2)).toEqual(['Farben: Schwarz und Rot', 'Aufdruck: „OCEAN CLUB“']);
  expect(shopTexts?.fr.title).toBe('Frisbee, coloris noir et rouge');
  expect(shopTexts?.es.alt_text).toBe('Frisbee en negro y rojo, con el texto «OCEAN CLUB»');
  expect(shopTexts?.it.bullets).toHaveLength(5);
});

test('shop texts without a product name use its form, and leave no text empty in any language', () => {
  const { shopTexts } = describeProduct(measureProduct(drawCutOut(disc([245, 245, 243]))));
  for (const { title, bullets, alt_text: altText } of Object.values(shopTexts ?? {})) {
    const all = [title, altText, ...bullets];
    expect(bullets).toHaveLength(5);
    expect(all.filter((text) => /undefined|null|\$\{|^\s*$/.test(text))).toEqual([]);
  }
  expect(shopTexts?.fr.title).toBe('Produit, coloris blanc');
});
