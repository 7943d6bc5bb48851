/**
 * Cuts out real photos by the rules and by the trained fusion, and writes both as contact sheets for blind judging:
 *
 *   node lab/fusion/judge.ts --from PHOTOS --to FOLDER --model FUSION.onnx --cache ENGINE_CACHE --memory FOLDER
 *     [--names FILE] [--kept 11011]
 *
 * Each row has two photos, each beside its two masks on magenta in random order. `key.tsv` has the overlap of both
 * masks, the place on the sheets and the order. Photos whose masks overlap by ALIKE and more aren't shown. `--names` is
 * a file with the photos to judge, `--kept` the passes that run: usual, far, farther, small, scout.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { fitForModel } from '../../packages/image-engine/src/codec/encode.ts';
import { intersectionOverUnion } from '../../packages/image-engine/src/pixels/raster/alpha.ts';
import { raster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { resample } from '../../packages/image-engine/src/pixels/raster/resample.ts';
import { coarse } from '../../packages/image-engine/src/pixels/matte/passes/scout.ts';
import { cutAlong, segment } from '../../packages/image-engine/src/tools/segment.ts';
import type { runAllPasses, Segmenter } from '../../packages/image-engine/src/tools/segment.ts';
import { openNetwork } from '../quality/review/examine.ts';
import { readPicture, runPasses, shrink, withMemory } from './passes.ts';

type Join = typeof runAllPasses;

const SIDE_PX = 256;
/** Overlap from which two masks count as the same. */
const ALIKE = 0.985;
const TILE_PX = 300;
const SHEET = { columns: 2, rows: 4 } as const;
/** Bound of the network's correction, as in train.py. */
const MOST_CORRECTION = 4;
/** Sharpness of the choice between passes, and standard deviation of the blur of their distances. */
const SHARPNESS = 20;
const BLUR_PX = 3;
/** Bounds of a pass's mean before the correction is added, so that its logit is finite. */
const LEAST = 0.01;

/** Joins all passes by the trained network. */
const learnedJoin =
  (session: InferenceSession, kept: readonly number[]): Join =>
  async (picture, shape, segmenter) => {
    const masks = await runPasses(picture, shape, segmenter);
    return { mask: await fuse(session, picture, masks, kept), unsure: [], views: { usual: coarse(masks[0]) } };
  };

/** Mask on the passes' grid: mean of the passes, weighted by their closeness to the network's alpha. */
async function fuse(
  session: InferenceSession,
  picture: Parameters<Join>[0],
  masks: readonly AlphaRaster[],
  kept: readonly number[],
): Promise<AlphaRaster> {
  const size = SIDE_PX ** 2;
  const input = new Float32Array((3 + masks.length) * size);
  const photo = (await fitForModel(picture, SIDE_PX, SIDE_PX)).data;
  for (let i = 0; i < size; i++) for (let c = 0; c < 3; c++) input[c * size + i] = photo[i * 3 + c] / 255;
  for (const [k, mask] of masks.entries()) {
    const small = shrink(mask).data;
    if (kept[k] === 1) for (let i = 0; i < size; i++) input[(3 + k) * size + i] = small[i] / 255;
  }
  const result = await session.run({
    picture: new Tensor('float32', input, [1, 3 + masks.length, SIDE_PX, SIDE_PX]),
    present: new Tensor('float32', Float32Array.from(kept), [1, masks.length]),
  });
  const fused = mixPasses(result, input.subarray(3 * size));
  const ran = masks.filter((_, k) => kept[k] === 1);
  const [{ widthPx, heightPx }] = ran;
  const choices = choose(fused, ran.map((mask) => shrink(mask).data));
  const weights = choices.map((choice) => resample(raster(choice, SIDE_PX, SIDE_PX, 1), widthPx, heightPx, 'linear'));
  const data = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < data.length; i++) {
    let [sum, total] = [0, 0];
    for (let k = 0; k < ran.length; k++) {
      sum += weights[k].data[i] * ran[k].data[i];
      total += weights[k].data[i];
    }
    data[i] = Math.round(sum / Math.max(1, total));
  }
  return raster(data, widthPx, heightPx, 1);
}

/** The network's alpha, 0 to 1: its mix of the passes, with its correction. */
function mixPasses(result: InferenceSession.OnnxValueMapType, passes: Float32Array): Float32Array {
  const [size, half] = [SIDE_PX ** 2, (SIDE_PX / 2) ** 2];
  const enlargeValues = (values: Float32Array, most: number): Float32Array => {
    const bytes = Uint8Array.from(values, (value) => Math.round((value / most + 1) * 127.5));
    const { data } = resample(raster(bytes, SIDE_PX / 2, SIDE_PX / 2, 1), SIDE_PX, SIDE_PX, 'linear');
    return Float32Array.from(data, (value) => (value / 127.5 - 1) * most);
  };
  const all = result['weights'].data as Float32Array;
  const base = new Float32Array(size);
  for (let k = 0; k < passes.length / size; k++) {
    const weights = enlargeValues(all.subarray(k * half, (k + 1) * half), 1);
    for (let i = 0; i < size; i++) base[i] += weights[i] * passes[k * size + i];
  }
  const correction = enlargeValues(result['correction'].data as Float32Array, MOST_CORRECTION);
  return base.map((value, i) => {
    const mean = Math.min(1 - LEAST, Math.max(LEAST, value));
    return 1 / (1 + Math.exp(-Math.log(mean / (1 - mean)) - correction[i]));
  });
}

