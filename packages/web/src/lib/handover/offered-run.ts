import type { OfferedRecipe } from './offered-recipe.ts';

/** Photos of a batch with its recipe: the start of a run. */
export interface OfferedRun extends OfferedRecipe {
  /** Functions that read a photo when it is processed. */
  readonly photos: readonly (() => Promise<File>)[];
}

/** Run passed to the form of a new run; only the latest is stored. */
let waiting: OfferedRun | null = null;
/** Photos passed from that form to the draft that it created. */
let photosFor: { readonly runId: string; readonly photos: OfferedRun['photos'] } | null = null;

export function offerRun(offered: OfferedRun): void {
  waiting = offered;
}

/** Cleared in a microtask, so that React's double call in development returns the same value. The form then owns it. */
export function takeOfferedRun(): OfferedRun | null {
  const offered = waiting;
  queueMicrotask(() => {
    if (waiting === offered) waiting = null;
  });
  return offered;
}

export function offerPhotos(runId: string, photos: OfferedRun['photos']): void {
  photosFor = { runId, photos };
}

/** Returns the photos only once. */
export function takeOfferedPhotos(runId: string): OfferedRun['photos'] {
  if (photosFor?.runId !== runId) return [];
  const { photos } = photosFor;
  photosFor = null;
  return photos;
}
