/** What the context menus offer: groups of commands, of which those are shown that fit. */
import type { CommandContext, CommandId } from '../state/command.ts';

type Groups = readonly (readonly CommandId[])[];

/** On the stage. What only fits a product in its frame is left out elsewhere. */
export const STAGE_MENU: Groups = [
  ['run'],
  ['download', 'export', 'copy'],
  ['refine'],
  ['arrange', 'place-stage', 'place-center', 'product-flip'],
  ['mask-invert', 'mask-clear'],
  ['compare-slider', 'compare-side-by-side'],
  ['undo', 'redo'],
  ['fit', 'actual-size'],
  ['choose-photo', 'batch'],
];

/** On a picture of the strip, which is chosen by it. */
export const PICTURE_MENU: Groups = [
  ['star'],
  ['download', 'export', 'copy'],
  ['arrange', 'compare-slider', 'compare-side-by-side'],
  ['reuse', 'reuse-with-seed', 'open-as-photo'],
  ['put-away'],
];

/** Groups of which nothing can be done now say nothing: they would only be long. */
export const groupsFor = (
  menu: Groups,
  context: CommandContext,
  isEnabled: (id: CommandId, context: CommandContext) => boolean,
): Groups => menu.filter((ids) => ids.some((id) => isEnabled(id, context)));
