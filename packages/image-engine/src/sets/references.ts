import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reference } from '@packshot/contract';
import { isListed } from '../pixels/words/scene-prompt/unlisted-families.ts';
import { listStages } from '../pixels/stage/crop.ts';
import type { StudioSet } from '../pixels/stage/studio-set.ts';
import { readSetDescriptions, SETS_FOLDER } from './set-description.ts';

/**
 * Built-in reference without the URL of its picture: a family of sets, represented by the set with the lowest camera.
 */
type BuiltInReference = Omit<Reference, 'image'>;

/**
 * Creates the catalog of built-in references and their pictures, without decoding any. Reads the descriptions of all
 * sets once, on the first call.
 */
export function createReferenceCatalog(folder = SETS_FOLDER) {
  let reading: Promise<readonly StudioSet[]> | undefined;
  const readSets = async (): Promise<readonly StudioSet[]> => {
    reading ??= readSetDescriptions(folder);
    try {
      return await reading;
    } catch (error) {
      reading = undefined;
      throw error;
    }
  };
  const families = async (): Promise<ReadonlyMap<string, readonly StudioSet[]>> =>
    groupFamilies(await readSets());
  return {
    /** Finds any set, including those of families that aren't references; null for an unknown ID. */
    set: async (id: string): Promise<StudioSet | null> =>
      (await readSets()).find((set) => set.id === id) ?? null,
    /** Finds the description of any set and the files that it names; null for an unknown ID. */
    async files(id: string): Promise<ReturnType<typeof openFiles> | null> {
      const set = (await readSets()).find((each) => each.id === id);
      return set === undefined ? null : openFiles(set, join(folder, set.id));
    },
    /** Lists all references, sorted by title. */
    list: async (): Promise<readonly BuiltInReference[]> =>
      [...(await families()).values()]
        .map(toReference)
        .toSorted((a, b) => a.title.localeCompare(b.title, 'en')),
    /** Reads a reference's picture as WebP; null for an unknown ID. */
    async picture(id: string): Promise<Uint8Array | null> {
      const [previewSet] = (await families()).get(id) ?? [];
      return previewSet === undefined ? null : readFile(join(folder, previewSet.id, previewSet.preview));
    },
  };
}

/** File names of a set, and a function that reads the files with these names. */
function openFiles(set: StudioSet, folder: string) {
  const names = new Set([
    'set.json',
    set.albedo.file,
    set.depth.file,
    set.preview,
    ...set.lights.map(({ layer }) => layer.file),
    ...set.tints.map(({ file }) => file),
  ]);
  return {
    set,
    names,
    async read(name: string): Promise<Uint8Array> {
      if (!names.has(name)) throw new RangeError(`The set ${set.id} has no file ${name}`);
      return readFile(join(folder, name));
    },
  };
}

/** Sets of the families that are references, by family; in each family, the set with the lowest camera comes first. */
function groupFamilies(sets: readonly StudioSet[]): ReadonlyMap<string, readonly StudioSet[]> {
  const listed = sets.filter(({ family }) => isListed(family));
  const lowestFirst = listed.toSorted((a, b) => a.camera.elevationDeg - b.camera.elevationDeg);
  return Map.groupBy(lowestFirst, ({ family }) => family);
}

function toReference(sets: readonly StudioSet[]): BuiltInReference {
  const [previewSet] = sets;
  if (previewSet === undefined) throw new Error('A family has at least one set');
  const { worlds, materials, colors, mood, season, light } = previewSet.keywords;
  return {
    id: previewSet.family,
    title: previewSet.title,
    elevations_deg: sets.map(({ camera }) => camera.elevationDeg),
    tints: previewSet.tints.map(({ id, color }) => ({ id, color })),
    keywords: [...new Set([...worlds, ...materials, ...colors, ...mood, ...season, ...light])],
    stages: listStages(previewSet).map(({ aspectRatioId, ...stage }) => ({
      aspect_ratio: aspectRatioId,
      ...stage,
    })),
  };
}
