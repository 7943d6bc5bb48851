import { t } from '@packshot/contract/text/translation';
import { lazyPart } from '../../../../lib/page/lazy-page.ts';
import { currentMask, withCurrentMask } from '../../model/document.ts';
import { CLEAR, isBlank } from '../../model/strokes.ts';
import type { StudioTool } from '../../state/studio-context.ts';
import { TOOL_FACES } from '../../state/tool-faces.ts';
import { createBrushActions } from './brush-actions.ts';
import { MAGIC } from './magic-work.ts';
import { maskCommands } from './mask-commands.ts';
import { isProviders } from '../../model/results.ts';

export const MAGIC_TOOL: StudioTool = {
  name: 'magic',
  ...TOOL_FACES.magic,

  works: [MAGIC],
  endsComparison: true,

  describeResult: () => t('Nothing changed outside the marked area.'),
  getSourceType: ({ engine }) =>
    isProviders(engine) ? 'compositeWithTrainedAlgorithmicMedia' : 'algorithmicallyEnhanced',

  Panel: lazyPart(async () => (await import('../parts.ts')).MagicPanel),
  PhonePanel: lazyPart(async () => (await import('../parts.ts')).PhoneMagic),
  showsPanelInSheet: true,

  Overlay: lazyPart(async () => (await import('../parts.ts')).MaskOverlay),
  drawing: {
    isOpen: () => true,
    getDrawing: currentMask,
    hasDrawn: (document) => !isBlank(currentMask(document)),
    change: (document, step) => withCurrentMask(document, step),
    settings: ['prompt', 'feather', 'takesShadow'],
    begin: (studio) => studio.changeView({ compare: 'result' }),
    clear: (studio) => studio.get(createBrushActions).draw(CLEAR),
    isMadeFrom: ({ tool, inputId }, earlierId) => tool === 'magic' && inputId === earlierId,
  },
  commands: maskCommands,
  stageMenu: [['magic:invert', 'magic:clear']],
};
