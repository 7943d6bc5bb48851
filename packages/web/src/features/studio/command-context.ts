/** What the commands act on, read from the studio's state as it is now, not as it was last drawn. */
import { reasonNotReady } from './components/words.ts';
import type { CommandContext } from './commands.ts';
import { currentMask } from './document/document.ts';
import { CLEAR, INVERT, isBlank } from './magic/strokes.ts';
import { undoState } from './studio.ts';
import type { Studio } from './studio.ts';
import { bestOf, hasResultShown, inputIdOf, isBusy, toolOf } from './studio-state.ts';
import type { StudioState } from './studio-state.ts';

/** What only the page can do. */
export interface PageActions {
  choosePhoto(): void;
  showShortcuts(): void;
  /** Shows what to do about missing download credits. */
  showOutOfDownloads(): void;
}

/** The part of a command context that is told, not done. */
type CommandFacts = Pick<
  CommandContext,
  | 'hasPhoto'
  | 'hasResult'
  | 'hasInput'
  | 'isRunning'
  | 'isSaving'
  | 'tool'
  | 'isReady'
  | 'isDrawing'
  | 'hasMask'
  | 'canUndo'
  | 'canRedo'
>;

/** True while strokes on the stage draw a mask instead of moving the picture. */
export const isDrawing = (state: StudioState): boolean =>
  state.document?.settings.tool === 'magic' &&
  state.document.view.compare === 'result' &&
  !state.isShowingOriginal &&
  !isBusy(state);

export function commandFacts(state: StudioState): CommandFacts {
  const { document } = state;
  return {
    hasPhoto: state.stage === 'open',
    hasResult: hasResultShown(state),
    hasInput: bestOf(state, inputIdOf(state)) !== null,
    isRunning: isBusy(state),
    isSaving: state.saving !== null,
    tool: toolOf(state),
    isReady: reasonNotReady(document) === null,
    isDrawing: isDrawing(state),
    hasMask: document !== null && !isBlank(currentMask(document)),
    ...undoState(state),
  };
}

export function commandContext(studio: Studio, facts: CommandFacts, actions: PageActions): CommandContext {
  const { view } = studio;
  const paid = async (save: () => Promise<boolean>): Promise<void> => {
    if (!(await save())) actions.showOutOfDownloads();
  };
  return {
    ...facts,
    choosePhoto: actions.choosePhoto,
    startOver: () => void studio.startOver(),
    showShortcuts: actions.showShortcuts,
    chooseTool: studio.chooseTool,
    run: () => void studio.run(),
    chooseBrush: studio.chooseBrush,
    stepBrush: studio.stepBrush,
    invertMask: () => studio.draw(INVERT),
    clearMask: () => studio.draw(CLEAR),
    undo: studio.undo,
    redo: studio.redo,
    cancel: () => void studio.cancel(),
    download: () => void paid(studio.download),
    copy: () => void paid(studio.copy),
    zoom: view.step,
    fit: view.fit,
    actualSize: () => view.actualSize(),
    toggleCompare: (mode) => {
      const current = studio.store.getState().document?.view.compare;
      studio.setCompare(current === mode ? 'result' : mode);
    },
    showOriginal: studio.showOriginal,
  };
}
