/**
 * Measures the activations of ISNet for its 8-bit form, and writes the calibration file that the product ships:
 *
 *   node lab/models/calibrate-isnet.ts CALIBRATION.json PHOTO...
 *
 * The file contains the scales of channels and the ranges of values. The photos should be of different kinds; eight
 * photos take a minute on two idle cores.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { fitForModel } from '../../packages/image-engine/src/codec/encode.ts';
import { MODEL_BUILDS } from '../../packages/image-engine/src/models/builds.ts';
import { ISNET_SIDE_PX } from '../../packages/image-engine/src/models/isnet-convert.ts';
import {
  channelScales,
  encodeChannelScales,
  equalizeChannels,
} from '../../packages/image-engine/src/models/isnet-scales.ts';
import { ISNET } from '../../packages/image-engine/src/models/registry.ts';
import type { RgbRaster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { balancedScales } from './isnet/balance.ts';
import { channelGroups } from './isnet/channel-groups.ts';
import { measureChannels } from './isnet/channel-statistics.ts';
import type { ValueStatistics } from './isnet/channel-statistics.ts';
import { computeRanges } from './isnet/ranges.ts';

const [target, ...photos] = process.argv.slice(2);
if (target === undefined || photos.length === 0) {
  throw new Error('Usage: calibrate-isnet.ts CALIBRATION.json PHOTO...');
}
const pictures: RgbRaster[] = [];
for (const path of photos) {
  const { image } = await decodePhoto(await readFile(path));
  pictures.push(await fitForModel(image, ISNET_SIDE_PX, ISNET_SIDE_PX));
}
let measured = 0;
const statistics = await measureChannels(pictures, () => {
  process.stderr.write(`${++measured} of ${photos.length} photos measured\n`);
});
const { graph } = await MODEL_BUILDS.isnet.convert();
const groups = channelGroups(graph);
const balanced = balancedScales(graph, groups, statistics);
const scales = Object.fromEntries(
  graph.node
    .filter(
      (node) => node.op_type === 'Conv' && !groups.of.get(node.output[0])?.every((g) => groups.fixed.has(g)),
    )
    .map(({ output: [output] }) => {
      const channels = groups.of.get(output) ?? [];
      return [output, encodeChannelScales(channels.map((group) => balanced[group]))];
    }),
);
equalizeChannels(graph, scales);
const ranges = computeRanges(graph, groups, scaleStatistics(statistics));
const line = ([name, value]: [string, unknown]): string =>
  `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
const short = Object.entries(ranges).map(([name, range]): [string, unknown] => [
  name,
  range.map((value) => Number(value.toPrecision(5))),
]);
await writeFile(
  target,
  [
    '{',
    ` "model": ${JSON.stringify(ISNET.id)},`,
    ` "photos": ${photos.length},`,
    ' "ranges": {',
    short.map(line).join(',\n'),
    ' },',
    ' "scales": {',
    Object.entries(scales).map(line).join(',\n'),
    ' }',
    '}\n',
  ].join('\n'),
);

/** Statistics of the values after their channels are divided by their scales. */
function scaleStatistics(values: ValueStatistics): ValueStatistics {
  const byGroup = new Float64Array(groups.count).fill(1);
  for (const [name, encoded] of Object.entries(scales)) {
    for (const [i, scale] of channelScales(encoded).entries()) byGroup[groups.of.get(name)?.[i] ?? 0] = scale;
  }
  return new Map(
    [...values].map(([name, channels]) => [
      name,
      channels.map((channel, i) => {
        const scale = byGroup[groups.of.get(name)?.[i] ?? 0];
        return {
          min: channel.min / scale,
          max: channel.max / scale,
          meanSquare: channel.meanSquare / scale ** 2,
          samples: channel.samples.map((value) => value / scale),
        };
      }),
    ]),
  );
}
