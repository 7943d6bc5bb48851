import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stagesOf } from '../pixels/studio/frame.ts';
import type { Crop, FramedStage } from '../pixels/studio/frame.ts';
import type { StudioSet } from '../pixels/studio/studio-set.ts';
import { readSetDescription } from './read-set.ts';

/** The sets that ship with the engine. */
export const SETS_FOLDER = fileURLToPath(new URL('../../assets/sets/', import.meta.url));

/** Every set there is, by id in alphabetical order. */
export interface SetCatalogue {
  readonly folder: string;
  readonly sets: readonly StudioSet[];
}

/** A built-in reference: a family of studio sets, as its first view shows it. */
export interface SetFamily {
  readonly id: string;
  readonly title: string;
  /** WebP, 640 px, square. */
  readonly previewFile: string;
  /** Degrees by which its cameras look down, the lowest first. */
  readonly elevationsDeg: readonly number[];
  /** What can be recoloured, with its colour as composed. */
  readonly tints: readonly { readonly id: string; readonly color: string }[];
  readonly keywords: readonly string[];
  /** Stage and crop at each aspect ratio: the numbers that pictures are composed by. */
  readonly stages: readonly (FramedStage & { readonly aspectRatioId: number; readonly crop: Crop })[];
}

/** Reads the descriptions of all sets in a folder; layers are not touched. Throws when one breaks the schema, or when there is none. */
export async function readCatalogue(folder: string = SETS_FOLDER): Promise<SetCatalogue> {
  const entries = await readdir(folder, { withFileTypes: true });
  const ids = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const sets = await Promise.all(ids.toSorted().map((id) => readSetDescription(join(folder, id))));
  if (sets.length === 0) throw new Error(`There are no studio sets in ${folder}`);
  return { folder, sets };
}

/** The families of a catalogue, each by the view whose camera stands lowest. */
export function familiesOf({ folder, sets }: SetCatalogue): SetFamily[] {
  return [...Map.groupBy(sets, ({ family }) => family)].map(([id, views]) => {
    const byElevation = views.toSorted((a, b) => a.camera.elevationDeg - b.camera.elevationDeg);
    const [first] = byElevation;
    const { worlds, materials, colors, mood, season, light } = first.keywords;
    return {
      id,
      title: first.title,
      previewFile: join(folder, first.id, first.preview),
      elevationsDeg: byElevation.map(({ camera }) => camera.elevationDeg),
      tints: first.tints.map(({ id: tint, color }) => ({ id: tint, color })),
      keywords: [...new Set([...worlds, ...materials, ...colors, ...mood, ...season, ...light])],
      stages: stagesOf(first),
    };
  });
}
