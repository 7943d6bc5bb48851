/** Whose turn undo and redo are: strokes that are being drawn, or everything else. */
import type { StudioDocument } from '../model/document.ts';
import type { Edits } from '../model/edits.ts';
import { resultOf } from '../model/results.ts';
import type { ToolDrawing, Tools } from './studio-context.ts';
import type { StudioState } from './studio-state.ts';
import { openDrawing } from './tools.ts';

type Direction = 'undo' | 'redo';
export type Turn = 'strokes' | 'edits' | 'nobody';

/**
 * While a tool draws, undo and redo are about its strokes; when there are none left, about what the same tool did before them:
 * its settings, and the run that made this picture. They never leave the tool, nor take back what was done elsewhere: that
 * cannot be seen from here. `nobody`: there is nothing to take back.
 */
export function whoseTurn(tools: Tools, state: StudioState, direction: Direction): Turn {
  const { document } = state;
  const step = direction === 'undo' ? document?.history.past.at(-1) : document?.history.future[0];
  const drawing = openDrawing(tools, state);
  const drawn = document && drawing?.drawn(document);
  if (drawn && (direction === 'undo' ? drawn.strokes : drawn.undone).length > 0) return 'strokes';
  if (!document || !step) return 'nobody';
  return drawing && !isStepOf(drawing, document, step, direction) ? 'nobody' : 'edits';
}

function isStepOf(
  drawing: ToolDrawing,
  document: StudioDocument,
  step: Edits,
  direction: Direction,
): boolean {
  if (withoutOwn(drawing, step) !== withoutOwn(drawing, document.edits)) return false;
  const [laterId, earlierId] =
    direction === 'undo'
      ? [document.edits.currentId, step.currentId]
      : [step.currentId, document.edits.currentId];
  if (laterId === earlierId) return true;
  const later = resultOf(document, laterId);
  return later !== null && drawing.made(later, earlierId, resultOf(document, earlierId));
}

/** All of the edits that is none of this tool's business, to be compared. */
const withoutOwn = ({ settings }: ToolDrawing, edits: Edits): string => {
  const others = Object.entries(edits.settings).filter(([name]) => !settings.some((own) => own === name));
  return JSON.stringify({ ...edits, currentId: '', settings: others });
};

/** What undo and redo could do now. */
export const undoState = (tools: Tools, state: StudioState): { canUndo: boolean; canRedo: boolean } => ({
  canUndo: whoseTurn(tools, state, 'undo') !== 'nobody',
  canRedo: whoseTurn(tools, state, 'redo') !== 'nobody',
});
