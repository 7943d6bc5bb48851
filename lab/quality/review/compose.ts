// Places a product with a known outline on another background, and degrades the picture like phones and shops do.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { fromLinear, toLinear } from '../../../packages/image-engine/src/pixels/color/color-difference.ts';
import { raster } from '../../../packages/image-engine/src/pixels/raster/raster.ts';
import type { AlphaRaster } from '../../../packages/image-engine/src/pixels/raster/raster.ts';
import { createDice } from '../../ground-truth/plan.ts';
import type { Recipe, Source } from './cases.ts';

const SETS = join(import.meta.dirname, '../../../packages/image-engine/assets/sets');
const GROUND_SETS = [
  'linen-books-eye',
  'living-room-eye',
  'flat-oak-top',
  'flat-terrazzo-top',
  'citrus-kitchen-eye',
  'concrete-loft-eye',
  'emerald-marble-eye',
  'moss-forest-eye',
  'wet-pebbles-eye',
  'oak-window-eye',
  'pool-tiles-eye',
  'gift-confetti-above',
  'autumn-table-above',
  'flat-slate-steep',
  'flat-linen-steep',
];
/** Pixels by which masks made by hand are shrunk, because they extend over the edge. */
const SHRUNKEN_BY_PX = 1;

type Rgb = readonly [number, number, number];

/** Product without its background: a picture of each auxiliary map, cropped to the product. */
interface Alone {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly planes: Readonly<Record<'color' | 'alpha' | 'through' | 'shine', Buffer | undefined>>;
}

/** Composite, with the alpha of its main product. */
export interface Composite {
  readonly jpeg: Buffer;
  readonly alpha: AlphaRaster;
}

async function readAlone(source: Source): Promise<Alone> {
  const hard = sharp(readFileSync(source.mask)).toColourspace('b-w').removeAlpha();
  const soft = source.isByHand
    ? sharp(
        await hard
          .blur(SHRUNKEN_BY_PX)
          .linear(3, -255 * 1.2)
          .png()
          .toBuffer(),
      ).blur(0.7)
    : hard;
  const alpha = await soft.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = alpha.info;
  let [left, top, right, bottom] = [width, height, -1, -1];
  alpha.data.forEach((value, i) => {
    if (value < 8) return;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, top, right, bottom] = [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ];
  });
  const box = { left, top, width: right - left + 1, height: bottom - top + 1 };
  const plane = async (name: string): Promise<Buffer | undefined> => {
    const path = ['png', 'webp'].map((ext) => join(source.folder ?? '', `${name}.${ext}`)).find(existsSync);
    if (source.folder === undefined || path === undefined) return undefined;
    return sharp(readFileSync(path)).removeAlpha().toColourspace('srgb').extract(box).png().toBuffer();
  };
  const photo = sharp(readFileSync(source.photo)).removeAlpha().toColourspace('srgb');
  return {
    widthPx: box.width,
    heightPx: box.height,
    planes: {
      color: (await plane('foreground')) ?? (await photo.extract(box).png().toBuffer()),
      alpha: await sharp(alpha.data, { raw: { width, height, channels: 1 } })
        .extract(box)
        .png()
        .toBuffer(),
      through: await plane('transmission'),
      shine: await plane('highlights'),
    },
  };
}

