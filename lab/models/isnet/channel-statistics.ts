import { InferenceSession, Tensor } from 'onnxruntime-node';
import { MODEL_BUILDS } from '../../../packages/image-engine/src/models/builds.ts';
import { ISNET_SIDE_PX } from '../../../packages/image-engine/src/models/isnet-convert.ts';
import { DATA_TYPE, encodeModel } from '../../../packages/image-engine/src/models/onnx-format.ts';
import type { OnnxGraph } from '../../../packages/image-engine/src/models/onnx-format.ts';
import { ISNET_SCALING } from '../../../packages/image-engine/src/models/segmentation-session.ts';
import { SESSION_OPTIONS, toAuxiliaryMaps } from '../../../packages/image-engine/src/models/session.ts';
import type { RgbRaster } from '../../../packages/image-engine/src/pixels/raster/raster.ts';

/** Statistics of one channel of a value in all pictures. */
export interface ChannelStatistics {
  min: number;
  max: number;
  meanSquare: number;
  /** Sampled values of each picture, in no particular order. */
  readonly samples: number[];
}

/** Channels of each value, by the value's name. */
export type ValueStatistics = ReadonlyMap<string, readonly ChannelStatistics[]>;

const SAMPLES_PER_PICTURE = 512;

/**
 * Names of the values whose ranges must be measured: outputs of Relus, of additions, and of convolutions without a
 * Relu. Ranges of other values follow from these.
 */
function measuredValues({ node: nodes }: OnnxGraph): string[] {
  const rectified = new Set(nodes.filter((n) => n.op_type === 'Relu').map((n) => n.input[0]));
  return nodes
    .filter(({ op_type: operator, output: [output] }) =>
      operator === 'Conv' ? !rectified.has(output) : operator === 'Relu' || operator === 'Add',
    )
    .map((n) => n.output[0]);
}

/** Runs the network in single precision with every measured value as an output. Needs about 3 GB. */
export async function measureChannels(
  pictures: Iterable<RgbRaster>,
  onPicture: () => void,
): Promise<ValueStatistics> {
  const model = await MODEL_BUILDS.isnet.convert();
  const { graph } = model;
  const names = measuredValues(graph);
  const known = new Set(graph.output.map(({ name }) => name));
  for (const name of names) {
    if (!known.has(name))
      graph.output.push({ name, type: { tensor_type: { elem_type: DATA_TYPE.float32 } } });
  }
  const session = await InferenceSession.create(encodeModel(model), {
    ...SESSION_OPTIONS,
    graphOptimizationLevel: 'basic',
  });
  const statistics = new Map<string, ChannelStatistics[]>();
  for (const picture of pictures) {
    const input = new Tensor('float32', toAuxiliaryMaps(picture, ISNET_SCALING), [
      1,
      3,
      ISNET_SIDE_PX,
      ISNET_SIDE_PX,
    ]);
    const results = await session.run({ [session.inputNames[0]]: input }, names);
    for (const name of names) {
      const { data, dims } = results[name];
      const channels = statistics.get(name) ?? Array.from({ length: dims[1] }, emptyChannel);
      statistics.set(name, channels);
      addPlanes(channels, data as Float32Array);
      results[name].dispose();
    }
    onPicture();
  }
  await session.release();
  for (const channel of [...statistics.values()].flat()) {
    channel.meanSquare /= channel.samples.length;
  }
  return statistics;
}

const emptyChannel = (): ChannelStatistics => ({ min: Infinity, max: -Infinity, meanSquare: 0, samples: [] });

function addPlanes(channels: readonly ChannelStatistics[], values: Float32Array): void {
  const size = values.length / channels.length;
  const samples = Math.min(SAMPLES_PER_PICTURE, size);
  for (const [index, channel] of channels.entries()) {
    const plane = values.subarray(index * size, (index + 1) * size);
    for (const value of plane) {
      if (value < channel.min) channel.min = value;
      if (value > channel.max) channel.max = value;
    }
    for (let i = 0; i < samples; i++) {
      // The stride shares no factor with the row length, so that samples aren't all in a few columns.
      const value = plane[samples === size ? i : (i * 7919 * Math.floor(size / samples) + i) % size];
      channel.samples.push(value);
      channel.meanSquare += value ** 2;
    }
  }
}
