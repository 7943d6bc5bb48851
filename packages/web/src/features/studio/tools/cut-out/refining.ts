/** Whether a cut-out is being corrected: read from the studio's state, never kept. */
import { hasOpenCorrection } from '../../model/document.ts';
import { currentResult, isCutOut } from '../../model/results.ts';
import { hasResultShown } from '../../state/studio-state.ts';
import type { StudioState } from '../../state/studio-state.ts';

/** The tool is chosen, and a cut-out is worked on. */
const hasCutOut = ({ document }: StudioState): boolean =>
  document?.tool === 'cut-out' && isCutOut(currentResult(document));

/** A cut-out is on the stage whose edge can be corrected. */
export const canRefine = (state: StudioState): boolean => hasCutOut(state) && hasResultShown(state);

/** The brushes on the stage correct a cut-out. */
export const isRefining = (state: StudioState): boolean => state.isRefineOpen && hasCutOut(state);

/** Corrections are drawn that are not applied. */
export const isCorrected = ({ document }: StudioState): boolean =>
  document?.tool === 'cut-out' && hasOpenCorrection(document);

/** The stage shows a cut-out with corrections, or with the brushes for them. */
export const showsCorrection = (state: StudioState): boolean =>
  isRefining(state) || (isCorrected(state) && hasResultShown(state));
