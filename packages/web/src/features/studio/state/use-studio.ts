import { t } from '@packshot/contract/text/translation';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { generationsLeft, useGlobalState } from '../../../lib/state/global-state.ts';
import { PHOTO_NAME, pictureName } from '../model/picture-names.ts';
import { getPictureSize } from '../model/document.ts';
import { currentResult, PHOTO_ID } from '../model/results.ts';
import type { Result } from '../model/results.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { hasResultShown, getComparedId, getTool } from './studio-state.ts';
import { isDrawing } from './tools.ts';
import type { StudioState } from './studio-state.ts';
import type { StudioContext } from './studio-context.ts';
import type { PixelSize } from '../model/size.ts';

export const StudioScope = createContext<StudioContext | null>(null);

export function useStudio(): StudioContext {
  const studio = useContext(StudioScope);
  if (!studio) throw new Error('This hook must be used inside a StudioScope.');
  return studio;
}

export const useActions = <Actions>(create: (context: StudioContext) => Actions): Actions =>
  useStudio().get(create);

/** Selects part of the studio's state; the component re-renders when that part changes. */
export const useStudioState = <Part>(select: (state: StudioState) => Part): Part =>
  useStore(useStudio().store, select);

export const useHasResult = (): boolean => useStudioState(hasResultShown);

export const useTool = (): ToolName => useStudioState(getTool);

export const useCurrentResult = (): Result | null =>
  useStudioState(({ document }) => document && currentResult(document));

export function useCurrentSize(): PixelSize | null {
  // Selects the document instead of the size, which would be a new object each time and re-render the component.
  const document = useStudioState((state) => state.document);
  return document && getPictureSize(document);
}

export function useIsDrawing(): boolean {
  const { tools } = useStudio();
  return useStudioState((state) => isDrawing(tools, state));
}

/** Names of the two sides of a comparison. */
export function useCompareNames(): { before: string; after: string } {
  const before = useStudioState((state) => (getComparedId(state) === PHOTO_ID ? PHOTO_NAME : t('Before')));
  const after = useStudioState(({ document }) => {
    const result = document && currentResult(document);
    return result ? pictureName(result.tool) : PHOTO_NAME;
  });
  return { before, after };
}

export const useGenerationsLeft = (): number | null => useGlobalState(generationsLeft);
