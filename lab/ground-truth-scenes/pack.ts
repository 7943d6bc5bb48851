// Packs developed pairs as pictures: node pack.ts WORK_DIR OUT_DIR
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { luminance } from '../../packages/image-engine/src/pixels/color/oklab.ts';
import type { LinearPicture } from '../../packages/image-engine/src/pixels/raster/light-raster.ts';
import { resamplePicture } from '../../packages/image-engine/src/pixels/raster/light-raster.ts';
import { toneMap, toSrgb8 } from '../../packages/image-engine/src/pixels/color/tone.ts';
import { readSet } from '../../packages/image-engine/src/sets/read-set.ts';
import { SETS_FOLDER } from '../../packages/image-engine/src/sets/set-description.ts';
import { bareGround } from './as-composed.ts';
import type { PairItem } from './pair-item.ts';
import type { Pair } from './pairs.ts';

const SIDE_PX = 640;
/** Alpha, of 255, above which a pixel counts as the product. */
const VISIBLE_ABOVE = 10;
/** Range of luminance that is compared; outside of it, compression and noise have too much influence. */
const MIDDLE = { from: 0.05, to: 0.9 };

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

const [workDir = '', outDir = ''] = process.argv.slice(2);

function readFloats(path: string): Float32Array {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

async function readBytes(path: string, { widthPx, heightPx }: Size, channels: 1 | 3): Promise<Uint8Array> {
  const picture = sharp(readFileSync(path), { raw: { width: widthPx, height: heightPx, channels } });
  const resized = picture.resize(SIDE_PX, SIDE_PX, { fit: 'fill' });
  return new Uint8Array(await (channels === 1 ? resized.toColourspace('b-w') : resized).raw().toBuffer());
}

/** Factor between the brightness of the set and of the render, away from the product: the median of the ratios. */
function fitExposure(truth: LinearPicture, bare: LinearPicture, alpha: Uint8Array): number {
  const ratios: number[] = [];
  for (let i = 0; i < alpha.length; i += 7) {
    if (alpha[i] > 0) continue;
    const light = (picture: LinearPicture): number =>
      luminance(picture.data[i * 3], picture.data[i * 3 + 1], picture.data[i * 3 + 2]);
    const level = light(bare);
    if (level > MIDDLE.from && level < MIDDLE.to) ratios.push(level / Math.max(1e-4, light(truth)));
  }
  return ratios.toSorted((a, b) => a - b)[ratios.length >> 1] ?? 1;
}

function findPlacement(alpha: Uint8Array): PairItem['placement'] {
  let [left, right, top, bottom] = [SIDE_PX, 0, SIDE_PX, 0];
  for (let y = 0; y < SIDE_PX; y++) {
    for (let x = 0; x < SIDE_PX; x++) {
      if (alpha[y * SIDE_PX + x] <= VISIBLE_ABOVE) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
  }
  return {
    centerX: (left + right) / 2 / SIDE_PX,
    centerY: (top + bottom) / 2 / SIDE_PX,
    width: (right - left) / SIDE_PX,
    rotationDeg: 0,
    isFlipped: false,
  };
}

const rgb = { raw: { width: SIDE_PX, height: SIDE_PX, channels: 3 } } as const;

async function pack(id: string): Promise<void> {
  const folder = join(workDir, id);
  const described = JSON.parse(readFileSync(join(folder, 'pair.json'), 'utf8')) as Pair;
  const { split, setId, item } = described;
  const samples = readFloats(join(folder, 'truth.f32'));
  // Borders are whole pixels of the square render, so the area may be a pixel wider or narrower.
  const size = JSON.parse(readFileSync(join(folder, 'size.json'), 'utf8')) as Size;
  const alpha = await readBytes(join(folder, 'alpha.u8'), size, 1);
  const photo = await readBytes(join(folder, 'photo.u8'), size, 3);
  const foreground = await readBytes(join(folder, 'foreground.u8'), size, 3);
  const truth = resamplePicture({ data: samples, ...size }, SIDE_PX, SIDE_PX);
  const bare = bareGround(await readSet(join(SETS_FOLDER, setId)), SIDE_PX, SIDE_PX);
  const exposure = fitExposure(truth, bare, alpha);
  for (let i = 0; i < truth.data.length; i++) truth.data[i] *= exposure;
  toneMap(truth);
  toneMap(bare);
  const cutOut = new Uint8Array(SIDE_PX * SIDE_PX * 4);
  for (let i = 0; i < alpha.length; i++) {
    cutOut.set(foreground.subarray(i * 3, i * 3 + 3), i * 4);
    cutOut[i * 4 + 3] = alpha[i];
  }
  const out = join(outDir, id);
  mkdirSync(out, { recursive: true });
  const png = { compressionLevel: 8 };
  await sharp(toSrgb8(truth, 1), rgb).png(png).toFile(join(out, 'truth.png'));
  await sharp(toSrgb8(bare, 1), rgb).png(png).toFile(join(out, 'bare.png'));
  await sharp(photo, rgb).png(png).toFile(join(out, 'photo.png'));
  await sharp(cutOut, { raw: { ...rgb.raw, channels: 4 } })
    .png(png)
    .toFile(join(out, 'cut-out.png'));
  const packed: PairItem = {
    id,
    split,
    setId,
    item,
    widthPx: SIDE_PX,
    heightPx: SIDE_PX,
    elevationDeg: item.elevationDeg,
    placement: findPlacement(alpha),
    exposure,
  };
  writeFileSync(join(out, 'pair.json'), JSON.stringify(packed, undefined, 1));
  console.log(`${id}: exposure ${exposure.toFixed(3)}`);
}

for (const id of readdirSync(workDir)) {
  const isReady = !id.startsWith('.') && existsSync(join(workDir, id, 'size.json'));
  if (isReady && !existsSync(join(outDir, id, 'pair.json'))) await pack(id);
}
