import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useGlobalState } from '../../lib/global-state.ts';
import { commandForKey } from './commands.ts';
import type { CommandContext } from './commands.ts';
import { currentMask, sizeOf } from './document/document.ts';
import { PHOTO_NAME, PICTURE_NAMES, reasonNotReady } from './components/words.ts';
import { currentResult, PHOTO_ID, resultOf } from './document/result-chain.ts';
import type { PictureId, Result, ToolName } from './document/result-chain.ts';
import { isActive } from './job/job.ts';
import { CLEAR, INVERT, isBlank } from './magic/strokes.ts';
import { theStudio, undoState } from './studio.ts';
import { bestOf, hasResultShown, inputIdOf, toolOf } from './studio-state.ts';
import type { StudioState } from './studio-state.ts';
import type { ViewState } from './canvas/view-store.ts';

/** A part of the studio's state; the component is drawn again when that part changes. */
export const useStudio = <Part>(select: (state: StudioState) => Part): Part =>
  useStore(theStudio().store, select);

export const useView = <Part>(select: (state: ViewState) => Part): Part =>
  useStore(theStudio().view.store, select);

/** A result is on the stage, rather than the photo itself. */
export const useHasResult = (): boolean => useStudio(hasResultShown);

export const useTool = (): ToolName => useStudio(toolOf);

/** The result on the stage, its pixels there or not; null for the photo. */
export const useCurrentResult = (): Result | null =>
  useStudio(({ document }) => document && currentResult(document.chain));

/** Size of the current picture in its own pixels; null while it is not known. */
export function useCurrentSize(): { readonly widthPx: number; readonly heightPx: number } | null {
  // Not selected as a size: a new object each time would be a change each time.
  const document = useStudio((state) => state.document);
  return document && sizeOf(document);
}

/** True while strokes on the stage draw a mask instead of moving the picture. */
export const useIsDrawing = (): boolean =>
  useStudio(
    (state) =>
      state.document?.settings.tool === 'magic' &&
      state.document.view.compare === 'result' &&
      !state.isShowingOriginal &&
      !isActive(state.job),
  );

/** What the two sides of a comparison are called. */
export function useCompareNames(): { before: string; after: string } {
  const before = useStudio((state) => pictureName(state, inputIdOf(state)));
  const after = useStudio((state) => pictureName(state, state.document?.chain.present.currentId ?? PHOTO_ID));
  return { before, after };
}

function pictureName({ document }: StudioState, id: PictureId): string {
  const result = document && resultOf(document.chain, id);
  return result ? PICTURE_NAMES[result.tool] : PHOTO_NAME;
}

/** Generations left; null while that is not known. */
export const useGenerationsLeft = (): number | null =>
  useGlobalState((state) => (state.areCreditsKnown ? state.currentFreemiumCredits : null));

export interface PageActions {
  choosePhoto(): void;
  showShortcuts(): void;
  /** Shows what to do about missing download credits. */
  showOutOfDownloads(): void;
}

/** What the commands act on. */
export function useCommandContext(actions: PageActions): CommandContext {
  const hasPhoto = useStudio((state) => state.stage === 'open');
  const hasResult = useHasResult();
  const hasInput = useStudio((state) => bestOf(state, inputIdOf(state)) !== null);
  const isRunning = useStudio((state) => isActive(state.job));
  const isSaving = useStudio((state) => state.saving !== null);
  const tool = useTool();
  const isReady = useStudio(({ document }) => reasonNotReady(document) === null);
  const isDrawing = useIsDrawing();
  const hasMask = useStudio(({ document }) => document !== null && !isBlank(currentMask(document)));
  const canUndo = useStudio((state) => undoState(state).canUndo);
  const canRedo = useStudio((state) => undoState(state).canRedo);
  return useMemo(() => {
    const studio = theStudio();
    const { view } = studio;
    const paid = async (save: () => Promise<boolean>): Promise<void> => {
      if (!(await save())) actions.showOutOfDownloads();
    };
    return {
      hasPhoto,
      hasResult,
      hasInput,
      isRunning,
      isSaving,
      tool,
      isReady,
      isDrawing,
      hasMask,
      canUndo,
      canRedo,
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
  }, [
    hasPhoto,
    hasResult,
    hasInput,
    isRunning,
    isSaving,
    tool,
    isReady,
    isDrawing,
    hasMask,
    canUndo,
    canRedo,
    actions,
  ]);
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=range], [type=radio]), textarea, [contenteditable]') !== null;

/** Selected text is what Ctrl+C is for. */
const hasSelection = (): boolean => getSelection()?.isCollapsed === false;

/** Lets the keyboard perform the same commands as the buttons, except while something modal is open. */
export function useCommandKeys(context: CommandContext): void {
  useEffect(() => {
    const held = new Set<() => void>();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTextField(event.target) || document.querySelector('[role=dialog]'))
        return;
      const command = commandForKey(event);
      if (!command?.isEnabled(context) || (command.id === 'copy' && hasSelection())) return;
      event.preventDefault();
      // Held keys repeat: zooming goes on, everything else happens once.
      if (event.repeat && command.group !== 'View' && command.group !== 'Draw') return;
      command.perform(context);
      const { release } = command;
      if (release) held.add(() => release(context));
    };
    const letGo = (): void => {
      for (const release of held) release();
      held.clear();
    };
    addEventListener('keydown', onKeyDown);
    addEventListener('keyup', letGo);
    addEventListener('blur', letGo);
    return () => {
      letGo();
      removeEventListener('keydown', onKeyDown);
      removeEventListener('keyup', letGo);
      removeEventListener('blur', letGo);
    };
  }, [context]);
}

/**
 * True while Space is held to drag the picture. A control that was reached by keyboard keeps its Space: there it
 * means "press".
 */
export function useSpaceHeld(): boolean {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.code !== 'Space' || isTextField(event.target)) return;
      if (document.activeElement?.matches(':is(button, a, input, summary):focus-visible')) return;
      event.preventDefault();
      setIsHeld(true);
    };
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.code !== 'Space') return;
      // A button clicked before by mouse would take the release of Space for a press.
      if (isHeld) event.preventDefault();
      setIsHeld(false);
    };
    const letGo = (): void => setIsHeld(false);
    addEventListener('keydown', onKeyDown);
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', letGo);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', letGo);
    };
  }, [isHeld]);
  return isHeld;
}
