import type { StudioDocument } from '../model/document.ts';
import { choosePicture, endGesture, redo, undo } from '../model/edits.ts';
import type { PictureId } from '../model/results.ts';
import { isActive } from '../state/job.ts';
import { ensurePixels } from './show-result.ts';
import { redoStroke, undoStroke } from '../model/strokes.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { openDrawing } from '../state/tools.ts';
import { whoseTurn } from '../state/undo-turn.ts';

export type UndoActions = ReturnType<typeof createUndoActions>;

const WAYS = {
  undo: { stroke: undoStroke, edit: undo },
  redo: { stroke: redoStroke, edit: redo },
} as const;

export function createUndoActions(context: StudioContext) {
  const { store, tools, change } = context;

  /** Applies a change after which the stage may show another picture. Does nothing while a run is active. */
  const changePicture = (next: (document: StudioDocument) => StudioDocument): void => {
    if (isActive(store.getState().job)) return;
    const before = store.getState().document?.edits.currentId;
    change(next);
    if (store.getState().document?.edits.currentId === before) return;
    context.dismissFailure();
    store.setState({ isResultMissing: false });
    void ensurePixels(context);
  };

  const go = (direction: 'undo' | 'redo'): void => {
    const { stroke, edit } = WAYS[direction];
    const state = store.getState();
    const turn = whoseTurn(tools, state, direction);
    const drawing = openDrawing(tools, state);
    if (turn === 'edits') changePicture(edit);
    else if (turn === 'strokes' && drawing) change((document) => drawing.change(document, stroke));
  };

  return {
    /** Selects a picture, also while a run is active. */
    selectPicture: (id: PictureId): void => {
      if (!isActive(store.getState().job)) {
        changePicture((document) => choosePicture(document, id));
        return;
      }
      change((document) => choosePicture(document, id));
      void ensurePixels(context);
    },
    /** Undoes the last stroke while the user draws a mask or a correction, else the last edit (see undo-turn.ts). */
    undo: (): void => go('undo'),
    redo: (): void => go('redo'),
    endGesture: (): void => change(endGesture),
    /** Dismisses the notice that a picture's pixels are missing. Selecting the picture requests them again. */
    forgetMissingResult: (): void => store.setState({ isResultMissing: false }),
    reloadResult: (): Promise<void> => {
      store.setState({ isResultMissing: false });
      return ensurePixels(context);
    },
  };
}
