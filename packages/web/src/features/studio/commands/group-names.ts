import { messages } from '@packshot/contract/text/translation';
import type { StudioCommand } from '../state/command.ts';

/** Titles of the groups of commands, in display order. */
export const COMMAND_GROUPS: Readonly<Record<StudioCommand['group'], string>> = messages({
  Photo: 'Photo',
  Tools: 'Tools',
  Product: 'Product',
  Draw: 'Draw',
  Results: 'Results',
  View: 'View',
  Compare: 'Compare',
  Help: 'Help',
});
