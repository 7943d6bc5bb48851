import { useStore } from 'zustand';
import { useActions } from '../state/use-studio.ts';
import { createViewStore } from './view-store.ts';
import type { ViewState } from './view-store.ts';

export const useView = <Part>(select: (state: ViewState) => Part): Part =>
  useStore(useActions(createViewStore).store, select);
