/** The product in its frame. */
import {
  AlignHorizontalJustifyCenter,
  AlignHorizontalJustifyEnd,
  AlignHorizontalJustifyStart,
  Expand,
  FlipVertical2,
  Move,
  ArrowDownToLine,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { PlacePreset } from '../../model/composition.ts';
import type { Command } from '../../state/command.ts';

const placeCommand = (preset: PlacePreset, name: string, icon: LucideIcon, key: string): Command => ({
  id: `place-${preset}`,
  name,
  icon,
  keys: [key],
  group: 'Product',
  isEnabled: (context) => context.hasProduct && !context.isRunning,
  perform: (context) => context.placeProduct(preset),
});

export const PRODUCT_COMMANDS: readonly Command[] = [
  placeCommand('stage', 'On the stage', ArrowDownToLine, 's'),
  placeCommand('center', 'In the center', AlignHorizontalJustifyCenter, 'c'),
  placeCommand('left', 'On the left', AlignHorizontalJustifyStart, ','),
  placeCommand('right', 'On the right', AlignHorizontalJustifyEnd, '.'),
  placeCommand('fill', 'Fill the picture', Expand, 'a'),
  {
    id: 'product-flip',
    name: 'Flip',
    icon: FlipVertical2,
    keys: ['f'],
    group: 'Product',
    isEnabled: (context) => context.hasProduct && !context.isRunning,
    perform: (context) => context.flipProduct(),
  },
  {
    id: 'arrange',
    name: 'Move the product',
    icon: Move,
    keys: ['v'],
    group: 'Product',
    isEnabled: (context) => context.canArrange && !context.isRunning,
    perform: (context) => context.arrange(),
  },
];