/**
 * Weights of the passes, 0 to 255, by their closeness to the fused alpha. The result shows what one of the passes
 * shows, with its edge, instead of half-transparent regions where the network is unsure.
 */
function choose(fused: Float32Array, passes: readonly Uint8Array[]): Uint8Array[] {
  const distances = passes.map((pass) => blurValues(fused.map((value, i) => Math.abs(value - pass[i] / 255))));
  const weights = distances.map((distance) => distance.map((value) => Math.exp(-SHARPNESS * value)));
  const sums = fused.map((_, i) => weights.reduce((sum, weight) => sum + weight[i], 0));
  return weights.map((weight) => Uint8Array.from(weight, (value, i) => Math.round((value / sums[i]) * 255)));
}

/** Gaussian blur with a deviation of BLUR_PX, with the borders repeated. */
function blurValues(values: Float32Array): Float32Array {
  const reach = 3 * BLUR_PX;
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * BLUR_PX ** 2)));
  const sum = kernel.reduce((total, value) => total + value, 0);
  const along = (from: Float32Array, step: number, across: number): Float32Array => {
    const out = new Float32Array(from.length);
    for (let line = 0; line < SIDE_PX; line++)
      for (let i = 0; i < SIDE_PX; i++) {
        let value = 0;
        for (let k = -reach; k <= reach; k++) {
          const at = Math.min(SIDE_PX - 1, Math.max(0, i + k));
          value += kernel[k + reach] * from[line * across + at * step];
        }
        out[line * across + i * step] = value / sum;
      }
    return out;
  };
  return along(along(values, 1, SIDE_PX), SIDE_PX, 1);
}

async function onMagenta(image: RgbaRaster): Promise<Buffer> {
  return sharp(image.data, { raw: { width: image.widthPx, height: image.heightPx, channels: 4 } })
    .flatten({ background: '#ff00ff' })
    .resize(TILE_PX, TILE_PX, { fit: 'contain', background: '#808080' })
    .png()
    .toBuffer();
}

interface CutOut {
  /** True if the engine ran more passes than the usual one and the scout. */
  readonly isDisputed: boolean;
  readonly mask: AlphaRaster;
  readonly tile: Buffer;
}

async function cutOut(path: string, segmenter: Segmenter, by?: Join): Promise<CutOut> {
  const image = await readPicture(path);
  try {
    const found = await segment(image, segmenter, by);
    cutAlong(image, found);
    const isDisputed = found.views.far !== undefined;
    return { isDisputed, mask: shrink(found.mask), tile: await onMagenta(image) };
  } catch {
    image.data.fill(0);
    const mask = raster(new Uint8Array(SIDE_PX ** 2), SIDE_PX, SIDE_PX, 1);
    return { isDisputed: true, mask, tile: await onMagenta(image) };
  }
}

async function main(): Promise<void> {
  const text = { type: 'string', default: '' } as const;
  const { values: asked } = parseArgs({
    options: {
      from: text,
      to: text,
      model: text,
      cache: text,
      memory: text,
      names: text,
      kept: { ...text, default: '11111' },
    },
  });
  sharp.concurrency(1);
  mkdirSync(asked.to, { recursive: true });
  const network = withMemory(await openNetwork(asked.cache), asked.memory);
  const join_ = learnedJoin(await InferenceSession.create(asked.model), [...asked.kept].map(Number));
  const only = asked.names === '' ? undefined : new Set(readFileSync(asked.names, 'utf8').trim().split('\n'));
  const names = readdirSync(asked.from).filter((name) => only?.has(name) ?? true).toSorted();
  const key: string[] = [];
  let tiles: Buffer[] = [];
  let sheets = 0;
  const flush = async (): Promise<void> => {
    if (tiles.length === 0) return;
    const { columns } = SHEET;
    const [width, height] = [columns * 3 * (TILE_PX + 4), SHEET.rows * (TILE_PX + 4)];
    await sharp({ create: { width, height, channels: 3, background: '#202020' } })
      .composite(
        tiles.map((input, i) => ({
          input,
          left: (i % (columns * 3)) * (TILE_PX + 4),
          top: Math.floor(i / (columns * 3)) * (TILE_PX + 4),
        })),
      )
      .png()
      .toFile(join(asked.to, `sheet${String(sheets++).padStart(2, '0')}.png`));
    tiles = [];
  };
  for (const name of names) {
    const path = join(asked.from, name);
    const rules = await cutOut(path, network);
    const learned = await cutOut(path, network, join_);
    const overlap = intersectionOverUnion(rules.mask, learned.mask);
    const isSwapped = createHash('sha256').update(`blind ${name}`).digest()[0] % 2 === 1;
    const isShown = overlap < ALIKE;
    const place = isShown ? `${String(sheets)}.${String(tiles.length / 3)}` : '';
    const order = isSwapped ? 'learned,rules' : 'rules,learned';
    key.push([name, overlap.toFixed(4), place, order, rules.isDisputed ? 'disputed' : 'alike'].join('\t'));
    if (!isShown) continue;
    const photo = await onMagenta(await readPicture(path));
    tiles.push(photo, ...(isSwapped ? [learned.tile, rules.tile] : [rules.tile, learned.tile]));
    if (tiles.length === SHEET.columns * SHEET.rows * 3) await flush();
  }
  await flush();
  writeFileSync(join(asked.to, 'key.tsv'), `${key.join('\n')}\n`);
  console.log(`${key.length} photos, ${key.filter((line) => line.split('\t')[2] !== '').length} shown`);
}

if (import.meta.main) await main();
