/**
 * All studio commands as data: a name, an icon, keys, and an action. Toolbar, panel, keyboard and the shortcut list
 * use this table, so that they always agree.
 */
import type { StudioCommand, CommandId } from '../state/command.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { toolList } from '../state/tools.ts';
import { VIEW_COMMANDS } from './view-commands.ts';
import { WORK_COMMANDS } from './work-commands.ts';

export type Commands = ReturnType<typeof createCommands>;

export function createCommands(studio: StudioContext) {
  const { tools } = studio;
  const all = [
    ...WORK_COMMANDS,
    // Reversed so that the magic tool's brush commands come before those of the correction tool, which have the same
    // keys.
    ...toolList(tools)
      .toReversed()
      .flatMap((tool) => tool.commands?.(studio) ?? []),
    ...VIEW_COMMANDS,
  ];
  const byId = new Map(all.map((command) => [command.id, command]));
  return {
    all,
    of: (id: CommandId): StudioCommand => {
      const command = byId.get(id);
      if (!command) throw new Error(`No command ${id}.`);
      return command;
    },
    /** Command for a key press, whether or not the command is enabled now. */
    forKey: (press: KeyPress): StudioCommand | null => {
      const binding = pressedBinding(press);
      return all.find((command) => binding !== null && command.keys.includes(binding)) ?? null;
    },
  };
}

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/**
 * Name of the pressed key combination. Includes Shift for letters only: whether a punctuation key needs Shift depends
 * on the keyboard layout.
 */
function pressedBinding({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string | null {
  // Checks characters that may need AltGr first, because browsers report AltGr as Ctrl and Alt.
  if (key === '\\' || key === '[' || key === ']') return key;
  if (altKey) return null;
  const lower = key.toLowerCase();
  const isLetter = /^[a-z]$/.test(lower);
  return `${ctrlKey || metaKey ? 'mod+' : ''}${isLetter && shiftKey ? 'shift+' : ''}${lower}`;
}
