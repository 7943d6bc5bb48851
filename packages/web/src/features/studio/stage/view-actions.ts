/** View settings of the stage. They are saved with the document, but aren't undoable. */
import type { StageBackdrop, CompareMode } from '../model/document.ts';
import type { StudioContext } from '../state/studio-context.ts';

export type ViewActions = ReturnType<typeof createViewActions>;

export function createViewActions({ store, changeView }: StudioContext) {
  return {
    setCompare: (compare: CompareMode): void => changeView({ compare }),
    /** @param splitFraction position of the comparison line, 0 to 1 from the left */
    setSplit: (splitFraction: number): void => changeView({ splitFraction }),
    setBackdrop: (backdrop: StageBackdrop): void => changeView({ backdrop }),
    showOriginal: (isShowingOriginal: boolean): void => store.setState({ isShowingOriginal }),
  };
}
