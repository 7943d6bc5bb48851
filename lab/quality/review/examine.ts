// Cuts out a case like the engine, and records the measurements from which the review score is learned.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { decodePhoto } from '../../../packages/image-engine/src/codec/decode.ts';
import { fitForModel } from '../../../packages/image-engine/src/codec/encode.ts';
import { prepareModel } from '../../../packages/image-engine/src/models/prepare-model.ts';
import { openSession } from '../../../packages/image-engine/src/models/segmentation-session.ts';
import type { SegmentationSession } from '../../../packages/image-engine/src/models/segmentation-session.ts';
import { extractAlpha, intersectionOverUnion } from '../../../packages/image-engine/src/pixels/raster/alpha.ts';
import { windowExtremes } from '../../../packages/image-engine/src/pixels/raster/box-filter.ts';
import { applyGuidedAlpha } from '../../../packages/image-engine/src/pixels/matte/guided-alpha.ts';
import { raster } from '../../../packages/image-engine/src/pixels/raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../../packages/image-engine/src/pixels/raster/raster.ts';
import { ImageRefusal } from '../../../packages/image-engine/src/pixels/raster/refusal.ts';
import { examineCutOut } from '../../../packages/image-engine/src/pixels/quality/review/examined.ts';
import type { Examined } from '../../../packages/image-engine/src/pixels/quality/review/examined.ts';
import { segment } from '../../../packages/image-engine/src/tools/segment.ts';
import { compose } from './compose.ts';
import type { Composite } from './compose.ts';
import type { Case, Source } from './cases.ts';

/** Result of a case; `examined` is missing for a refused photo. */
export interface Outcome {
  readonly id: string;
  readonly iou: number;
  readonly ms: number;
  readonly examined?: Examined;
  /** Second segmentation pass on the photo, mirrored and at half its size, at the resolution of `examined`. */
  readonly mirrored?: AlphaRaster;
}

/** Distance from the edge of a mask made by hand within which pixels aren't judged. */
const BY_HAND_PX = 4;
const MIRRORED_SIDE_PX = 512;

async function readMask({ mask }: Source): Promise<AlphaRaster> {
  const { data, info } = await sharp(readFileSync(mask))
    .removeAlpha()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return raster(new Uint8Array(data), info.width, info.height, 1);
}

/** Photo of a case, with the alpha of the product to cut out. */
async function readPicture(
  { source, recipe }: Case,
  sources: readonly Source[],
): Promise<Composite & { readonly isByHand: boolean }> {
  if (recipe === undefined)
    return { jpeg: readFileSync(source.photo), alpha: await readMask(source), isByHand: source.isByHand };
  const other = sources.find(({ name }) => name === recipe.other);
  return { ...(await compose(source, recipe, other)), isByHand: false };
}

function overlap(alpha: AlphaRaster, truth: AlphaRaster, isByHand: boolean): number {
  if (!isByHand) return intersectionOverUnion(alpha, truth);
  const solid = truth.data.map((value) => (value >= 128 ? 255 : 0));
  const { min, max } = windowExtremes(solid, truth.widthPx, truth.heightPx, BY_HAND_PX);
  const judgeMask = ({ data }: AlphaRaster): AlphaRaster => {
    const kept = data.filter((_, i) => min[i] === max[i]);
    return raster(kept, kept.length, 1, 1);
  };
  return intersectionOverUnion(judgeMask(alpha), judgeMask(truth));
}

function mirror<R extends AlphaRaster | RgbRaster>(picture: R): R {
  const { data, widthPx, heightPx, channels } = picture;
  const out = new Uint8Array(data.length);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const [from, to] = [(y * widthPx + x) * channels, (y * widthPx + widthPx - 1 - x) * channels];
      for (let c = 0; c < channels; c++) out[to + c] = data[from + c];
    }
  }
  return { ...picture, data: out };
}

/** Opens the segmentation network like the engine does. */
export async function openNetwork(cacheDir: string): Promise<SegmentationSession> {
  const { modelFile } = await prepareModel({
    name: 'isnet',
    cacheDir,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  return openSession(modelFile);
}

const isSecondLook = process.env['SECOND_LOOK'] === '1';

async function cutOut(one: Case, sources: readonly Source[], network: SegmentationSession): Promise<Outcome> {
  const { jpeg, alpha: truth, isByHand } = await readPicture(one, sources);
  const startedMs = performance.now();
  const ms = (): number => Math.round(performance.now() - startedMs);
  const { image } = await decodePhoto(jpeg);
  try {
    const found = await segment(image, network);
    applyGuidedAlpha(image, found.guide, found.mask);
    const took = ms();
    const result = {
      id: one.id,
      iou: overlap(extractAlpha(image), truth, isByHand),
      ms: took,
      examined: examineCutOut(image, found),
    };
    if (!isSecondLook) return result;
    const small = await fitForModel(found.inputPhoto, MIRRORED_SIDE_PX, MIRRORED_SIDE_PX);
    return { ...result, mirrored: mirror(await network.run(mirror(small))) };
  } catch (error) {
    if (error instanceof ImageRefusal) return { id: one.id, iou: 0, ms: ms() };
    throw error;
  }
}

const keptFile = ({ id, recipe }: Case, cache: string): string =>
  join(
    cache,
    createHash('sha1')
      .update(JSON.stringify([id, recipe]))
      .digest('hex'),
  );

export const isKept = (one: Case, cache: string): boolean => existsSync(keptFile(one, cache));

/** Outcome of a case, from the cache or computed now. */
export async function examineCase(
  one: Case,
  sources: readonly Source[],
  network: () => Promise<SegmentationSession>,
  cache: string,
): Promise<Outcome> {
  mkdirSync(cache, { recursive: true });
  const file = keptFile(one, cache);
  if (existsSync(file)) return deserialize(gunzipSync(readFileSync(file))) as Outcome;
  const outcome = await cutOut(one, sources, await network());
  writeFileSync(file, gzipSync(serialize(outcome), { level: 1 }));
  return outcome;
}
