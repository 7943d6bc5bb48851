/** What is drawn over a picture. */
import { Brush, Contrast, Eraser, Lasso, Minus, PenTool, Plus, SquareDashed, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { MaskTool } from '../../model/strokes.ts';
import type { Command, CommandContext } from '../../state/command.ts';

/** Choosing a brush also ends a comparison, so it is there whenever the tool is. */
const inMagic = (context: CommandContext): boolean =>
  context.tool === 'magic' && context.hasPhoto && !context.isRunning;
/** Brush and eraser restore and erase where a cut-out is corrected. */
const inHand = (context: CommandContext): boolean =>
  inMagic(context) || (context.canRefine && !context.isRunning);

const maskCommand = (
  tool: MaskTool,
  name: string,
  icon: LucideIcon,
  key: string,
  isEnabled = inMagic,
): Command => ({
  id: `mask-${tool}`,
  name,
  icon,
  keys: [key],
  group: 'Draw',
  isEnabled,
  perform: (context) => context.chooseBrush(tool),
});

export const MASK_COMMANDS: readonly Command[] = [
  maskCommand('brush', 'Brush', Brush, 'b', inHand),
  maskCommand('eraser', 'Eraser', Eraser, 'e', inHand),
  maskCommand('lasso', 'Lasso', Lasso, 'l'),
  maskCommand('rectangle', 'Rectangle', SquareDashed, 'r'),
  {
    id: 'brush-smaller',
    name: 'Smaller brush',
    icon: Minus,
    keys: ['['],
    group: 'Draw',
    isEnabled: inHand,
    perform: (context) => context.stepBrush(-1),
  },
  {
    id: 'brush-larger',
    name: 'Larger brush',
    icon: Plus,
    keys: [']'],
    group: 'Draw',
    isEnabled: inHand,
    perform: (context) => context.stepBrush(1),
  },
  {
    id: 'mask-invert',
    name: 'Invert',
    icon: Contrast,
    keys: ['i'],
    group: 'Draw',
    isEnabled: (context) => inMagic(context) && context.hasMask,
    perform: (context) => context.invertMask(),
  },
  {
    id: 'mask-clear',
    name: 'Clear',
    icon: Trash2,
    keys: ['delete', 'backspace'],
    group: 'Draw',
    isEnabled: (context) => inHand(context) && context.hasMask,
    perform: (context) => context.clearMask(),
  },
  {
    id: 'refine',
    name: 'Correct the edge',
    icon: PenTool,
    keys: ['y'],
    group: 'Draw',
    isEnabled: (context) => context.canRefine && !context.isRunning,
    perform: (context) => context.toggleRefine(),
  },
];
