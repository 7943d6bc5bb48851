/** Whose turn undo and redo are: strokes that are being drawn, or everything else. */
import { currentCorrection, currentMask } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';
import type { Edits, ToolSettings } from '../model/edits.ts';
import { resultOf } from '../model/results.ts';
import type { Result } from '../model/results.ts';
import type { Drawn } from '../model/strokes.ts';
import { isRefining } from './studio-state.ts';
import type { StudioState } from './studio-state.ts';

type Direction = 'undo' | 'redo';
export type Turn = 'mask' | 'correction' | 'edits' | 'nobody';

/** A tool that draws, with what is drawn on the picture that is on the stage. */
interface DrawingTool {
  readonly turn: 'mask' | 'correction';
  readonly drawn: Drawn<unknown>;
  /** What of the settings is its own. */
  readonly settings: readonly (keyof ToolSettings)[];
  /** Its run made the later picture of the earlier one. */
  made(later: Result, earlierId: string, earlier: Result | null): boolean;
}

function drawingToolOf(state: StudioState): DrawingTool | null {
  const { document } = state;
  if (document?.tool === 'magic')
    return {
      turn: 'mask',
      drawn: currentMask(document),
      settings: ['prompt', 'feather'],
      made: ({ tool, inputId }, earlierId) => tool === 'magic' && inputId === earlierId,
    };
  const correction = document && isRefining(state) ? currentCorrection(document) : null;
  return (
    correction && {
      turn: 'correction',
      drawn: correction,
      settings: ['edges'],
      made: ({ tool }, _earlierId, earlier) => tool === 'cut-out' && earlier?.tool === 'cut-out',
    }
  );
}

/**
 * While a tool draws, undo and redo are about its strokes; when there are none left, about what the same tool did before them:
 * its settings, and the run that made this picture. They never leave the tool, nor take back what was done elsewhere: that
 * cannot be seen from here. `nobody`: there is nothing to take back.
 */
export function whoseTurn(state: StudioState, direction: Direction): Turn {
  const { document } = state;
  const step = direction === 'undo' ? document?.history.past.at(-1) : document?.history.future[0];
  const tool = drawingToolOf(state);
  if (tool && (direction === 'undo' ? tool.drawn.strokes : tool.drawn.undone).length > 0) return tool.turn;
  if (!document || !step) return 'nobody';
  return tool && !isStepOf(tool, document, step, direction) ? 'nobody' : 'edits';
}

function isStepOf(tool: DrawingTool, document: StudioDocument, step: Edits, direction: Direction): boolean {
  if (withoutOwn(tool, step) !== withoutOwn(tool, document.edits)) return false;
  const [laterId, earlierId] =
    direction === 'undo'
      ? [document.edits.currentId, step.currentId]
      : [step.currentId, document.edits.currentId];
  if (laterId === earlierId) return true;
  const later = resultOf(document, laterId);
  return later !== null && tool.made(later, earlierId, resultOf(document, earlierId));
}

/** All of the edits that is none of this tool's business, to be compared. */
const withoutOwn = ({ settings }: DrawingTool, edits: Edits): string => {
  const others = Object.entries(edits.settings).filter(([name]) => !settings.some((own) => own === name));
  return JSON.stringify({ ...edits, currentId: '', settings: others });
};

/** What undo and redo could do now. */
export const undoState = (state: StudioState): { canUndo: boolean; canRedo: boolean } => ({
  canUndo: whoseTurn(state, 'undo') !== 'nobody',
  canRedo: whoseTurn(state, 'redo') !== 'nobody',
});
