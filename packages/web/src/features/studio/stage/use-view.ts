import { useStore } from 'zustand';
import { useActions } from '../state/use-studio.ts';
import { createViewStore } from './view-store.ts';
import type { ViewState } from './view-store.ts';

/** A part of how the stage is looked at; the component is drawn again when that part changes. */
export const useView = <Part>(select: (state: ViewState) => Part): Part =>
  useStore(useActions(createViewStore).store, select);
