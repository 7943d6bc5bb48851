/** How a person looks at the picture on the stage. It is kept with the document, and not undone. */
import type { Backdrop, CompareMode } from '../model/document.ts';
import type { StudioContext } from '../state/studio-context.ts';

export type LookActions = ReturnType<typeof createLookActions>;

export function createLookActions({ store, changeView }: StudioContext) {
  return {
    setCompare: (compare: CompareMode): void => changeView({ compare }),
    /** @param fraction where the comparison line is, 0 to 1 from the left */
    setSplit: (splitFraction: number): void => changeView({ splitFraction }),
    /** Sets the backdrop behind transparent pixels. */
    setBackdrop: (backdrop: Backdrop): void => changeView({ backdrop }),
    /** For as long as a key or a button is held. */
    showOriginal: (isShowingOriginal: boolean): void => store.setState({ isShowingOriginal }),
  };
}
