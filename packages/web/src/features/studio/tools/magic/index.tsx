/** The magic tool: what is drawn over is removed or changed. */
import { WandSparkles } from 'lucide-react';
import { currentMask, withCurrentMask } from '../../model/document.ts';
import { CLEAR, isBlank } from '../../model/strokes.ts';
import type { StudioTool } from '../../state/studio-context.ts';
import { createBrushActions } from './brush-actions.ts';
import { MagicPanel, PhoneMagic } from './magic-options.tsx';
import { MAGIC } from './magic-work.ts';
import { maskCommands } from './mask-commands.ts';
import { isProviders } from '../../model/results.ts';
import { MaskOverlay } from './mask-overlay.tsx';

export const MAGIC_TOOL: StudioTool = {
  name: 'magic',
  icon: WandSparkles,
  key: 'w',
  promise: 'Draw over a part of it to remove or change it.',

  works: [MAGIC],
  endsComparison: true,

  factOf: () => 'Nothing changed outside what was marked.',
  sourceTypeOf: ({ engine }) =>
    isProviders(engine) ? 'compositeWithTrainedAlgorithmicMedia' : 'algorithmicallyEnhanced',

  Panel: MagicPanel,
  PhonePanel: PhoneMagic,
  showsPanelInSheet: true,

  Overlay: MaskOverlay,
  drawing: {
    isOpen: () => true,
    drawn: currentMask,
    hasDrawn: (document) => !isBlank(currentMask(document)),
    change: (document, step) => withCurrentMask(document, step),
    settings: ['prompt', 'feather', 'takesShadow'],
    begin: (studio) => studio.changeView({ compare: 'result' }),
    clear: (studio) => studio.get(createBrushActions).draw(CLEAR),
    made: ({ tool, inputId }, earlierId) => tool === 'magic' && inputId === earlierId,
  },
  commands: maskCommands,
  stageMenu: [['magic:invert', 'magic:clear']],
};