interface Canvas {
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

async function createBackground(recipe: Recipe, mean: Rgb): Promise<Canvas> {
  const [widthPx, heightPx] = recipe.sidesPx;
  const dice = createDice(recipe.groundSeed);
  if (recipe.ground === 'set') {
    const name = dice.pick(GROUND_SETS);
    const part = Math.round(dice.between(420, 640));
    const at = {
      left: Math.floor(dice.between(0, 640 - part)),
      top: Math.floor(dice.between(0, 640 - part)),
    };
    const data = await sharp(readFileSync(join(SETS, name, 'preview.webp')))
      .removeAlpha()
      .extract({ ...at, width: part, height: part })
      .resize(widthPx, heightPx, { fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer();
    return { data: new Uint8Array(data), widthPx, heightPx };
  }
  const level = dice.between(150, 250);
  const base: number[] =
    recipe.ground === 'even'
      ? [level, level + dice.between(-14, 6), level + dice.between(-24, 6)]
      : mean.map((value) => value + dice.between(-18, 18));
  const [slopeX, slopeY] = [dice.between(-0.12, 0.12), dice.between(-0.2, 0.2)];
  const data = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i += 3) {
      const light = 1 + slopeX * (x / widthPx - 0.5) + slopeY * (y / heightPx - 0.5);
      for (let c = 0; c < 3; c++) data[i + c] = clampByte(base[c] * light);
    }
  }
  return { data, widthPx, heightPx };
}

const clampByte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

interface Place {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Places a product on a canvas, in place, with a soft shadow below it. Returns the product's alpha on the canvas. */
async function lay(canvas: Canvas, alone: Alone, at: Place): Promise<Uint8Array> {
  const resizePng = async (png: Buffer | undefined, channels: 1 | 3): Promise<Buffer | undefined> =>
    png &&
    sharp(png)
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .resize(at.widthPx, at.heightPx, { fit: 'fill' })
      .raw()
      .toBuffer();
  const [color, alpha, through, shine] = await Promise.all([
    resizePng(alone.planes.color, 3),
    resizePng(alone.planes.alpha, 1),
    resizePng(alone.planes.through, 3),
    resizePng(alone.planes.shine, 3),
  ]);
  if (color === undefined || alpha === undefined) throw new Error('A product has color and outline');
  await shade(canvas, alpha, at);
  const covered = new Uint8Array(canvas.widthPx * canvas.heightPx);
  eachPixel(canvas, at, (from, to) => {
    const share = alpha[from] / 255;
    covered[to] = alpha[from];
    for (let c = 0; c < 3; c++) {
      const ground = canvas.data[to * 3 + c];
      if (through !== undefined && shine !== undefined) {
        const behind = 1 - share + through[from * 3 + c] / 255;
        canvas.data[to * 3 + c] = fromLinear(toLinear(shine[from * 3 + c]) + behind * toLinear(ground));
      } else canvas.data[to * 3 + c] = Math.round(color[from * 3 + c] * share + ground * (1 - share));
    }
  });
  return covered;
}

function eachPixel(canvas: Canvas, at: Place, visit: (from: number, to: number) => void): void {
  for (let y = 0; y < at.heightPx; y++) {
    for (let x = 0; x < at.widthPx; x++) {
      const [toX, toY] = [x + at.left, y + at.top];
      if (toX < 0 || toY < 0 || toX >= canvas.widthPx || toY >= canvas.heightPx) continue;
      visit(y * at.widthPx + x, toY * canvas.widthPx + toX);
    }
  }
}

const SHADE = { strength: 0.35, blurShare: 0.03, belowShare: 0.02 } as const;

async function shade(canvas: Canvas, alpha: Buffer, at: Place): Promise<void> {
  const whole = Buffer.alloc(canvas.widthPx * canvas.heightPx);
  const down = Math.round(SHADE.belowShare * at.heightPx);
  eachPixel(canvas, { ...at, top: at.top + down }, (from, to) => (whole[to] = alpha[from]));
  const blur = Math.max(1, SHADE.blurShare * Math.max(at.widthPx, at.heightPx));
  const soft = await sharp(whole, { raw: { width: canvas.widthPx, height: canvas.heightPx, channels: 1 } })
    .blur(blur)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  for (let i = 0; i < whole.length; i++) {
    const left = 1 - (SHADE.strength * soft[i]) / 255;
    for (let c = 0; c < 3; c++) canvas.data[i * 3 + c] = Math.round(canvas.data[i * 3 + c] * left);
  }
}

function choosePlace(alone: Alone, [width, height]: Recipe['sidesPx'], fill: number, at: Recipe['at']): Place {
  const scale = Math.min((fill * width) / alone.widthPx, (fill * height) / alone.heightPx);
  const [widthPx, heightPx] = [
    Math.max(8, Math.round(alone.widthPx * scale)),
    Math.max(8, Math.round(alone.heightPx * scale)),
  ];
  return {
    widthPx,
    heightPx,
    left: Math.round(at[0] * width - widthPx / 2),
    top: Math.round(at[1] * height - heightPx / 2),
  };
}

async function meanColor(alone: Alone): Promise<Rgb> {
  const { data } = await sharp(alone.planes.color)
    .resize(24, 24, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const alpha = await sharp(alone.planes.alpha)
    .toColourspace('b-w')
    .resize(24, 24, { fit: 'fill' })
    .raw()
    .toBuffer();
  const sums = [0, 0, 0, 1e-6];
  alpha.forEach((value, i) => {
    for (let c = 0; c < 3; c++) sums[c] += (data[i * 3 + c] * value) / 255;
    sums[3] += value / 255;
  });
  return [sums[0] / sums[3], sums[1] / sums[3], sums[2] / sums[3]];
}

/** Size of the other product as a share of the picture's longer side, and its possible positions. */
const OTHER = { fill: 0.24, places: [0.16, 0.84] } as const;

function spoil(data: Uint8Array, { groundSeed, noise, contrast }: Recipe): Uint8Array {
  if (noise === 0 && contrast === 1) return data;
  const dice = createDice(groundSeed + 2);
  // The sum of two uniform values approximates the distribution of noise.
  const grain = (): number => (noise === 0 ? 0 : (dice.between(-1, 1) + dice.between(-1, 1)) * noise);
  return data.map((value) => clampByte(128 + (value - 128) * contrast + grain()));
}

export async function compose(source: Source, recipe: Recipe, other: Source | undefined): Promise<Composite> {
  const alone = await readAlone(source);
  const canvas = await createBackground(recipe, await meanColor(alone));
  const { widthPx, heightPx } = canvas;
  if (other !== undefined) {
    const dice = createDice(recipe.groundSeed + 1);
    const second = await readAlone(other);
    await lay(
      canvas,
      second,
      choosePlace(second, recipe.sidesPx, OTHER.fill, [dice.pick(OTHER.places), dice.pick(OTHER.places)]),
    );
  }
  const covered = await lay(canvas, alone, choosePlace(alone, recipe.sidesPx, recipe.fill, recipe.at));
  const spoiled = spoil(canvas.data, recipe);
  const picture = sharp(spoiled, { raw: { width: widthPx, height: heightPx, channels: 3 } });
  const blurred = recipe.blurPx === 0 ? picture : picture.blur(Math.max(0.3, recipe.blurPx));
  return {
    jpeg: await blurred.jpeg({ quality: recipe.quality }).toBuffer(),
    alpha: raster(covered, widthPx, heightPx, 1),
  };
}
