/** Commands that the first screen offers before the studio's script has loaded. */
import { t } from '@packshot/contract/text/translation';
import { TOOL_WORDS } from '@packshot/contract/tools/names';
import type { ToolName } from '@packshot/contract/tools/names';
import { Images, Keyboard } from 'lucide';
import type { CommandContext, StudioCommand } from '../state/command.ts';
import { TOOL_FACES } from '../state/tool-faces.ts';

/** Part of the command context that the list of tools uses. */
export type ToolChoice = Pick<
  CommandContext,
  'tool' | 'isLocked' | 'chooseTool' | 'showBatch' | 'showShortcuts'
>;

export interface RailCommand extends Omit<StudioCommand, 'isEnabled' | 'perform'> {
  isEnabled(choice: ToolChoice): boolean;
  perform(choice: ToolChoice): void;
}

export const toolCommand = (name: ToolName): RailCommand => ({
  id: `tool-${name}`,
  name: TOOL_WORDS[name].title,
  icon: TOOL_FACES[name].icon,
  keys: [TOOL_FACES[name].key],
  group: 'Tools',
  isEnabled: (choice) => !choice.isLocked,
  perform: (choice) => choice.chooseTool(name),
});

export const BATCH: RailCommand = {
  id: 'batch',
  name: t('Batch'),
  icon: Images,
  keys: ['shift+b'],
  group: 'Photo',
  isEnabled: () => true,
  perform: (choice) => choice.showBatch(),
};

export const SHORTCUTS: RailCommand = {
  id: 'shortcuts',
  name: t('Keyboard shortcuts'),
  icon: Keyboard,
  keys: ['?'],
  group: 'Help',
  isEnabled: () => true,
  perform: (choice) => choice.showShortcuts(),
};
