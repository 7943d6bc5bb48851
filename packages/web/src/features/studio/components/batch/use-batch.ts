import { useStore } from 'zustand';
import type { BatchState } from '../../batch/batch-context.ts';
import { theStudio } from '../../studio.ts';

/** A part of the batch; the component is drawn again when that part changes. */
export const useBatch = <Part>(select: (state: BatchState) => Part): Part =>
  useStore(theStudio().batch.runner.store, select);
