/** What the context menus offer: groups of commands, of which those are shown that fit. */
import type { CommandId } from '../state/command.ts';
import type { Tools } from '../state/studio-context.ts';
import { toolList } from '../state/tools.ts';

type Groups = readonly (readonly CommandId[])[];

/** On the stage. What only fits a product in its frame is left out elsewhere. */
export const stageMenu = (tools: Tools): Groups => [
  ['run'],
  ['download', 'export', 'copy'],
  ...toolList(tools).flatMap((tool) => tool.stageMenu ?? []),
  ['compare-slider', 'compare-side-by-side'],
  ['save-recipe'],
  ['undo', 'redo'],
  ['fit', 'actual-size'],
  ['choose-photo', 'batch'],
];

/** On a picture of the strip, which is chosen by it. */
export const pictureMenu = (tools: Tools): Groups => [
  ['star'],
  ['download', 'export', 'copy'],
  [
    ...toolList(tools).flatMap((tool) => tool.pictureMenu?.arranging ?? []),
    'compare-slider',
    'compare-side-by-side',
  ],
  [...toolList(tools).flatMap((tool) => tool.pictureMenu?.goingOn ?? []), 'open-as-photo', 'save-recipe'],
  ['put-away'],
];

/** Groups of which nothing can be done now say nothing: they would only be long. */
export const groupsFor = (menu: Groups, isEnabled: (id: CommandId) => boolean): Groups =>
  menu.filter((ids) => ids.some(isEnabled));
