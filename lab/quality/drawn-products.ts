/**
 * Drawn products and textures in the colors of skin, as shops for cosmetics, leather, ceramics or underwear may upload
 * them. A network that detects skin may mistake them for it. Deterministic by kind and number.
 */
import { seededRandom } from '../../packages/image-engine/src/pixels/raster/random.ts';
import type { Random } from '../../packages/image-engine/src/pixels/raster/random.ts';

export interface DrawnPicture {
  readonly name: string;
  readonly data: Uint8Array;
  readonly sidePx: number;
}

const SIDE_PX = 512;
type Color = readonly [number, number, number];

const TONES: readonly Color[] = [
  [255, 224, 204],
  [241, 194, 167],
  [224, 172, 135],
  [198, 134, 98],
  [161, 102, 72],
  [115, 70, 48],
  [236, 188, 180],
  [214, 160, 150],
];
const WHITE: Color = [235, 235, 232];

/** Signed distance to a shape in units of half the picture: negative inside. */
type Shape = (x: number, y: number) => number;

const ellipse =
  (cx: number, cy: number, rx: number, ry: number): Shape =>
  (x, y) =>
    (Math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * Math.min(rx, ry);
const box =
  (cx: number, cy: number, w: number, h: number, round: number): Shape =>
  (x, y) => {
    const dx = Math.abs(x - cx) - w + round;
    const dy = Math.abs(y - cy) - h + round;
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round;
  };
const without =
  (a: Shape, b: Shape): Shape =>
  (x, y) =>
    Math.max(a(x, y), -b(x, y));

/** Parts of a product from back to front, each with its share of white. */
type Parts = readonly (readonly [shape: Shape, whiter: number])[];

const PRODUCTS: Readonly<Record<string, (between: (from: number, to: number) => number) => Parts>> = {
  bottle: (between) => {
    const w = between(0.16, 0.34);
    return [
      [box(0, 0.25, w, 0.55, between(0.03, 0.15)), 0],
      [box(0, -0.38, w * 0.4, 0.12, 0.02), 0.1],
      [box(0, -0.58, w * 0.5, 0.12, 0.03), 0.7],
      [box(0, 0.3, w * 0.75, 0.2, 0.01), 0.85],
    ];
  },
  jar: (between) => [
    [box(0, 0.25, between(0.35, 0.55), between(0.22, 0.36), 0.08), 0.05],
    [box(0, -0.12, between(0.38, 0.55), 0.12, 0.03), between(0, 0.8)],
  ],
  lipstick: (between) => [
    [box(0, 0.5, 0.16, 0.32, 0.02), 0.6],
    [box(0, 0.1, 0.13, 0.15, 0.01), 0.9],
    [box(0.02, -0.25, 0.1, between(0.22, 0.35), 0.09), 0],
  ],
  mug: (between) => [
    [without(ellipse(0.42, 0.05, 0.26, 0.32), ellipse(0.42, 0.05, 0.17, 0.22)), 0],
    [box(0, 0.08, between(0.3, 0.45), between(0.35, 0.5), 0.06), 0],
    [ellipse(0, -0.38, between(0.28, 0.4), 0.08), 0.4],
  ],
  cushion: (between) => [
    [box(0, 0, between(0.5, 0.7), between(0.45, 0.65), 0.3), 0],
    [box(0, 0, 0.45, between(0.005, 0.02), 0.005), -0.3],
  ],
  soap: (between) => [
    [box(0, 0.15, between(0.4, 0.65), between(0.2, 0.35), 0.2), 0],
    [ellipse(0, 0.12, 0.25, 0.1), 0.15],
  ],
  bag: (between) => [
    [without(ellipse(0, -0.25, 0.4, 0.45), ellipse(0, -0.25, 0.33, 0.38)), -0.25],
    [box(0, 0.25, between(0.5, 0.7), between(0.35, 0.5), 0.1), 0],
    [box(0, 0.1, 0.06, 0.08, 0.02), 0.6],
  ],
  shoe: (between) => [
    [box(0.05, 0.35, 0.7, 0.07, 0.05), 0.7],
    [without(ellipse(0.05, 0.35, 0.72, between(0.4, 0.6)), box(0, 1.3, 2, 1, 0)), 0],
    [ellipse(-0.42, -0.02, 0.2, 0.12), -0.5],
  ],
  tube: (between) => [
    [box(between(-0.1, 0.1), -0.1, between(0.15, 0.28), 0.55, 0.05), 0],
    [box(0, 0.55, 0.16, 0.12, 0.03), 0.8],
  ],
  lamp: (between) => [
    [box(0, 0.45, 0.03, 0.4, 0.01), 0.3],
    [ellipse(0, 0.85, 0.3, 0.06), 0.2],
    [ellipse(0, -0.2, between(0.4, 0.65), between(0.3, 0.5)), 0.25],
  ],
};

/** Lightness of a texture at a position of the picture, 0 to 1. */
const TEXTURES: Readonly<Record<string, (x: number, y: number, noise: Noise) => number>> = {
  sand: (x, y, noise) => 0.6 + 0.25 * (noise(x * 3, y * 3) - 0.5) + 0.45 * (noise(x * 250, y * 250) - 0.5),
  dunes: (x, y, noise) =>
    0.6 + 0.3 * Math.sin(9 * y + 5 * noise(x * 2, y * 2)) + 0.1 * noise(x * 120, y * 120),
  leather: (x, y, noise) => 0.65 + 0.5 * (noise(x * 40, y * 40) - 0.5) * noise(x * 90, y * 90),
  wood: (x, y, noise) => 0.6 + 0.2 * Math.sin(60 * (y + 0.3 * noise(x, y * 3))) + 0.1 * noise(x * 6, y * 200),
  linen: (x, y, noise) =>
    0.65 + 0.12 * Math.sin(x * 260) + 0.12 * Math.sin(y * 260) + 0.15 * noise(x * 80, y * 80),
  plaster: (x, y, noise) => 0.75 + 0.2 * (noise(x * 4, y * 4) - 0.5) + 0.1 * (noise(x * 60, y * 60) - 0.5),
  silk: (x, y, noise) => 0.6 + 0.3 * Math.sin(7 * x + 6 * noise(x * 2, y * 3) + 4 * y),
  marble: (x, y, noise) => 0.85 - 0.5 * Math.abs(noise(x * 3 + noise(x * 6, y * 6), y * 3) - 0.5),
};

type Noise = (x: number, y: number) => number;

export const DRAWN_KINDS = [...Object.keys(PRODUCTS), ...Object.keys(TEXTURES)];

/** Draws the picture of a kind with this number, which determines tone, proportions, background, light and grain. */
export function drawnPicture(kind: string, number: number): DrawnPicture {
  const random = seededRandom(number * 7919 + DRAWN_KINDS.indexOf(kind));
  const between = (from: number, to: number): number => from + ((to - from) * random(10_000)) / 10_000;
  const tone = TONES[random(TONES.length)];
  const texture = TEXTURES[kind];
  const parts = PRODUCTS[kind]?.(between) ?? [];
  const ground = random(3) === 0 ? TONES[random(TONES.length)] : WHITE;
  const noise = createNoise(random);
  const light = between(-0.8, 0.8);
  const grain = between(0, 14);
  const gloss = between(0, 0.35);
  const data = new Uint8Array(SIDE_PX * SIDE_PX * 3);
  for (let py = 0, at = 0; py < SIDE_PX; py++) {
    for (let px = 0; px < SIDE_PX; px++, at += 3) {
      const x = (px / SIDE_PX) * 2 - 1;
      const y = (py / SIDE_PX) * 2 - 1;
      let color: readonly number[] = ground.map((c) => c * (0.9 + 0.1 * y * light));
      if (texture) color = tone.map((c) => c * (0.35 + 0.75 * texture(x + 1, y + 1, noise)));
      for (const [shape, whiter] of parts) {
        const covered = Math.min(1, Math.max(0, 0.5 - (shape(x, y) * SIDE_PX) / 2));
        if (covered === 0) continue;
        const shade = 0.82 + 0.2 * light * x + gloss * Math.exp(-(((x - light * 0.2) * 9) ** 2));
        const mixed = tone.map((c) => (whiter >= 0 ? c + (245 - c) * whiter : c * (1 + whiter)) * shade);
        color = color.map((c, i) => c + (mixed[i] - c) * covered);
      }
      const dust = (random(1000) / 1000 - 0.5) * grain;
      for (let c = 0; c < 3; c++) data[at + c] = Math.min(255, Math.max(0, color[c] + dust));
    }
  }
  return { name: `${kind} ${number}`, data, sidePx: SIDE_PX };
}

/** Smooth noise from 0 to 1, with one grain per unit. */
function createNoise(random: Random): Noise {
  const size = 64;
  const grid = Float32Array.from({ length: size * size }, () => random(1000) / 1000);
  const at = (x: number, y: number): number => grid[(y & (size - 1)) * size + (x & (size - 1))];
  return (x, y) => {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [x - x0, y - y0];
    const top = at(x0, y0) + (at(x0 + 1, y0) - at(x0, y0)) * u;
    const bottom = at(x0, y0 + 1) + (at(x0 + 1, y0 + 1) - at(x0, y0 + 1)) * u;
    return top + (bottom - top) * v;
  };
}
