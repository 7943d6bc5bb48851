import { join } from 'node:path';
import { readLayer, readSetMask } from '../codec/set-layers.ts';
import { albedoValues, depthValues, lightValues } from '../pixels/stage/layers.ts';
import { sharpenDepth } from '../pixels/stage/scene-depth.ts';
import type { DecodedStudioSet } from '../pixels/stage/layers.ts';
import { readSetDescription } from './set-description.ts';

const ALBEDO_VALUES = albedoValues();

/** Exported for the scripts in `lab/`. @lab */
export const readAlbedo = (file: string, widthPx?: number): Promise<DecodedStudioSet['albedo']> =>
  readLayer(file, 3, ALBEDO_VALUES, widthPx);

/**
 * Reads a whole studio set: its description and decoded layers, including depth, at full size or subsampled to
 * `widthPx`.
 */
export async function readSet(folder: string, widthPx?: number): Promise<DecodedStudioSet> {
  const set = await readSetDescription(folder);
  const [albedo, depth, lights, tints] = await Promise.all([
    readAlbedo(join(folder, set.albedo.file), widthPx),
    readLayer(join(folder, set.depth.file), 1, depthValues(set.depth), widthPx),
    Promise.all(
      set.lights.map(
        async ({ id, layer }) =>
          [id, await readLayer(join(folder, layer.file), 3, lightValues(layer), widthPx)] as const,
      ),
    ),
    Promise.all(
      set.tints.map(async ({ id, file }) => [id, await readSetMask(join(folder, file), widthPx)] as const),
    ),
  ]);
  sharpenDepth(depth);
  return { set, albedo, lights: new Map(lights), tints: new Map(tints), depth };
}
