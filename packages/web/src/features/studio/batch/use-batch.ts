import { useStore } from 'zustand';
import type { BatchState } from './batch-state.ts';
import { createBatch } from './create-batch.ts';
import { useActions } from '../state/use-studio.ts';

export const useBatch = <Part>(select: (state: BatchState) => Part): Part =>
  useStore(useActions(createBatch).runner.store, select);
