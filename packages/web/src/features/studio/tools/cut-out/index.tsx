/** Cutting out: the product without its background, and its edge corrected by hand. */
import { Scissors } from 'lucide-react';
import { currentCorrection, hasOpenCorrection, withCurrentCorrection } from '../../model/document.ts';
import { NO_CORRECTION } from '../../model/corrections.ts';
import { currentResult, isCutOut } from '../../model/results.ts';
import type { StudioTool } from '../../state/studio-context.ts';
import { createRefineActions } from './refine-actions.ts';
import { CutOutOptions, PhoneCutOut } from './cut-out-options.tsx';
import { CUT_OUT, REFINE } from './cut-out-work.ts';
import { refineCommands } from './refine-commands.ts';
import { RefineLayers } from './refine-layers.tsx';
import { canRefine, isCorrected, isRefining, showsCorrection } from './refining.ts';

export const CUT_OUT_TOOL: StudioTool = {
  name: 'cut-out',
  icon: Scissors,
  key: 'x',
  promise: 'Remove its background at full size.',

  works: [CUT_OUT, REFINE],
  workNow: (document) => (hasOpenCorrection(document) ? 'refine' : 'cut-out'),
  // What was drawn is meant: whatever is made of the cut-out next is made of the corrected one.
  workOnLeaving: (document) => (hasOpenCorrection(document) ? 'refine' : null),
  isDone: (state) =>
    state.document !== null && isCutOut(currentResult(state.document)) && !isCorrected(state),
  reasonNotTakeable: (state) => (isCorrected(state) ? 'Apply your corrections first.' : null),
  startsWithProduct: true,

  factOf: () => 'Your product’s pixels are untouched.',
  sourceTypeOf: () => 'algorithmicallyEnhanced',

  Panel: CutOutOptions,
  PhonePanel: PhoneCutOut,
  showsPanelInSheet: true,
  showsRecents: true,

  picture: { isShown: showsCorrection, Layers: RefineLayers },
  drawing: {
    isOpen: isRefining,
    drawn: (document) => currentCorrection(document) ?? NO_CORRECTION,
    hasDrawn: hasOpenCorrection,
    change: (document, step) => withCurrentCorrection(document, step),
    settings: ['edges'],
    begin: (studio) => studio.get(createRefineActions).open(),
    clear: (studio) => studio.get(createRefineActions).clear(),
    made: (later, _earlierId, earlier) => isCutOut(later) && isCutOut(earlier),
  },
  commands: refineCommands,
  stageMenu: [['cut-out:refine']],
  commandFacts: (state) => ({
    canRefine: canRefine(state),
    isRefining: isRefining(state),
    isCorrected: isCorrected(state),
  }),
};
