/**
 * Measures the ranges of the enlarging network's activations, for static quantization:
 *
 *   node lab/models/calibrate-esrgan.ts RANGES.json PHOTO...
 *
 * A range omits the most extreme values at each end, in the picture where the range is widest: single outliers would
 * reduce the resolution of all other values.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { Tensor, InferenceSession } from 'onnxruntime-node';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { fitForModel } from '../../packages/image-engine/src/codec/encode.ts';
import { crop } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import type { RgbRaster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { ESRGAN_SCALING } from '../../packages/image-engine/src/models/esrgan-session.ts';
import { SESSION_OPTIONS, toAuxiliaryMaps } from '../../packages/image-engine/src/models/session.ts';
import { DATA_TYPE, encodeModel } from '../../packages/image-engine/src/models/onnx-format.ts';
import { ESRGAN } from '../../packages/image-engine/src/models/registry.ts';
import { quantizedActivations } from './esrgan-quantize.ts';
import { readLayersModel } from './layers-model.ts';
import { layersToOnnx } from './layers-to-onnx.ts';
import { ESRGAN_SOURCE } from './sources.ts';

const PERCENTILE = 0.9999;
const HISTOGRAM_BINS = 4096;
const CROP_SIDE_PX = 96;
/** Centers of the crops, as fractions of the photo's sides. */
const CROP_CENTERS = [
  [0.5, 0.5],
  [0.38, 0.4],
  [0.62, 0.64],
] as const;

const [target, ...photos] = process.argv.slice(2);
if (target === undefined || photos.length === 0) {
  throw new Error('Usage: calibrate-esrgan.ts RANGES.json PHOTO...');
}
const pictures = (await Promise.all(photos.map(async (path) => crops(await readFile(path))))).flat();
const ranges = await measure();
const lines = Object.entries(ranges).map(
  ([activation, range]) =>
    `  ${JSON.stringify(activation)}: [${range.map((v) => Number(v.toPrecision(5))).join(', ')}]`,
);
await writeFile(
  target,
  `{\n "model": ${JSON.stringify(ESRGAN.id)},\n "percentile": ${PERCENTILE},\n "pictures": ${pictures.length},\n "ranges": {\n${lines.join(',\n')}\n }\n}\n`,
);

/** Crops near the middle, at full size and at half size, because users enlarge small photos. */
async function crops(photo: Uint8Array): Promise<RgbRaster[]> {
  const { image } = await decodePhoto(photo);
  const { widthPx, heightPx } = image;
  const full = await fitForModel(image, widthPx, heightPx);
  const half = await fitForModel(image, widthPx >> 1, heightPx >> 1);
  return CROP_CENTERS.flatMap(([x, y]) => [cropAround(full, x, y), cropAround(half, x, y)]);
}

function cropAround(picture: RgbRaster, x: number, y: number): RgbRaster {
  const side = Math.min(CROP_SIDE_PX, picture.widthPx, picture.heightPx);
  const from = (center: number, lengthPx: number): number =>
    Math.round(Math.min(Math.max(0, center * lengthPx - side / 2), lengthPx - side));
  const box = {
    xPx: from(x, picture.widthPx),
    yPx: from(y, picture.heightPx),
    widthPx: side,
    heightPx: side,
  };
  return crop(picture, box);
}

async function measure(): Promise<Record<string, [min: number, max: number]>> {
  const model = layersToOnnx(await readLayersModel(ESRGAN_SOURCE));
  const names = quantizedActivations(model.graph);
  for (const name of names) {
    model.graph.output.push({ name, type: { tensor_type: { elem_type: DATA_TYPE.float32 } } });
  }
  const session = await InferenceSession.create(encodeModel(model), {
    ...SESSION_OPTIONS,
    graphOptimizationLevel: 'basic',
  });
  const measured: Record<string, [min: number, max: number]> = {};
  for (const picture of pictures) {
    const input = new Tensor('float32', toAuxiliaryMaps(picture, ESRGAN_SCALING), [
      1,
      3,
      picture.heightPx,
      picture.widthPx,
    ]);
    const results = await session.run({ [session.inputNames[0]]: input }, names);
    for (const name of names) {
      const [min, max] = clippedRange(results[name].data as Float32Array);
      const known = measured[name] ?? [0, 0];
      measured[name] = [Math.min(known[0], min), Math.max(known[1], max)];
      results[name].dispose();
    }
  }
  await session.release();
  return measured;
}

function clippedRange(values: Float32Array): [min: number, max: number] {
  let min = 0;
  let max = 0;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const histogram = new Uint32Array(HISTOGRAM_BINS);
  const scale = (HISTOGRAM_BINS - 1) / (max - min || 1);
  for (const value of values) histogram[((value - min) * scale) | 0]++;
  const tail = (1 - PERCENTILE) * values.length;
  let high = HISTOGRAM_BINS - 1;
  for (let count = histogram[high]; high > 0 && count < tail;) count += histogram[--high];
  let low = 0;
  for (let count = histogram[low]; low < high && count < tail;) count += histogram[++low];
  return [min < 0 ? min + low / scale : 0, min + (high + 1) / scale];
}
