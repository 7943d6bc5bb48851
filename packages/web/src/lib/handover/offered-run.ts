import type { OfferedRecipe } from './offered-recipe.ts';

/** Photos of a batch with its recipe, from which a run is made. */
export interface OfferedRun extends OfferedRecipe {
  /** Functions that read each photo when it is processed. */
  readonly photos: readonly (() => Promise<File>)[];
}

/** Run that a batch passes to the form of a new run; only the latest is stored. */
let waiting: OfferedRun | null = null;
/** Photos that the form of a new run passes to the page of the run that it created. */
let photosFor: { readonly runId: string; readonly photos: OfferedRun['photos'] } | null = null;

export function offerRun(offered: OfferedRun): void {
  waiting = offered;
}

/** Returns the waiting run, cleared in a microtask: React's double call in development gets the same value. */
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

export function takeOfferedPhotos(runId: string): OfferedRun['photos'] {
  if (photosFor?.runId !== runId) return [];
  const { photos } = photosFor;
  photosFor = null;
  return photos;
}
