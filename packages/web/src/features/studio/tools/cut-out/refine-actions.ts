/** What a person does to correct a cut-out by hand. */
import type { RefineEdges } from '@packshot/contract/tools/limits';
import { withCurrentCorrection } from '../../model/document.ts';
import type { RefineLook } from '../../model/document.ts';
import { editSettings } from '../../model/edits.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import type { StudioState } from '../../state/studio-state.ts';
import { takenBack, withStroke } from '../../model/corrections.ts';
import type { CorrectionStroke } from '../../model/corrections.ts';

export interface RefineActions {
  /** Takes the brushes out, or points at parts; nothing where the stage shows no cut-out. */
  open(hand?: StudioState['refineHand']): void;
  /** Puts the brushes away. Strokes that were not applied stay, and are seen. */
  close(): void;
  drawCorrection(stroke: CorrectionStroke): void;
  /** Takes all strokes back; redo brings them again. */
  clear(): void;
  /** @param hardness 0 to 1 */
  setHardness(hardness: number): void;
  setEdges(edges: RefineEdges): void;
  setLook(look: RefineLook): void;
}

export function createRefineActions(context: StudioContext): RefineActions {
  const { store, change, changeView } = context;
  return {
    open: (refineHand = 'brush') => {
      store.setState({ isRefineOpen: true, refineHand });
      changeView({ compare: 'result' });
    },
    close: () => store.setState({ isRefineOpen: false }),
    drawCorrection: (stroke) => {
      context.dismissFailure();
      change((document) => withCurrentCorrection(document, (correction) => withStroke(correction, stroke)));
    },
    clear: () => change((document) => withCurrentCorrection(document, takenBack)),
    setHardness: (hardness) => store.setState(({ brush }) => ({ brush: { ...brush, hardness } })),
    setEdges: (edges) => change((document, nowMs) => editSettings(document, 'edges', nowMs, { edges })),
    setLook: (refineLook) => changeView({ refineLook }),
  };
}
