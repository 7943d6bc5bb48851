/** Whose turn undo and redo are: strokes that are being drawn, or everything else. */
import { currentCorrection, currentMask } from './document/document.ts';
import { canRedo, canUndo } from './document/edits.ts';
import { isRefining } from './studio-state.ts';
import type { StudioState } from './studio-state.ts';

/**
 * `mask`: as long as there is something drawn, or to be drawn again, while a mask is drawn. `correction`: its strokes go
 * before the edits, because they were drawn after what made the cut-out.
 */
export function whoseTurn(state: StudioState, direction: 'undo' | 'redo'): 'mask' | 'correction' | 'edits' {
  const { document } = state;
  if (!document) return 'edits';
  if (document.tool === 'magic') {
    const { strokes, undone } = currentMask(document);
    return strokes.length > 0 || undone.length > 0 ? 'mask' : 'edits';
  }
  const correction = isRefining(state) ? currentCorrection(document) : null;
  const strokes = direction === 'undo' ? correction?.strokes : correction?.undone;
  return strokes !== undefined && strokes.length > 0 ? 'correction' : 'edits';
}

/** What undo and redo could do now. */
export function undoState(state: StudioState): { canUndo: boolean; canRedo: boolean } {
  const { document } = state;
  if (!document) return { canUndo: false, canRedo: false };
  const { strokes, undone } = currentMask(document);
  const can = {
    mask: { undo: strokes.length > 0, redo: undone.length > 0 },
    edits: { undo: canUndo(document), redo: canRedo(document) },
  };
  const isPossible = (direction: 'undo' | 'redo'): boolean => {
    const turn = whoseTurn(state, direction);
    return turn === 'correction' || can[turn][direction];
  };
  return { canUndo: isPossible('undo'), canRedo: isPossible('redo') };
}
