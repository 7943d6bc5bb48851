import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useActions, useStudio } from '../state/use-studio.ts';
import type { CommandContext } from '../state/command.ts';
import { commandContext, commandFacts } from './command-context.ts';
import type { PageActions } from './command-context.ts';
import { createCommands } from './commands.ts';
import type { Commands } from './commands.ts';
import { isTextField } from '../stage/text-field.ts';

/** Context for commands; re-renders when one of its facts changes. */
export function useCommandContext(actions: PageActions): CommandContext {
  const studio = useStudio();
  const facts = useStore(
    studio.store,
    useShallow((state) => commandFacts(studio.tools, state)),
  );
  return useMemo(() => commandContext(studio, facts, actions), [studio, facts, actions]);
}

export const useCommands = (): Commands => useActions(createCommands);

/** Whether text is selected; Ctrl+C should then copy the text instead of the picture. */
const hasSelection = (): boolean => getSelection()?.isCollapsed === false;

/** Runs commands by their shortcut keys, mostly not in text fields, and not while a dialog or menu is open. */
export function useCommandKeys(actions: PageActions): void {
  const studio = useStudio();
  useEffect(() => {
    const contextNow = (): CommandContext =>
      commandContext(studio, commandFacts(studio.tools, studio.store.getState()), actions);
    const releases = new Set<() => void>();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('[role=dialog], [role=menu]')) return;
      // Uses the current state rather than the last render.
      const context = contextNow();
      const command = studio.get(createCommands).forKey(event);
      if (isTextField(event.target) && command?.worksInFields !== true) return;
      if (!command?.isEnabled(context) || (command.id === 'copy' && hasSelection())) return;
      event.preventDefault();
      // A held key repeats only commands for zooming and drawing; every other command runs once.
      if (event.repeat && command.group !== 'View' && command.group !== 'Draw') return;
      command.perform(context);
      const { release } = command;
      if (release) releases.add(() => release(context));
    };
    const letGo = (): void => {
      for (const release of releases) release();
      releases.clear();
    };
    addEventListener('keydown', onKeyDown);
    addEventListener('keyup', letGo);
    addEventListener('blur', letGo);
    return () => {
      letGo();
      removeEventListener('keydown', onKeyDown);
      removeEventListener('keyup', letGo);
      removeEventListener('blur', letGo);
    };
  }, [studio, actions]);
}
