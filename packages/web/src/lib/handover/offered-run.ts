import type { OfferedRecipe } from './offered-recipe.ts';

/** Photos of a batch with what is to be done with each: the beginning of a run. */
export interface OfferedRun extends OfferedRecipe {
  /** Read when their turn comes. */
  readonly photos: readonly (() => Promise<File>)[];
}

/** On its way to the form of a new run; only the latest is kept. */
let waiting: OfferedRun | null = null;
/** On their way from that form to the draft that it made. */
let photosFor: { readonly runId: string; readonly photos: OfferedRun['photos'] } | null = null;

export function offerRun(offered: OfferedRun): void {
  waiting = offered;
}

/** The form that shows it keeps it: asking twice, as React does to find side effects, has to answer the same. */
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

/** Once. */
export function takeOfferedPhotos(runId: string): OfferedRun['photos'] {
  if (photosFor?.runId !== runId) return [];
  const { photos } = photosFor;
  photosFor = null;
  return photos;
}
