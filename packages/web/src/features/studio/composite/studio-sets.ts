import type { StudioSet } from '@packshot/image-engine/pixels';

/** Descriptions of all studio sets, ordered by ID as in the engine, in a script of their own. */
const files = import.meta.glob<StudioSet>('../../../../../image-engine/assets/sets/*/set.json', {
  eager: true,
  import: 'default',
});
export const STUDIO_SETS: readonly StudioSet[] = Object.keys(files)
  .toSorted()
  .flatMap((file) => files[file] ?? []);
