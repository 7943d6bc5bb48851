import type { StudioDocument } from '../model/document.ts';
import type { Edits } from '../model/edits.ts';
import { findResult } from '../model/results.ts';
import type { ToolDrawing, Tools } from './studio-context.ts';
import type { StudioState } from './studio-state.ts';
import { openDrawing } from './tools.ts';

type UndoDirection = 'undo' | 'redo';
export type UndoTurn = 'strokes' | 'edits' | 'nobody';

/**
 * Decides to what undo or redo applies. While a tool draws, they apply to its strokes. If there are no strokes, they
 * apply to earlier steps of the same tool: its settings, and the run that made this picture. They never change the
 * tool or undo steps of other tools, because the user couldn't see the effect.
 */
export function whoseTurn(tools: Tools, state: StudioState, direction: UndoDirection): UndoTurn {
  const { document } = state;
  const step = direction === 'undo' ? document?.history.past.at(-1) : document?.history.future[0];
  const drawing = openDrawing(tools, state);
  const strokeDrawing = document && drawing?.getDrawing(document);
  if (strokeDrawing && (direction === 'undo' ? strokeDrawing.strokes : strokeDrawing.undone).length > 0)
    return 'strokes';
  if (!document || !step) return 'nobody';
  return drawing && !isDrawingStep(drawing, document, step, direction) ? 'nobody' : 'edits';
}

function isDrawingStep(
  drawing: ToolDrawing,
  document: StudioDocument,
  step: Edits,
  direction: UndoDirection,
): boolean {
  if (withoutOwn(drawing, step) !== withoutOwn(drawing, document.edits)) return false;
  const [laterId, earlierId] =
    direction === 'undo'
      ? [document.edits.currentId, step.currentId]
      : [step.currentId, document.edits.currentId];
  if (laterId === earlierId) return true;
  const later = findResult(document, laterId);
  return later !== null && drawing.isMadeFrom(later, earlierId, findResult(document, earlierId));
}

/** Edits as text for comparison, without the settings that belong to the drawing tool. */
const withoutOwn = ({ settings }: ToolDrawing, edits: Edits): string => {
  const others = Object.entries(edits.settings).filter(([name]) => !settings.some((own) => own === name));
  return JSON.stringify({ ...edits, currentId: '', settings: others });
};

export const undoState = (tools: Tools, state: StudioState): { canUndo: boolean; canRedo: boolean } => ({
  canUndo: whoseTurn(tools, state, 'undo') !== 'nobody',
  canRedo: whoseTurn(tools, state, 'redo') !== 'nobody',
});
