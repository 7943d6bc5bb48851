import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { raster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { VIEW_SIDE_PX } from '../../packages/image-engine/src/pixels/scene/view/read-view.ts';
import type { TruthItem } from '../ground-truth/ground-truth-item.ts';
import type { Truth } from './measures.ts';

/** Folder with the part of the ground truth that is in the repository, for tests. */
export const SAMPLE_FOLDER = join(import.meta.dirname, '../../packages/image-engine/src/testing/truth');

/** Path of a file: the set contains PNG files, the sample smaller lossless WebP files. */
function resolvePath(folder: string, name: string): string {
  const path = join(folder, `${name}.png`);
  return existsSync(path) ? path : join(folder, `${name}.webp`);
}

const colors = async (path: string): Promise<Uint8Array> =>
  new Uint8Array(await sharp(readFileSync(path)).toColourspace('srgb').removeAlpha().raw().toBuffer());

const samples = async (path: string): Promise<Uint8Array> =>
  new Uint8Array(await sharp(readFileSync(path)).toColourspace('b-w').raw().toBuffer());

export async function readTruth(folder: string, item: TruthItem): Promise<Truth> {
  const alpha = raster(await samples(join(folder, 'alpha.png')), item.widthPx, item.heightPx, 1);
  const foreground = await colors(resolvePath(folder, 'foreground'));
  const known = { alpha, foreground, ...(await readShadow(folder, item)) };
  if (!item.files.includes('transmission')) return known;
  return {
    ...known,
    transmission: await colors(resolvePath(folder, 'transmission')),
    highlights: await colors(resolvePath(folder, 'highlights')),
  };
}

/** Shadow of an item on a plain background; on others it can't be distinguished from the background. */
async function readShadow(folder: string, item: TruthItem): Promise<Pick<Truth, 'shadow'>> {
  if (item.ground.kind !== 'plain' || !item.files.includes('shadow')) return {};
  return { shadow: raster(await samples(resolvePath(folder, 'shadow')), item.widthPx, item.heightPx, 1) };
}

export const readCutOut = async (png: Uint8Array): Promise<RgbaRaster> => (await decodePhoto(png)).image;

/** Empty cut-out, used for a refused photo. */
export const emptyCutOut = ({ widthPx, heightPx }: TruthItem): RgbaRaster =>
  raster(new Uint8Array(widthPx * heightPx * 4), widthPx, heightPx, 4);

/** Photo and mask of an item, at the size at which views are estimated. */
export async function readSeen(
  folder: string,
  item: TruthItem,
): Promise<{ photo: RgbRaster; alpha: AlphaRaster }> {
  const scale = VIEW_SIDE_PX / Math.max(item.widthPx, item.heightPx);
  const [widthPx, heightPx] = [Math.round(item.widthPx * scale), Math.round(item.heightPx * scale)];
  const small = async (name: string, space: 'srgb' | 'b-w'): Promise<Uint8Array> => {
    const whole = sharp(join(folder, name)).removeAlpha().toColourspace(space);
    return new Uint8Array(
      await whole.resize(widthPx, heightPx, { fit: 'fill' }).toColourspace(space).raw().toBuffer(),
    );
  };
  return {
    photo: raster(await small('photo.jpg', 'srgb'), widthPx, heightPx, 3),
    alpha: raster(await small('alpha.png', 'b-w'), widthPx, heightPx, 1),
  };
}
