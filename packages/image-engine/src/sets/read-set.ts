import { join } from 'node:path';
import { readLayer, readSetMask } from '../codec/set-layers.ts';
import { decodeDepth, decodeLight, layerValues } from '../pixels/stage/layers.ts';
import { srgbToLinear } from '../pixels/color/oklab.ts';
import { sharpenDepth } from '../pixels/stage/scene-depth.ts';
import type { DecodedStudioSet } from '../pixels/stage/layers.ts';
import { readSetDescription } from './set-description.ts';

const ALBEDO_VALUES = layerValues(srgbToLinear);

/** @lab */
export const readAlbedo = (file: string, widthPx?: number): Promise<DecodedStudioSet['albedo']> =>
  readLayer(file, 3, ALBEDO_VALUES, widthPx);

/**
 * Reads a whole studio set: its description and decoded layers, including depth, at full size or subsampled to
 * `widthPx`.
 */
export async function readSet(folder: string, widthPx?: number): Promise<DecodedStudioSet> {
  const set = await readSetDescription(folder);
  const { nearDm, farDm } = set.depth;
  const depthValues = layerValues((v) => decodeDepth(v, nearDm, farDm));
  const [albedo, depth, lights, tints] = await Promise.all([
    readAlbedo(join(folder, set.albedo.file), widthPx),
    readLayer(join(folder, set.depth.file), 1, depthValues, widthPx),
    Promise.all(
      set.lights.map(async ({ id, layer }) => {
        const values = layerValues((v) => decodeLight(v, layer));
        return [id, await readLayer(join(folder, layer.file), 3, values, widthPx)] as const;
      }),
    ),
    Promise.all(
      set.tints.map(async ({ id, file }) => [id, await readSetMask(join(folder, file), widthPx)] as const),
    ),
  ]);
  sharpenDepth(depth);
  return { set, albedo, lights: new Map(lights), tints: new Map(tints), depth };
}
