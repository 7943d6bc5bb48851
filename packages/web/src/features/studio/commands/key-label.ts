import { messages } from '@packshot/contract/text/translation';
import type { StudioCommand } from '../state/command.ts';

/** Whether the device is made by Apple, whose keyboards have Cmd instead of Ctrl. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Names of keys as printed on keyboards of the user's language. */
const KEY_NAMES: Readonly<Record<string, string>> = messages({
  ctrl: 'Ctrl',
  enter: 'Enter',
  escape: 'Esc',
  shift: 'Shift',
  delete: 'Del',
  backspace: 'Backspace',
  '-': '−',
});

/** Formats a command's first shortcut: 'Ctrl 0', or '⌘ 0' on a Mac. */
export function keyLabel({ keys }: Pick<StudioCommand, 'keys'>, onMac: boolean): string {
  const [binding = ''] = keys;
  const parts = binding.endsWith('++') ? [binding.slice(0, -2), '+'] : binding.split('+');
  return parts
    .filter((part) => part !== '')
    .map((part) => (part === 'mod' ? (onMac ? '⌘' : 'ctrl') : part))
    .map((part) => KEY_NAMES[part] ?? part.toUpperCase())
    .join(' ');
}
