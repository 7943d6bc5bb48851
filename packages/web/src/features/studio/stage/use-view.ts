import { useStore } from 'zustand';
import { useActions } from '../state/use-studio.ts';
import { createViewStore } from './view-store.ts';
import type { ViewState } from './view-store.ts';

/** Selects part of the view state; the component re-renders when that part changes. */
export const useView = <Part>(select: (state: ViewState) => Part): Part =>
  useStore(useActions(createViewStore).store, select);
