/**
 * Measures the ranges of a network's activations, for static quantization:
 *
 *   node tools/models/calibrate.ts isnet|esrgan RANGES.json PHOTO...
 *
 * A range covers all but the most extreme values at each end, in the picture where it is widest: single outliers would cost
 * every other value its resolution.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { Tensor, InferenceSession } from 'onnxruntime-node';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { fitForModel } from '../../packages/image-engine/src/codec/encode.ts';
import { crop, raster } from '../../packages/image-engine/src/pixels/raster.ts';
import type { RgbRaster } from '../../packages/image-engine/src/pixels/raster.ts';
import { MODEL_BUILDS } from '../../packages/image-engine/src/models/builds.ts';
import { ESRGAN_SCALING } from '../../packages/image-engine/src/models/esrgan-session.ts';
import { ISNET_SIDE_PX } from '../../packages/image-engine/src/models/isnet-convert.ts';
import { ISNET_SCALING } from '../../packages/image-engine/src/models/segmentation-session.ts';
import { SESSION_OPTIONS, toPlanes } from '../../packages/image-engine/src/models/session.ts';
import type { InputScaling } from '../../packages/image-engine/src/models/session.ts';
import { DATA_TYPE, encodeModel } from '../../packages/image-engine/src/models/onnx-format.ts';
import type { OnnxGraph, OnnxModel } from '../../packages/image-engine/src/models/onnx-format.ts';
import { ESRGAN, ISNET } from '../../packages/image-engine/src/models/registry.ts';
import { quantizedActivations } from './esrgan-quantize.ts';
import { readLayersModel } from './layers-model.ts';
import { layersToOnnx } from './layers-to-onnx.ts';
import { ESRGAN_SOURCE } from './sources.ts';

interface Plan {
  readonly id: string;
  /** The network as a graph in single precision, fresh at each call. */
  readonly convert: () => Promise<OnnxModel>;
  readonly percentile: number;
  readonly scaling: InputScaling;
  /** How many activations are read per run; ISNet's may hold 256 MB each. */
  readonly activationsPerRun: number;
  /** The activations to measure, except the input. */
  readonly activations: (graph: OnnxGraph) => string[];
  readonly inputRange: Readonly<Record<string, [min: number, max: number]>>;
  readonly pictures: (photo: Uint8Array) => Promise<RgbRaster[]>;
}

const HISTOGRAM_BINS = 4096;
const CROP_SIDE_PX = 96;
/** The centers of the crops, as fractions of the photo's sides. */
const CROP_CENTERS = [
  [0.5, 0.5],
  [0.38, 0.4],
  [0.62, 0.64],
] as const;

const PLANS: Readonly<Record<'isnet' | 'esrgan', Plan>> = {
  isnet: {
    id: ISNET.id,
    convert: MODEL_BUILDS.isnet.convert,
    percentile: 0.99995,
    scaling: ISNET_SCALING,
    activationsPerRun: 16,
    activations: everyActivation,
    inputRange: { input: [-0.5, 0.5] },
    /** Each photo unchanged, mirrored, and darkened. */
    async pictures(photo) {
      const { image } = await decodePhoto(photo);
      const picture = await fitForModel(image, ISNET_SIDE_PX, ISNET_SIDE_PX);
      return [picture, mirrored(picture), darkened(picture)];
    },
  },
  esrgan: {
    id: ESRGAN.id,
    convert: async () => layersToOnnx(await readLayersModel(ESRGAN_SOURCE)),
    percentile: 0.9999,
    scaling: ESRGAN_SCALING,
    activationsPerRun: 256,
    activations: quantizedActivations,
    inputRange: {},
    /** Crops near the middle, at full size and at half size, because people enlarge small photos. */
    async pictures(photo) {
      const { image } = await decodePhoto(photo);
      const { widthPx, heightPx } = image;
      const full = await fitForModel(image, widthPx, heightPx);
      const half = await fitForModel(image, widthPx >> 1, heightPx >> 1);
      return CROP_CENTERS.flatMap(([x, y]) => [cropAround(full, x, y), cropAround(half, x, y)]);
    },
  },
};

const [name, target, ...photos] = process.argv.slice(2);
if ((name !== 'isnet' && name !== 'esrgan') || target === undefined || photos.length === 0) {
  throw new Error('Usage: calibrate.ts isnet|esrgan RANGES.json PHOTO...');
}
const plan = PLANS[name];
const pictures = (await Promise.all(photos.map(async (path) => plan.pictures(await readFile(path))))).flat();
const names = plan.activations((await plan.convert()).graph);
const ranges: Record<string, [min: number, max: number]> = { ...plan.inputRange };
for (let from = 0; from < names.length; from += plan.activationsPerRun) {
  const part = names.slice(from, from + plan.activationsPerRun);
  await measure(part);
  process.stderr.write(`${from + part.length} of ${names.length} activations measured\n`);
}
const lines = Object.entries(ranges).map(
  ([activation, range]) =>
    `  ${JSON.stringify(activation)}: [${range.map((v) => Number(v.toPrecision(5))).join(', ')}]`,
);
await writeFile(
  target,
  `{\n "model": ${JSON.stringify(plan.id)},\n "percentile": ${plan.percentile},\n "pictures": ${pictures.length},\n "ranges": {\n${lines.join(',\n')}\n }\n}\n`,
);

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

function mirrored({ data, widthPx, heightPx }: RgbRaster): RgbRaster {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const from = (y * widthPx + widthPx - 1 - x) * 3;
      out.set(data.subarray(from, from + 3), (y * widthPx + x) * 3);
    }
  }
  return raster(out, widthPx, heightPx, 3);
}

function darkened({ data, widthPx, heightPx }: RgbRaster): RgbRaster {
  return raster(
    data.map((value) => value * 0.6),
    widthPx,
    heightPx,
    3,
  );
}

function everyActivation(graph: OnnxGraph): string[] {
  const constants = new Set(graph.initializer.map((t) => t.name));
  for (const node of graph.node) if (node.op_type === 'Constant') constants.add(node.output[0]);
  const inputs = graph.node
    .flatMap((node) => node.input)
    .filter((input) => input !== '' && input !== graph.input[0].name);
  return [...new Set(inputs)].filter((input) => !constants.has(input));
}

async function measure(part: string[]): Promise<void> {
  const model = await plan.convert();
  for (const activation of part) {
    model.graph.output.push({
      name: activation,
      type: { tensor_type: { elem_type: DATA_TYPE.float32 } },
    });
  }
  const session = await InferenceSession.create(encodeModel(model), {
    ...SESSION_OPTIONS,
    graphOptimizationLevel: 'basic',
  });
  for (const picture of pictures) {
    const input = new Tensor('float32', toPlanes(picture, plan.scaling), [
      1,
      3,
      picture.heightPx,
      picture.widthPx,
    ]);
    const results = await session.run({ [session.inputNames[0]]: input }, part);
    for (const activation of part) {
      const [min, max] = clippedRange(results[activation].data as Float32Array);
      const known = ranges[activation] ?? [0, 0];
      ranges[activation] = [Math.min(known[0], min), Math.max(known[1], max)];
      results[activation].dispose();
    }
  }
  await session.release();
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
  const tail = (1 - plan.percentile) * values.length;
  let high = HISTOGRAM_BINS - 1;
  for (let count = histogram[high]; high > 0 && count < tail;) count += histogram[--high];
  let low = 0;
  for (let count = histogram[low]; low < high && count < tail;) count += histogram[++low];
  return [min < 0 ? min + low / scale : 0, min + (high + 1) / scale];
}
