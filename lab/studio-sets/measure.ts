/**
 * Adds `measured` to the `set.json` of packed sets: data for planning a scene without decoding a layer.
 *
 *   node measure.ts SET_FOLDER...
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { layerFloats, type DecodedStudioSet } from '../../packages/image-engine/src/pixels/stage/layers.ts';
import { linearToSrgb } from '../../packages/image-engine/src/pixels/color/oklab.ts';
import { isHangingIn, isLyingOn } from '../../packages/image-engine/src/pixels/stage/set-kinds.ts';
import type { StudioSet } from '../../packages/image-engine/src/pixels/stage/studio-set.ts';
import { relight } from '../../packages/image-engine/src/pixels/light/set/relight.ts';
import { readSet } from '../../packages/image-engine/src/sets/read-set.ts';
import { studioSetSchema, type StudioSetFile } from '../../packages/image-engine/src/sets/set-schema.ts';
import type { Plane } from './write-layer.ts';

type Measured = NonNullable<StudioSetFile['measured']>;

/** Size in pixels to which sets are reduced, which suffices for means. */
const THINNED_PX = 448;

/** Area of the picture, in shares of its sides. */
type Part = { left: number; right: number; top: number; bottom: number };

/**
 * Area of a product's foot: the middle of the stage, foreshortened for the camera. For a lying product it is in the
 * middle of the stage's height; for a hanging one, it is the wall behind the product.
 */
function findFoot({ camera, stage }: StudioSet): Part {
  const [x, foot] = stage.image;
  if (isHangingIn({ stage })) return behindProduct({ stage });
  const y = isLyingOn({ camera }) ? foot - stage.maxHeight / 2 : foot;
  const half = stage.maxWidth * 0.3;
  const depth = Math.max(0.012, half * Math.sin((camera.elevationDeg * Math.PI) / 180));
  return { left: x - half, right: x + half, top: y - depth, bottom: y + depth };
}

/** The area that a full-size product hides. */
function behindProduct({ stage }: Pick<StudioSet, 'stage'>): Part {
  const [x, y] = stage.image;
  const half = stage.maxWidth / 2;
  const [top, bottom] = isHangingIn({ stage }) ? [y, y + stage.maxHeight] : [y - stage.maxHeight, y];
  return { left: x - half, right: x + half, top, bottom };
}

const WHOLE: Part = { left: 0, right: 1, top: 0, bottom: 1 };

function averageColor({ data, widthPx, heightPx, channels }: Plane, part: Part): number[] {
  const sums = Array.from({ length: channels }, () => 0);
  const column = (x: number): number => Math.max(0, Math.min(widthPx, Math.round(x * widthPx)));
  const row = (y: number): number => Math.max(0, Math.min(heightPx, Math.round(y * heightPx)));
  let count = 0;
  for (let y = row(part.top); y < row(part.bottom); y += 1) {
    for (let x = column(part.left); x < column(part.right); x += 1, count += 1) {
      for (let c = 0; c < channels; c += 1) {
        sums[c] = (sums[c] ?? 0) + (data[(y * widthPx + x) * channels + c] ?? 0);
      }
    }
  }
  return sums.map((sum) => sum / Math.max(1, count));
}

const luminance = ([r = 0, g = 0, b = 0]: readonly number[]): number =>
  0.2126 * r + 0.7152 * g + 0.0722 * b;

/** The luminance that a tenth of the pixels exceed. */
function measureHighlight({ data, channels }: Pick<Plane, 'data' | 'channels'>): number {
  const values = Float32Array.from({ length: data.length / channels }, (_, pixel) =>
    luminance([...data.subarray(pixel * channels, pixel * channels + 3)]),
  ).toSorted();
  return values[Math.floor(0.9 * values.length)] ?? 0;
}

const toHex = (linear: readonly number[]): string =>
  `#${linear
    .map((v) => Math.round(255 * Math.max(0, Math.min(1, linearToSrgb(v)))))
    .map((sample) => sample.toString(16).padStart(2, '0'))
    .join('')}`;

function measure(decoded: DecodedStudioSet): Measured {
  const { set } = decoded;
  const roundTo4 = (value: number): number => Number(value.toPrecision(4));
  const lights = [...decoded.lights].map(
    ([id, plane]) => [id, { ...plane, data: layerFloats(plane) }] as const,
  );
  const tints = [...decoded.tints].map(
    ([id, mask]) => [id, { ...mask, data: Float32Array.from(mask.data, (v) => v / 255) }] as const,
  );
  const share = (part: Part): Record<string, number> =>
    Object.fromEntries(tints.map(([id, plane]) => [id, roundTo4(Math.min(1, averageColor(plane, part)[0] ?? 0))]));
  const picture = { ...relight(decoded), channels: 3 as const };
  return {
    stageLight: Object.fromEntries(
      lights.map(([id, plane]) => [id, roundTo4(luminance(averageColor(plane, findFoot(set))))]),
    ),
    highlight: roundTo4(measureHighlight(picture)),
    tintShares: share(WHOLE),
    behind: toHex(averageColor(picture, behindProduct(set))),
    behindTintShares: share(behindProduct(set)),
  };
}

for (const folder of process.argv.slice(2)) {
  const file = path.join(folder, 'set.json');
  // Earlier measurements may lack a field that is required now.
  const { measured: _, ...described } = JSON.parse(await readFile(file, 'utf8')) as StudioSetFile;
  await writeFile(file, JSON.stringify(described));
  const { keywords, render, ...before } = studioSetSchema.parse(described);
  const measured = measure(await readSet(folder, THINNED_PX));
  const set = { ...before, measured, keywords, render };
  await writeFile(file, `${JSON.stringify(set, null, 2)}\n`);
  process.stdout.write(`${set.id}: ${JSON.stringify(measured)}\n`);
}
