/** Search by box or line: the network finds the object in a marked area, which is restored or removed. */
import { createStore } from 'zustand/vanilla';
import type { RefineFind } from '@packshot/contract/tools/limits';
import { withoutSearch } from '../../../model/corrections.ts';
import { withCorrection } from '../../../model/document.ts';
import type { StudioContext } from '../../../state/studio-context.ts';
import { createRunActions } from '../../../run/run-actions.ts';
import { createRefineActions } from '../refine-actions.ts';

interface SearchState {
  readonly find: RefineFind;
  /** Points being drawn: x and y alternately, in picture pixels. Two corners of a box, or points of a line. */
  readonly drawn: readonly number[];
  /** Box that the user moves by keys. It keeps its position after a search. */
  readonly keyBox: KeyBox;
  readonly isKeyBoxAwaited: boolean;
}

/** Position of the box, in shares of the picture. */
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
    draw: (points: readonly number[]): void => store.setState({ drawn: points }),
    setKeyBox: (keyBox: KeyBox): void => store.setState({ keyBox }),
    /** Requests the focus for the box, which loses it when a result replaces the picture. */
    awaitKeyBox: (isKeyBoxAwaited: boolean): void => store.setState({ isKeyBoxAwaited }),
    /** @param ring x and y alternately, in pixels of the picture */
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

/** Corners of a box in order, computed from two opposite corners. */
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
