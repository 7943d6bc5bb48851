import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StudioSet } from '../pixels/stage/studio-set.ts';
import { studioSetSchema } from './set-schema.ts';

/** Folder of the studio sets, with a subfolder for each set. */
export const SETS_FOLDER = fileURLToPath(new URL('../../assets/sets/', import.meta.url));

/**
 * Reads the `set.json` in a set's folder.
 * @throws if it violates the schema
 */
export async function readSetDescription(folder: string): Promise<StudioSet> {
  return studioSetSchema.parse(JSON.parse(await readFile(join(folder, 'set.json'), 'utf8')));
}

/** Reads the descriptions of all sets, ordered by ID. Only a folder with a `set.json` counts as a set. */
export async function readSetDescriptions(folder: string = SETS_FOLDER): Promise<StudioSet[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names
      .filter((name) => /^[^/\\]+[/\\]set\.json$/.test(name))
      .toSorted()
      .map((name) => readSetDescription(join(folder, name, '..'))),
  );
}
