import type { ChannelId } from '@packshot/contract/channels/channels';
import type { CommandContext, CommandFacts } from '../state/command.ts';
import { createBatch } from '../batch/create-batch.ts';
import { createResultSaver } from '../export/save-result.ts';
import { currentMask } from '../model/document.ts';
import { putAway, toggleStar } from '../model/edits.ts';
import { PHOTO_ID } from '../model/results.ts';
import { isBlank } from '../model/strokes.ts';
import { createOpenActions } from '../open/open-actions.ts';
import { createRunActions } from '../run/run-actions.ts';
import { createViewActions } from '../stage/view-actions.ts';
import { createViewStore } from '../stage/view-store.ts';
import type { StudioContext, Tools } from '../state/studio-context.ts';
import {
  bestRendition,
  getCompareMode,
  hasResultShown,
  getComparedId,
  isBusy,
  isFramedAlike,
  isLocked,
  getTool,
} from '../state/studio-state.ts';
import type { StudioState } from '../state/studio-state.ts';
import { reasonNotTakeable } from '../export/takeable.ts';
import { isDrawing, openDrawing, reasonNotReady, findStage, toolList } from '../state/tools.ts';
import { createUndoActions } from '../documents/undo-actions.ts';
import { undoState } from '../state/undo-turn.ts';

export interface PageActions {
  choosePhoto(): void;
  showShortcuts(): void;
  showCommands(): void;
  showExport(): void;
  showOutOfDownloads(): void;
  showRecipeAccount(shops: readonly ChannelId[]): void;
}

/** Loads the recipes with the channels' rules, which most visits don't need. */
const offerRecipe = async (studio: StudioContext, shops: readonly ChannelId[]): Promise<void> =>
  (await import('../catalog/offer-recipe.ts')).offerRecipeOfStage(studio, shops);

/** Default values of the facts that tools can provide; commands are enabled or disabled by these facts. */
const NO_TOOL_FACTS = {
  hasProduct: false,
  canArrange: false,
  canReuse: false,
  canRefine: false,
  isRefining: false,
  isCorrected: false,
} as const satisfies Partial<CommandFacts>;

/** Facts while a batch is shown instead of the stage, so that commands for the stage are disabled. */
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

export function commandFacts(tools: Tools, state: StudioState): CommandFacts {
  const { document } = state;
  return {
    hasPhoto: state.stage === 'open',
    hasResult: hasResultShown(state),
    hasInput: bestRendition(state, getComparedId(state)) !== null,
    isFramedAlike: isFramedAlike(state),
    isRunning: isBusy(state),
    isLocked: isLocked(state),
    isSaving: state.saveFile !== null,
    tool: getTool(state),
    isReady: reasonNotReady(tools, document) === null,
    isComposing: findStage(tools, state) !== null,
    canSave: reasonNotTakeable(tools, state) === null,
    isDrawing: isDrawing(tools, state),
    hasMask:
      document !== null && (openDrawing(tools, state)?.hasDrawn(document) ?? !isBlank(currentMask(document))),
    ...NO_TOOL_FACTS,
    ...Object.assign({}, ...toolList(tools).map((tool) => tool.commandFacts?.(state, tools))),
    ...undoState(tools, state),
    ...(state.isBatchShown ? OFF_STAGE : {}),
  };
}

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
  const look = studio.get(createViewActions);
  const currentId = (): string => studio.store.getState().document?.edits.currentId ?? PHOTO_ID;
  const payForSave = async (save: () => Promise<boolean>): Promise<void> => {
    if (!(await save())) actions.showOutOfDownloads();
  };
  return {
    ...facts,
    choosePhoto: actions.choosePhoto,
    startOver: () => void opens.startOver(),
    showShortcuts: actions.showShortcuts,
    showCommands: actions.showCommands,
    showBatch: () => batch.show(true),
    chooseTool: (tool) => {
      batch.show(false);
      runs.chooseTool(tool);
    },
    run: () => void runs.run(),
    starResult: () => studio.change((document, nowMs) => toggleStar(document, currentId(), nowMs)),
    putAwayResult: () => studio.change((document, nowMs) => putAway(document, currentId(), nowMs)),
    saveRecipe: (shops) =>
      studio.services.isGuest() ? actions.showRecipeAccount(shops) : void offerRecipe(studio, shops),
    openAsPhoto: () => void opens.openAsDocument(currentId()),
    undo: undoing.undo,
    redo: undoing.redo,
    cancel: () => void runs.cancel(),
    download: () => void payForSave(saver.download),
    showExport: actions.showExport,
    copy: () => void payForSave(saver.copy),
    zoom: view.step,
    fit: view.fit,
    actualSize: () => view.actualSize(),
    toggleCompare: (mode) => {
      const current = getCompareMode(studio.store.getState());
      look.setCompare(current === mode ? 'result' : mode);
    },
    showOriginal: look.showOriginal,
  };
}
