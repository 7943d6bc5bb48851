import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StudioSet } from '../pixels/studio/studio-set.ts';
import { studioSetSchema } from './set-schema.ts';

/** Reads the `set.json` in a set's folder; throws when it breaks the schema. */
export async function readSetDescription(folder: string): Promise<StudioSet> {
  return studioSetSchema.parse(JSON.parse(await readFile(join(folder, 'set.json'), 'utf8')));
}
