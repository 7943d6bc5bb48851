/** A box, or a line, around something: the network looks for it there, and it comes into the cut-out or goes. */
import { createStore } from 'zustand/vanilla';
import type { RefineFind } from '@packshot/contract/tools/limits';
import { withoutSearch } from '../../../model/corrections.ts';
import { withCorrection } from '../../../model/document.ts';
import type { StudioContext } from '../../../state/studio-context.ts';
import { createRunActions } from '../../../run/run-actions.ts';
import { createRefineActions } from '../refine-actions.ts';

interface SearchState {
  readonly find: RefineFind;
  /** What is being drawn: x and y in turn, in pixels of the picture. Two corners of a box, or the points of a line. */
  readonly drawn: readonly number[];
  /** The box that keys move. It stays where it is, and has the focus again, when what came of it is on the stage. */
  readonly keyBox: KeyBox;
  readonly isKeyBoxAwaited: boolean;
}

/** In shares of the picture. */
interface KeyBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
const MIDDLE: KeyBox = { left: 0.3, top: 0.3, width: 0.4, height: 0.4 };

export function createSearchActions(context: StudioContext) {
  const store = createStore<SearchState>(() => ({
    find: 'only',
    drawn: [],
    keyBox: MIDDLE,
    isKeyBoxAwaited: false,
  }));
  return {
    store,
    setFind: (find: RefineFind): void => store.setState({ find }),
    draw: (drawn: readonly number[]): void => store.setState({ drawn }),
    setKeyBox: (keyBox: KeyBox): void => store.setState({ keyBox }),
    /** Its focus is lost with the picture that it lies on. */
    awaitKeyBox: (isKeyBoxAwaited: boolean): void => store.setState({ isKeyBoxAwaited }),
    /** @param ring x and y in turn, in pixels of the picture */
    search: async (ring: readonly number[]): Promise<void> => {
      const { document } = context.store.getState();
      if (!document) return;
      const { find } = store.getState();
      const { currentId } = document.edits;
      const mode = find === 'erase' ? 'erase' : 'restore';
      context.get(createRefineActions).drawCorrection({ mode, rings: [ring], find });
      await context.get(createRunActions).run();
      context.patchDocument(document.id, (open) => withCorrection(open, currentId, withoutSearch));
    },
  };
}

/** The corners of a box in turn, from two that are opposite. */
export const boxRing = ([ax = 0, ay = 0, bx = 0, by = 0]: readonly number[]): number[] => [
  ax,
  ay,
  bx,
  ay,
  bx,
  by,
  ax,
  by,
];
