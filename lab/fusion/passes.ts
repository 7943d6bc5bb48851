/**
 * Runs the network over pictures as train.py needs it, and stores each picture's passes at 256 x 256:
 *
 *   node lab/fusion/passes.ts --from FOLDER --to FILE.bin --cache ENGINE_CACHE [--memory FOLDER] [--shard 0/2]
 *
 * A record is the photo (RGB), the passes (PASSES, in this order), the mask that the rules join, the engine's final
 * mask, and the true alpha (`truth/NAME.png` in FOLDER, else zeros). FILE.names lists the pictures. Rules and final
 * mask are made for pictures whose name ends with `u` (unseen) and for real photos. `--memory` keeps the network's
 * masks, so that another run over the same photos doesn't run the network.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { fitForModel } from '../../packages/image-engine/src/codec/encode.ts';
import { limitNetworkThreads } from '../../packages/image-engine/src/models/network-threads.ts';
import { framePhoto, frameAround, unframeMask } from '../../packages/image-engine/src/pixels/matte/passes/pass-frame.ts';
import { emptyRaster, raster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { resample } from '../../packages/image-engine/src/pixels/raster/resample.ts';
import { runAllPasses, segment } from '../../packages/image-engine/src/tools/segment.ts';
import type { Segmenter } from '../../packages/image-engine/src/tools/segment.ts';
import { openNetwork } from '../quality/review/examine.ts';

/** Longer sides of the photo and of the network's input; the usual pass squeezes the photo into a square. */
export const PASSES = [
  { photoPx: 640, sidePx: 1024 },
  { photoPx: 448, sidePx: 1024 },
  { photoPx: 512, sidePx: 512 },
  { photoPx: 224, sidePx: 320 },
] as const;
/** The farther pass is costly, so it runs only for every fourth training composite. The others get an empty mask. */
const FARTHER_PX = 448;
const FARTHER_OF = 4;
/** Every sixth unseen composite is measured. */
const UNSEEN_OF = 6;
/** Masks in memory, enough for the passes of one photo. */
const MOST_MASKS = 8;
const SIDE_PX = 256;
const GRID = { widthPx: 1024, heightPx: 1024 } as const;
/** Real photos are judged at this size. */
const JUDGED = { sidePx: 1600, quality: 95 } as const;

export const shrink = (mask: AlphaRaster): AlphaRaster => resample(mask, SIDE_PX, SIDE_PX, 'linear');

/** Returns stored masks for pictures that the network has already processed. */
export function withMemory(segmenter: Segmenter, folder?: string): Segmenter {
  const masks = new Map<string, Uint8Array>();
  const run: Segmenter['run'] = async (picture) => {
    const { widthPx, heightPx, data } = picture;
    const name = createHash('sha1').update(`${String(widthPx)} `).update(data).digest('hex');
    const file = folder === undefined ? undefined : join(folder, name);
    const isStored = file !== undefined && existsSync(file);
    let mask = masks.get(name) ?? (isStored ? new Uint8Array(readFileSync(file)) : undefined);
    if (mask === undefined) {
      mask = (await segmenter.run(picture)).data;
      if (file !== undefined) writeFileSync(file, mask);
    }
    if (masks.size > MOST_MASKS) masks.clear();
    masks.set(name, mask);
    return raster(mask.slice(), widthPx, heightPx, 1);
  };
  return { ...segmenter, run };
}

/** Masks of the usual pass and of PASSES, on the grid of the usual pass. */
export async function runPasses(
  picture: RgbRaster,
  shape: Pick<RgbaRaster, 'widthPx' | 'heightPx'>,
  { run, sideMultiplePx = 64 }: Segmenter,
  isFartherLeftOut = false,
): Promise<AlphaRaster[]> {
  const masks = [await run(picture)];
  for (const { photoPx, sidePx } of PASSES) {
    if (photoPx === FARTHER_PX && isFartherLeftOut) {
      masks.push(emptyRaster(GRID.widthPx, GRID.heightPx, 1));
      continue;
    }
    const frame = frameAround(shape, photoPx, sidePx, sideMultiplePx);
    const photo = await fitForModel(picture, frame.photo.widthPx, frame.photo.heightPx);
    masks.push(unframeMask(await run(framePhoto(photo, frame)), frame, GRID));
  }
  return masks;
}

/** Decodes a picture at the size at which real photos are judged. */
export async function readPicture(path: string): Promise<RgbaRaster> {
  const jpeg = await sharp(path)
    .rotate()
    .toColourspace('srgb')
    .resize(JUDGED.sidePx, JUDGED.sidePx, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JUDGED.quality })
    .toBuffer();
  return (await decodePhoto(jpeg)).image;
}

async function readTruth(path: string): Promise<Uint8Array> {
  if (!existsSync(path)) return new Uint8Array(SIDE_PX ** 2);
  const pipe = sharp(path).toColourspace('b-w').resize(SIDE_PX, SIDE_PX, { fit: 'fill', kernel: 'linear' });
  return new Uint8Array(await pipe.raw().toBuffer());
}

async function main(): Promise<void> {
  const { values: asked } = parseArgs({
    options: {
      from: { type: 'string', default: '' },
      to: { type: 'string', default: '' },
      cache: { type: 'string', default: '' },
      memory: { type: 'string' },
      shard: { type: 'string', default: '0/1' },
    },
  });
  const [shard, shards] = asked.shard.split('/').map(Number);
  limitNetworkThreads(1);
  sharp.concurrency(1);
  const network = await openNetwork(asked.cache);
  if (asked.memory !== undefined) mkdirSync(asked.memory, { recursive: true });
  const names = readdirSync(asked.from).filter((name) => /\.(jpg|jpeg|png|webp)$/.test(name));
  for (const [k, name] of names.toSorted().entries()) {
    if (k % shards !== shard) continue;
    const truth = join(asked.from, 'truth', `${parse(name).name}.png`);
    const isComposite = existsSync(truth);
    const image = isComposite
      ? (await decodePhoto(readFileSync(join(asked.from, name)))).image
      : await readPicture(join(asked.from, name));
    const segmenter = withMemory(network, asked.memory);
    const picture = await fitForModel(image, GRID.widthPx, GRID.heightPx);
    const isTraining = parse(name).name.endsWith('t');
    const number = Number.parseInt(name, 10);
    if (isComposite && !isTraining && number % UNSEEN_OF !== 0) continue;
    const masks = await runPasses(picture, image, segmenter, isTraining && number % FARTHER_OF !== 0);
    const empty = raster(new Uint8Array(SIDE_PX ** 2), SIDE_PX, SIDE_PX, 1);
    let [rules, final] = [empty, empty];
    if (!isComposite || parse(name).name.endsWith('u')) {
      rules = shrink((await runAllPasses(picture, image, segmenter)).mask);
      // The engine refuses a photo without a product: the mask is empty.
      final = await segment(image, segmenter).then(({ mask }) => shrink(mask), () => empty);
    }
    const photo = await fitForModel(image, SIDE_PX, SIDE_PX);
    const passes = masks.map((mask) => shrink(mask).data);
    const planes = [photo.data, ...passes, rules.data, final.data, await readTruth(truth)];
    appendFileSync(asked.to, Buffer.concat(planes));
    appendFileSync(asked.to.replace(/\.bin$/, '.names'), `${name}\n`);
  }
}

if (import.meta.main) await main();
