/**
 * What can be done in the studio, as data: a name, an icon, keys, and how it is done. Toolbar, panel, keyboard and
 * the shortcuts sheet all read this one list, so that none of them can promise what another does not do.
 */
import type { Command, CommandId } from '../state/command.ts';
import { MASK_COMMANDS } from '../tools/magic/mask-commands.ts';
import { PRODUCT_COMMANDS } from '../tools/scene/product-commands.ts';
import { VIEW_COMMANDS } from './view-commands.ts';
import { WORK_COMMANDS } from './work-commands.ts';

export const COMMANDS: readonly Command[] = [
  ...WORK_COMMANDS,
  ...PRODUCT_COMMANDS,
  ...MASK_COMMANDS,
  ...VIEW_COMMANDS,
];

const BY_ID = new Map(COMMANDS.map((command) => [command.id, command]));

export function commandOf(id: CommandId): Command {
  const command = BY_ID.get(id);
  if (!command) throw new Error(`No command ${id}.`);
  return command;
}

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Letters are told apart by Shift; signs are not, because where they need Shift depends on the keyboard. */
function pressedBinding({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string | null {
  // Where a sign needs AltGr, browsers report Ctrl and Alt as pressed.
  if (key === '\\' || key === '[' || key === ']') return key;
  if (altKey) return null;
  const lower = key.toLowerCase();
  const isLetter = /^[a-z]$/.test(lower);
  return `${ctrlKey || metaKey ? 'mod+' : ''}${isLetter && shiftKey ? 'shift+' : ''}${lower}`;
}

/** The command that a key press means, whether or not it is enabled now. */
export function commandForKey(press: KeyPress): Command | null {
  const binding = pressedBinding(press);
  return COMMANDS.find((command) => binding !== null && command.keys.includes(binding)) ?? null;
}

/** Macs press Cmd where others press Ctrl. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const KEY_NAMES: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  shift: 'Shift',
  delete: 'Del',
  backspace: 'Backspace',
  '-': '−',
};

/** A command's first key as people read it: 'Ctrl 0', or '⌘ 0' on a Mac. */
export function keyLabel(command: Command, onMac: boolean): string {
  const [binding = ''] = command.keys;
  const parts = binding.endsWith('++') ? [binding.slice(0, -2), '+'] : binding.split('+');
  return parts
    .filter((part) => part !== '')
    .map((part) => (part === 'mod' ? (onMac ? '⌘' : 'Ctrl') : (KEY_NAMES[part] ?? part.toUpperCase())))
    .join(' ');
}
