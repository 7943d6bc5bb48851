/** Cut-out tool: removes the background, and lets the user correct the edge. */
import { t } from '@packshot/contract/text/translation';
import { PenTool, Shapes, SquareDashed } from 'lucide';
import { lazyPart } from '../../../../lib/page/lazy-page.ts';
import { currentCorrection, hasOpenCorrection, withCurrentCorrection } from '../../model/document.ts';
import { NO_CORRECTION } from '../../model/corrections.ts';
import { currentResult, isCutOut } from '../../model/results.ts';
import type { StudioTool, StudioContext } from '../../state/studio-context.ts';
import { TOOL_FACES } from '../../state/tool-faces.ts';
import { createRefineActions } from './refine-actions.ts';
import { CUT_OUT, REFINE } from './cut-out-work.ts';
import { createRunActions } from '../../run/run-actions.ts';
import type { StudioCommand } from '../../state/command.ts';
import { hasResultShown } from '../../state/studio-state.ts';
import type { StudioState } from '../../state/studio-state.ts';

const hasCutOut = ({ document }: StudioState): boolean =>
  document?.tool === 'cut-out' && isCutOut(currentResult(document));

const canRefine = (state: StudioState): boolean => hasCutOut(state) && hasResultShown(state);

const isRefining = (state: StudioState): boolean => state.isRefineOpen && hasCutOut(state);

const isCorrected = ({ document }: StudioState): boolean =>
  document?.tool === 'cut-out' && hasOpenCorrection(document);

/** Whether the stage shows corrections: the cut-out has some, or the correction brushes are open. */
const showsCorrection = (state: StudioState): boolean =>
  isRefining(state) || (isCorrected(state) && hasResultShown(state));

const refineCommands = (studio: StudioContext): readonly StudioCommand[] => [
  {
    id: 'cut-out:refine',
    name: t('Correct the edge'),
    icon: PenTool,
    keys: ['y'],
    group: 'Draw',
    isEnabled: (context) => context.canRefine && !context.isRunning,
    // Opens the correction brushes, or closes them and applies the corrections.
    perform: ({ isRefining, isCorrected }) => {
      const refine = studio.get(createRefineActions);
      if (!isRefining) return refine.open();
      refine.close();
      if (isCorrected) void studio.get(createRunActions).run();
    },
  },
  {
    id: 'cut-out:parts',
    name: t('Keep or remove parts'),
    icon: Shapes,
    keys: ['p'],
    group: 'Draw',
    isEnabled: (context) => context.canRefine && !context.isRunning,
    perform: () => studio.get(createRefineActions).open('parts'),
  },
  {
    id: 'cut-out:box',
    name: t('Draw a box around an object'),
    icon: SquareDashed,
    keys: ['t'],
    group: 'Draw',
    isEnabled: (context) => context.canRefine && !context.isRunning,
    perform: () => studio.get(createRefineActions).open('box'),
  },
];

export const CUT_OUT_TOOL: StudioTool = {
  name: 'cut-out',
  ...TOOL_FACES['cut-out'],

  works: [CUT_OUT, REFINE],
  workNow: (document) => (hasOpenCorrection(document) ? 'refine' : 'cut-out'),
  // Applies drawn corrections when the user changes the tool, so that later tools use the corrected cut-out.
  workOnLeaving: (document) => (hasOpenCorrection(document) ? 'refine' : null),
  isDone: (state) =>
    state.document !== null && isCutOut(currentResult(state.document)) && !isCorrected(state),
  reasonNotTakeable: (state) => (isCorrected(state) ? t('Apply your corrections first.') : null),
  startsWithProduct: true,

  describeResult: () => t('Your product isn’t repainted. Only colors at its edge are corrected.'),
  getSourceType: () => 'algorithmicallyEnhanced',

  Panel: lazyPart(async () => (await import('../parts.ts')).CutOutOptions),
  PhonePanel: lazyPart(async () => (await import('../parts.ts')).PhoneCutOut),
  showsPanelInSheet: true,
  showsRecents: true,

  Marks: lazyPart(async () => (await import('../parts.ts')).FlagMarks),
  picture: {
    isShown: showsCorrection,
    Layers: lazyPart(async () => (await import('../parts.ts')).RefineLayers),
  },
  drawing: {
    isOpen: isRefining,
    getDrawing: (document) => currentCorrection(document) ?? NO_CORRECTION,
    hasDrawn: hasOpenCorrection,
    change: (document, step) => withCurrentCorrection(document, step),
    settings: ['edges'],
    begin: (studio) => studio.get(createRefineActions).open(),
    clear: (studio) => studio.get(createRefineActions).clear(),
    isMadeFrom: (later, _earlierId, earlier) => isCutOut(later) && isCutOut(earlier),
  },
  commands: refineCommands,
  stageMenu: [['cut-out:refine', 'cut-out:parts', 'cut-out:box']],
  commandFacts: (state) => ({
    canRefine: canRefine(state),
    isRefining: isRefining(state),
    isCorrected: isCorrected(state),
  }),
};
