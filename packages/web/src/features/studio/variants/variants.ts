/** Sheet with the variants of a run, and variants that the user hasn't seen. Not saved with the document. */
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { t } from '@packshot/contract/text/translation';
import { loadPictures } from '../documents/show-result.ts';
import { createUndoActions } from '../documents/undo-actions.ts';
import type { StudioDocument } from '../model/document.ts';
import { findResult } from '../model/results.ts';
import type { PictureId, Result } from '../model/results.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { isAddingVariants } from '../state/studio-state.ts';
import type { StudioState } from '../state/studio-state.ts';
import { useActions } from '../state/use-studio.ts';
import { getNeighbors, getRunId, getVariants } from './run-variants.ts';

interface VariantsState {
  /** Run whose variants the sheet shows; null if the sheet is closed. */
  readonly openRunId: string | null;
  /** Variants that have arrived, but that neither the stage nor the sheet has shown. */
  readonly newIds: readonly PictureId[];
}
const NOTHING: VariantsState = { openRunId: null, newIds: [] };

export function createVariants(context: StudioContext) {
  const { store: studio } = context;
  const store = createStore<VariantsState>(() => NOTHING);
  const undoing = context.get(createUndoActions);

  const follow = (state: StudioState, before: StudioState): void => {
    const { document } = state;
    if (!document || document.id !== before.document?.id) {
      store.setState(NOTHING);
      return;
    }
    const { openRunId, newIds } = store.getState();
    const heirId = findHeir(document, before.document, openRunId);
    if (heirId !== null) {
      // Selects the remaining variant after all listeners have handled this change.
      queueMicrotask(() => undoing.selectPicture(heirId));
      return;
    }
    const arrived = findArrived(state, before);
    const openId =
      findRunToOpen(state, before, arrived) ?? (isLeft(state, before, openRunId) ? null : openRunId);
    const isSeen = (id: PictureId): boolean =>
      id === document.edits.currentId || (openId !== null && getRunId(findResult(document, id)) === openId);
    store.setState({
      openRunId: openId,
      newIds: [...newIds, ...arrived.map(({ id }) => id)].filter((id) => !isSeen(id)),
    });
  };
  studio.subscribe((state, before) => {
    if (state.document !== before.document || state.isShowingOriginal !== before.isShowingOriginal)
      follow(state, before);
  });

  const close = (): void => store.setState({ openRunId: null });
  const choose = (id: PictureId): void => {
    undoing.selectPicture(id);
    close();
  };
  return {
    store,
    close,
    /** Shows a variant on the stage and closes the sheet. */
    choose,
    open: (runId: string): void => {
      const { document } = studio.getState();
      const ids = getVariants(document, runId).map(({ id }) => id);
      void loadPictures(context, ids);
      store.setState(({ newIds }) => ({
        openRunId: runId,
        newIds: newIds.filter((id) => !ids.includes(id)),
      }));
    },
    /** Shows the next (1) or previous (-1) variant of the run on the stage; does nothing at the ends. */
    step: (direction: 1 | -1): void => {
      const neighbors = getNeighbors(studio.getState());
      const id = neighbors?.ids[neighbors.at + direction];
      if (!neighbors || id === undefined) return;
      choose(id);
      const number = neighbors.at + direction + 1;
      context.announce(t('Variant {number} of {total}', { number, total: neighbors.ids.length }));
    },
  };
}

export const useVariants = <Part>(select: (state: VariantsState) => Part): Part =>
  useStore(useActions(createVariants).store, select);

/** Variants that a change of the state has added while their run is active. */
function findArrived(state: StudioState, before: StudioState): readonly Result[] {
  if (!isAddingVariants(state) || state.document?.results === before.document?.results) return [];
  const earlier = new Set(before.document?.results.map(({ id }) => id));
  return getVariants(state.document, state.runRequestId).filter(({ id }) => !earlier.has(id));
}

/** Run whose first variant has just come to the stage. A user who works with another tool isn't interrupted. */
function findRunToOpen(state: StudioState, before: StudioState, arrived: readonly Result[]): string | null {
  const { document, runRequestId, isBatchShown } = state;
  const isOnStage = arrived.some(({ id }) => id === document?.edits.currentId);
  const isFirst = getVariants(before.document, runRequestId).length === 0;
  return isOnStage && isFirst && !isBatchShown ? runRequestId : null;
}

/**
 * Whether a change of the state shows a picture on the stage that isn't one of the sheet's variants, or adjusts the
 * scene on the stage, which the sheet would hide.
 */
function isLeft(state: StudioState, before: StudioState, openRunId: string | null): boolean {
  const { document } = state;
  if (!document || !before.document) return true;
  const { currentId, adjustments } = document.edits;
  const current = findResult(document, currentId);
  const earlier = before.document.edits.adjustments[currentId];
  return (
    state.isShowingOriginal ||
    JSON.stringify(adjustments[currentId]) !== JSON.stringify(earlier) ||
    document.tool !== before.document.tool ||
    document.view.compare !== before.document.view.compare ||
    (currentId !== before.document.edits.currentId && getRunId(current) !== openRunId) ||
    getVariants(document, openRunId).length === 0
  );
}

/** Variant to select in the open sheet after the user has deleted the selected one, or null. */
function findHeir(
  document: StudioDocument,
  before: StudioDocument,
  openRunId: string | null,
): PictureId | null {
  const { currentId, hiddenIds } = document.edits;
  const earlierId = before.edits.currentId;
  const isDeleted = hiddenIds.includes(earlierId) && !before.edits.hiddenIds.includes(earlierId);
  const wasInSheet = openRunId !== null && getRunId(findResult(before, earlierId)) === openRunId;
  if (!isDeleted || !wasInSheet || currentId === earlierId) return null;
  const at = getVariants(before, openRunId).findIndex(({ id }) => id === earlierId);
  const others = getVariants(document, openRunId);
  return (others[at] ?? others.at(-1))?.id ?? null;
}
