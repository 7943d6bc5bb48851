import { useStore } from 'zustand';
import type { BatchState } from './batch-state.ts';
import { createBatch } from './create-batch.ts';
import { useActions } from '../state/use-studio.ts';

/** Selects part of the batch state; the component re-renders when that part changes. */
export const useBatch = <Part>(select: (state: BatchState) => Part): Part =>
  useStore(useActions(createBatch).runner.store, select);
