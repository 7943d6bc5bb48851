import type { StagePicture } from '../model/picture.ts';
import type { Batch } from './batch.ts';

export interface ItemProgress {
  /** Progress of an item, from 0 to 1. */
  readonly fraction: number;
  readonly words: string;
}

export interface BatchState {
  readonly batch: Batch | null;
  readonly progress: Readonly<Record<string, ItemProgress>>;
  /** Thumbnails by item ID: of the photo until there is a result, then of the result. */
  readonly thumbnails: Readonly<Record<string, StagePicture>>;
  readonly isZipping: boolean;
}
