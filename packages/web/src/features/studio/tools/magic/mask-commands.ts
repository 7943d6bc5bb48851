import { t } from '@packshot/contract/text/translation';
import { Brush, Contrast, Eraser, Lasso, Minus, Plus, SquareDashed, Trash2 } from 'lucide';
import type { IconNode } from 'lucide';
import { INVERT } from '../../model/strokes.ts';
import type { MaskTool } from '../../model/strokes.ts';
import type { StudioCommand, CommandContext } from '../../state/command.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { openDrawing } from '../../state/tools.ts';
import { createBrushActions } from './brush-actions.ts';

/** Condition of mask commands; also true during a comparison, because choosing a brush ends the comparison. */
const inMagic = (context: CommandContext): boolean =>
  context.tool === 'magic' && context.hasPhoto && !context.isRunning;
/** Condition of the brush and eraser commands, which are also used for correcting a cut-out. */
const inHand = (context: CommandContext): boolean =>
  inMagic(context) || (context.canRefine && !context.isRunning);

const maskCommand = (
  studio: StudioContext,
  tool: MaskTool,
  name: string,
  icon: IconNode,
  key: string,
  isEnabled = inMagic,
): StudioCommand => ({
  id: `magic:${tool}`,
  name,
  icon,
  keys: [key],
  group: 'Draw',
  isEnabled,
  perform: () => studio.get(createBrushActions).choose(tool),
});

export const maskCommands = (studio: StudioContext): readonly StudioCommand[] => [
  maskCommand(studio, 'brush', t('Brush'), Brush, 'b', inHand),
  maskCommand(studio, 'eraser', t('Eraser'), Eraser, 'e', inHand),
  maskCommand(studio, 'lasso', t('Lasso'), Lasso, 'l'),
  maskCommand(studio, 'rectangle', t('Rectangle'), SquareDashed, 'r'),
  {
    id: 'magic:smaller',
    name: t('Smaller brush'),
    icon: Minus,
    keys: ['['],
    group: 'Draw',
    isEnabled: inHand,
    perform: () => studio.get(createBrushActions).step(-1),
  },
  {
    id: 'magic:larger',
    name: t('Larger brush'),
    icon: Plus,
    keys: [']'],
    group: 'Draw',
    isEnabled: inHand,
    perform: () => studio.get(createBrushActions).step(1),
  },
  {
    id: 'magic:invert',
    name: t('Invert'),
    icon: Contrast,
    keys: ['i'],
    group: 'Draw',
    isEnabled: (context) => inMagic(context) && context.hasMask,
    perform: () => studio.get(createBrushActions).draw(INVERT),
  },
  {
    id: 'magic:clear',
    name: t('Clear'),
    icon: Trash2,
    keys: ['delete', 'backspace'],
    group: 'Draw',
    isEnabled: (context) => inHand(context) && context.hasMask,
    perform: () => openDrawing(studio.tools, studio.store.getState())?.clear(studio),
  },
];
