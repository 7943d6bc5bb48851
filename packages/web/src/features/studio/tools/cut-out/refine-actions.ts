import type { RefineEdges } from '@packshot/contract/tools/limits';
import { withCurrentCorrection } from '../../model/document.ts';
import type { RefineLook } from '../../model/document.ts';
import { editSettings } from '../../model/edits.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import type { StudioState } from '../../state/studio-state.ts';
import { withoutStrokes, withStroke } from '../../model/corrections.ts';
import type { CorrectionStroke } from '../../model/corrections.ts';

export type RefineActions = ReturnType<typeof createRefineActions>;

export function createRefineActions(context: StudioContext) {
  const { store, change, changeView } = context;
  return {
    /** Opens the brushes or another correction mode, which are visible only while the stage shows a cut-out. */
    open: (refineHand: StudioState['refineHand'] = 'brush'): void => {
      store.setState({ isRefineOpen: true, refineHand });
      changeView({ compare: 'result' });
    },
    /** Closes the correction brushes. Strokes that aren't applied stay visible. */
    close: (): void => store.setState({ isRefineOpen: false }),
    drawCorrection: (stroke: CorrectionStroke): void => {
      context.dismissFailure();
      change((document) => withCurrentCorrection(document, (correction) => withStroke(correction, stroke)));
    },
    /** Undoes all strokes at once; redo restores them. */
    clear: (): void => change((document) => withCurrentCorrection(document, withoutStrokes)),
    /** @param hardness 0 to 1 */
    setHardness: (hardness: number): void =>
      store.setState(({ brush }) => ({ brush: { ...brush, hardness } })),
    setEdges: (edges: RefineEdges): void =>
      change((document, nowMs) => editSettings(document, 'edges', nowMs, { edges })),
    setLook: (refineLook: RefineLook): void => changeView({ refineLook }),
  };
}
