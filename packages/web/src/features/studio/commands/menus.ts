/** Context menus: groups of commands; a menu shows the commands that apply. */
import type { CommandId } from '../state/command.ts';
import type { Tools } from '../state/studio-context.ts';
import { toolList } from '../state/tools.ts';

type Groups = readonly (readonly CommandId[])[];

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

/** Context menu of a picture in the strip of pictures. Opening the menu selects the picture. */
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

/** Omits groups without an enabled command, to keep the menu short. */
export const groupsFor = (menu: Groups, isEnabled: (id: CommandId) => boolean): Groups =>
  menu.filter((ids) => ids.some(isEnabled));
