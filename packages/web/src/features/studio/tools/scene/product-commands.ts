/** Commands for the product in its frame and for a scene's settings. */
import {
  AlignHorizontalJustifyCenter,
  AlignHorizontalJustifyEnd,
  AlignHorizontalJustifyStart,
  Dices,
  Expand,
  FlipVertical2,
  History,
  Move,
  ArrowDownToLine,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { PlacePreset } from '../../model/composition.ts';
import type { StudioCommand } from '../../state/command.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { createSceneActions } from './scene-actions.ts';

const placeCommand = (
  studio: StudioContext,
  preset: PlacePreset,
  name: string,
  icon: LucideIcon,
  key: string,
): StudioCommand => ({
  id: `scene:place-${preset}`,
  name,
  icon,
  keys: [key],
  group: 'Product',
  isEnabled: (context) => context.hasProduct && !context.isRunning,
  perform: () => studio.get(createSceneActions).placePreset(preset),
});

export const productCommands = (studio: StudioContext): readonly StudioCommand[] => [
  placeCommand(studio, 'stage', 'On the stage', ArrowDownToLine, 's'),
  placeCommand(studio, 'center', 'In the center', AlignHorizontalJustifyCenter, 'c'),
  placeCommand(studio, 'left', 'On the left', AlignHorizontalJustifyStart, ','),
  placeCommand(studio, 'right', 'On the right', AlignHorizontalJustifyEnd, '.'),
  placeCommand(studio, 'fill', 'Fill the picture', Expand, 'a'),
  {
    id: 'scene:flip',
    name: 'Flip',
    icon: FlipVertical2,
    keys: ['f'],
    group: 'Product',
    isEnabled: (context) => context.hasProduct && !context.isRunning,
    perform: () => studio.get(createSceneActions).flip(),
  },
  {
    id: 'scene:arrange',
    name: 'Move the product',
    icon: Move,
    keys: ['v'],
    group: 'Product',
    isEnabled: (context) => context.canArrange && !context.isRunning,
    perform: () => studio.get(createSceneActions).arrange(),
  },
  {
    id: 'scene:reuse',
    name: 'Reuse settings',
    icon: History,
    keys: ['shift+r'],
    group: 'Results',
    isEnabled: (context) => context.canReuse && !context.isRunning,
    perform: () => reuse(studio, false),
  },
  {
    id: 'scene:reuse-with-seed',
    name: 'Repeat exactly',
    icon: Dices,
    keys: ['shift+s'],
    group: 'Results',
    isEnabled: (context) => context.canReuse && !context.isRunning,
    perform: () => reuse(studio, true),
  },
];

/** Restores the settings of the scene on the stage. */
function reuse(studio: StudioContext, isSeedKept: boolean): void {
  const { document } = studio.store.getState();
  if (document) studio.get(createSceneActions).reuse(document.edits.currentId, isSeedKept);
}
