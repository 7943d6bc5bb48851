/** What the commands act on, read from the studio's state as it is now, not as it was last drawn. */
import type { CommandContext, CommandFacts } from '../state/command.ts';
import { currentMask, hasOpenCorrection } from '../model/document.ts';
import { CLEAR, INVERT, isBlank } from '../model/strokes.ts';
import { currentResult, PHOTO_ID } from '../model/results.ts';
import { reasonNotReady } from '../run/runnable.ts';
import { isComposing, placedProduct, productIn, stageKindOf } from '../composite/composing.ts';
import { createBatch } from '../batch/create-batch.ts';
import { createResultSaver } from '../export/save-result.ts';
import { createOpenActions } from '../open/open-actions.ts';
import { createRunActions } from '../run/run-actions.ts';
import { createLookActions } from '../stage/look-actions.ts';
import { createViewStore } from '../stage/view-store.ts';
import { createRefineActions } from '../tools/cut-out/refine-actions.ts';
import { createBrushActions } from '../tools/magic/brush-actions.ts';
import { createSceneActions } from '../tools/scene/scene-actions.ts';
import { createUndoActions } from '../documents/undo-actions.ts';
import { reasonNotTakeable } from '../export/takeable.ts';
import { undoState } from '../state/undo-turn.ts';
import {
  bestOf,
  compareModeOf,
  hasResultShown,
  inputIdOf,
  isBusy,
  isDrawing,
  isFramedAlike,
  isLocked,
  isRefining,
  toolOf,
} from '../state/studio-state.ts';
import type { StudioState } from '../state/studio-state.ts';
import type { StudioContext } from '../state/studio-context.ts';

/** What only the page can do. */
export interface PageActions {
  choosePhoto(): void;
  showShortcuts(): void;
  /** Opens the ways to save the picture on the stage. */
  showExport(): void;
  /** Shows what to do about missing download credits. */
  showOutOfDownloads(): void;
}

const canRefine = (state: StudioState): boolean =>
  state.document?.tool === 'cut-out' &&
  currentResult(state.document)?.tool === 'cut-out' &&
  hasResultShown(state);

/** A scene or a composite whose product is here too. */
function canArrange({ document }: StudioState): boolean {
  const tool = document && currentResult(document)?.tool;
  if (!document || (tool !== 'scene' && tool !== 'composite' && tool !== 'harmonize')) return false;
  return productIn(document) !== null;
}

/** While a batch has taken its place, nothing on the stage can be acted on. */
const OFF_STAGE = {
  hasPhoto: false,
  hasResult: false,
  isReady: false,
  hasProduct: false,
  canArrange: false,
  canSave: false,
  isDrawing: false,
  hasMask: false,
  canUndo: false,
  canRedo: false,
} as const satisfies Partial<CommandFacts>;

/** What the commands need to know, from the state alone. */
export function commandFacts(state: StudioState): CommandFacts {
  const { document } = state;
  const isCorrected = document?.tool === 'cut-out' && hasOpenCorrection(document);
  return {
    hasPhoto: state.stage === 'open',
    hasResult: hasResultShown(state),
    hasInput: bestOf(state, inputIdOf(state)) !== null,
    isFramedAlike: isFramedAlike(state),
    isRunning: isBusy(state),
    isLocked: isLocked(state),
    isSaving: state.saving !== null,
    tool: toolOf(state),
    isReady: reasonNotReady(document) === null,
    isComposing: stageKindOf(state) !== 'picture',
    hasProduct: isComposing(state) && placedProduct(state) !== null,
    canArrange: canArrange(state),
    canReuse: document !== null && currentResult(document)?.scene != null,
    canSave: reasonNotTakeable(state) === null,
    isDrawing: isDrawing(state),
    hasMask: document !== null && (isRefining(state) ? isCorrected : !isBlank(currentMask(document))),
    canRefine: canRefine(state),
    isRefining: isRefining(state),
    isCorrected,
    ...undoState(state),
    ...(state.isBatchShown ? OFF_STAGE : {}),
  };
}

/** @param facts what is told of the state, as it was read a moment ago */
export function commandContext(
  studio: StudioContext,
  facts: CommandFacts,
  actions: PageActions,
): CommandContext {
  const view = studio.get(createViewStore);
  const opens = studio.get(createOpenActions);
  const runs = studio.get(createRunActions);
  const undoing = studio.get(createUndoActions);
  const saver = studio.get(createResultSaver);
  const batch = studio.get(createBatch);
  const brush = studio.get(createBrushActions);
  const refine = studio.get(createRefineActions);
  const scene = studio.get(createSceneActions);
  const look = studio.get(createLookActions);
  const currentId = (): string => studio.store.getState().document?.edits.currentId ?? PHOTO_ID;
  const paid = async (save: () => Promise<boolean>): Promise<void> => {
    if (!(await save())) actions.showOutOfDownloads();
  };
  return {
    ...facts,
    choosePhoto: actions.choosePhoto,
    startOver: () => void opens.startOver(),
    showShortcuts: actions.showShortcuts,
    showBatch: () => batch.show(true),
    chooseTool: (tool) => {
      batch.show(false);
      runs.chooseTool(tool);
    },
    run: () => void runs.run(),
    chooseBrush: brush.choose,
    stepBrush: brush.step,
    invertMask: () => brush.draw(INVERT),
    clearMask: () => (facts.isRefining ? refine.clear() : brush.draw(CLEAR)),
    toggleRefine: () => {
      if (!facts.isRefining) return refine.open();
      refine.close();
      if (facts.isCorrected) void runs.run();
    },
    placeProduct: scene.placePreset,
    flipProduct: scene.flip,
    arrange: scene.arrange,
    starResult: () => scene.star(currentId()),
    putAwayResult: () => scene.putAwayResult(currentId()),
    reuse: (isSeedKept) => scene.reuse(currentId(), isSeedKept),
    openAsPhoto: () => void opens.openAsDocument(currentId()),
    undo: undoing.undo,
    redo: undoing.redo,
    cancel: () => void runs.cancel(),
    download: () => void paid(saver.download),
    showExport: actions.showExport,
    copy: () => void paid(saver.copy),
    zoom: view.step,
    fit: view.fit,
    actualSize: () => view.actualSize(),
    toggleCompare: (mode) => {
      const current = compareModeOf(studio.store.getState());
      look.setCompare(current === mode ? 'result' : mode);
    },
    showOriginal: look.showOriginal,
  };
}
