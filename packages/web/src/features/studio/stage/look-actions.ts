/** How a person looks at the picture on the stage. It is kept with the document, and not undone. */
import type { Backdrop, CompareMode } from '../model/document.ts';
import type { StudioContext } from '../state/studio-context.ts';

export interface LookActions {
  setCompare(mode: CompareMode): void;
  /** @param fraction where the comparison line is, 0 to 1 from the left */
  setSplit(fraction: number): void;
  /** What is seen where the picture is transparent. */
  setBackdrop(backdrop: Backdrop): void;
  /** For as long as a key or a button is held. */
  showOriginal(isShown: boolean): void;
}

export function createLookActions({ store, changeView }: StudioContext): LookActions {
  return {
    setCompare: (compare) => changeView({ compare }),
    setSplit: (splitFraction) => changeView({ splitFraction }),
    setBackdrop: (backdrop) => changeView({ backdrop }),
    showOriginal: (isShowingOriginal) => store.setState({ isShowingOriginal }),
  };
}
