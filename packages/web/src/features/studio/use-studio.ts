import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { generationsLeft, useGlobalState } from '../../lib/global-state.ts';
import type { ViewState } from './canvas/view-store.ts';
import { commandContext, commandFacts, isDrawing } from './commands/command-context.ts';
import type { PageActions } from './commands/command-context.ts';
import { commandForKey } from './commands/commands.ts';
import type { CommandContext } from './commands/command.ts';
import { PHOTO_NAME, PICTURE_NAMES } from './document/picture-names.ts';
import { sizeOf } from './document/document.ts';
import { currentResult, PHOTO_ID, resultOf } from './document/results.ts';
import type { PictureId, Result, ToolName } from './document/results.ts';
import { placedProduct } from './scene/composing.ts';
import { theStudio } from './studio.ts';
import { hasResultShown, inputIdOf, toolOf } from './studio-state.ts';
import type { StudioState } from './studio-state.ts';
import type { Size } from './size.ts';

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
  useStudio(({ document }) => document && currentResult(document));

/** A product stands in its frame, or would if its scene were not shown. */
export const useHasProduct = (): boolean => useStudio((state) => placedProduct(state) !== null);

/** Size of the current picture in its own pixels; null while it is not known. */
export function useCurrentSize(): Size | null {
  // Not selected as a size: a new object each time would be a change each time.
  const document = useStudio((state) => state.document);
  return document && sizeOf(document);
}

/** True while strokes on the stage draw a mask instead of moving the picture. */
export const useIsDrawing = (): boolean => useStudio(isDrawing);

/** What the two sides of a comparison are called. */
export function useCompareNames(): { before: string; after: string } {
  const before = useStudio((state) => pictureName(state, inputIdOf(state)));
  const after = useStudio((state) => pictureName(state, state.document?.edits.currentId ?? PHOTO_ID));
  return { before, after };
}

function pictureName({ document }: StudioState, id: PictureId): string {
  const result = document && resultOf(document, id);
  return result ? PICTURE_NAMES[result.tool] : PHOTO_NAME;
}

/** Generations left; null while that is not known. */
export const useGenerationsLeft = (): number | null => useGlobalState(generationsLeft);

/** What the commands act on; drawn again when something of it changes. */
export function useCommandContext(actions: PageActions): CommandContext {
  const facts = useStore(theStudio().store, useShallow(commandFacts));
  return useMemo(() => commandContext(theStudio(), facts, actions), [facts, actions]);
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=range], [type=radio]), textarea, [contenteditable]') !== null;

/** Selected text is what Ctrl+C is for. */
const hasSelection = (): boolean => getSelection()?.isCollapsed === false;

/** Lets the keyboard perform the same commands as the buttons, except while something modal is open. */
export function useCommandKeys(actions: PageActions): void {
  useEffect(() => {
    const contextNow = (): CommandContext => {
      const studio = theStudio();
      return commandContext(studio, commandFacts(studio.store.getState()), actions);
    };
    const held = new Set<() => void>();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (
        event.defaultPrevented ||
        isTextField(event.target) ||
        document.querySelector('[role=dialog], [role=menu]')
      )
        return;
      // What a key does depends on what is, not on what was drawn last.
      const context = contextNow();
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
  }, [actions]);
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
