import { useStore } from 'zustand';
import type { BatchState } from './batch-context.ts';
import { theStudio } from '../shell/studio.ts';

/** A part of the batch; the component is drawn again when that part changes. */
export const useBatch = <Part>(select: (state: BatchState) => Part): Part =>
  useStore(theStudio().batch.runner.store, select);
