/** Commands for the product in its frame and for a scene's settings. */
import { t } from '@packshot/contract/text/translation';
import {
  AlignHorizontalJustifyCenter,
  AlignHorizontalJustifyEnd,
  AlignHorizontalJustifyStart,
  Expand,
  FlipVertical2,
  History,
  Move,
  ArrowDownToLine,
} from 'lucide';
import type { IconNode } from 'lucide';
import type { PlacePreset } from '../../model/composition.ts';
import type { StudioCommand } from '../../state/command.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { createSceneActions } from './scene-actions.ts';

const placeCommand = (
  studio: StudioContext,
  preset: PlacePreset,
  name: string,
  icon: IconNode,
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
  placeCommand(studio, 'stage', t('On the stage'), ArrowDownToLine, 's'),
  placeCommand(studio, 'center', t('In the center'), AlignHorizontalJustifyCenter, 'c'),
  placeCommand(studio, 'left', t('On the left'), AlignHorizontalJustifyStart, ','),
  placeCommand(studio, 'right', t('On the right'), AlignHorizontalJustifyEnd, '.'),
  placeCommand(studio, 'fill', t('Fill the picture'), Expand, 'a'),
  {
    id: 'scene:flip',
    name: t('Flip'),
    icon: FlipVertical2,
    keys: ['f'],
    group: 'Product',
    isEnabled: (context) => context.hasProduct && !context.isRunning,
    perform: () => studio.get(createSceneActions).flip(),
  },
  {
    id: 'scene:arrange',
    name: t('Move the product'),
    icon: Move,
    keys: ['v'],
    group: 'Product',
    isEnabled: (context) => context.canArrange && !context.isRunning,
    perform: () => studio.get(createSceneActions).arrange(),
  },
  {
    id: 'scene:reuse',
    name: t('Reuse settings'),
    icon: History,
    keys: ['shift+r'],
    group: 'Results',
    isEnabled: (context) => context.canReuse && !context.isRunning,
    perform: () => reuse(studio),
  },
];

/** Restores the settings with which the scene on the stage was made. */
function reuse(studio: StudioContext): void {
  const { document } = studio.store.getState();
  if (document) studio.get(createSceneActions).reuse(document.edits.currentId);
}
