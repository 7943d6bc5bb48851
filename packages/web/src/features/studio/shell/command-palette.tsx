import { t } from '@packshot/contract/text/translation';
import { Search } from 'lucide';
import { Dialog as Primitive } from 'radix-ui';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { bringIntoView } from '../../../ui/bring-into-view.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ModalLayer } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { isMac, keyLabel } from '../commands/key-label.ts';
import { bestMatches } from '../commands/find-commands.ts';
import { COMMAND_GROUPS } from '../commands/group-names.ts';
import { useCommands } from '../commands/use-commands.ts';
import type { CommandContext, CommandId, StudioCommand } from '../state/command.ts';

interface CommandPaletteProps {
  readonly context: CommandContext;
  readonly onClose: () => void;
}

/** All commands in a list that the user filters by typing. */
export default function CommandPalette({ context, onClose }: CommandPaletteProps) {
  return (
    <ModalLayer isOpen onClose={onClose}>
      <Primitive.Content
        aria-modal
        aria-describedby={undefined}
        className="fixed top-[12dvh] left-1/2 z-50 flex max-h-[min(30rem,76dvh)] w-[34rem] max-w-[calc(100vw-1.5rem)] -translate-x-1/2 animate-fade-in flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-high short:top-3 short:max-h-[calc(100dvh-1.5rem)]"
      >
        <Primitive.Title className="sr-only">{t('Find a command')}</Primitive.Title>
        <Finder context={context} onClose={onClose} />
      </Primitive.Content>
    </ModalLayer>
  );
}

/** Commands in the list: all except those that last while a key is held, and the one that opens the list. */
const isOffered = ({ id, release }: StudioCommand): boolean => id !== 'commands' && release === undefined;

function Finder({ context, onClose }: CommandPaletteProps) {
  const commands = useCommands();
  const [searchText, setSearchText] = useState('');
  const [activeAt, setActiveAt] = useState(0);
  /** Command that can't run now and that the user tried to run. */
  const [triedId, setTriedId] = useState<CommandId | null>(null);
  const listId = useId();
  const isEnabled = (command: StudioCommand): boolean => command.isEnabled(context);
  const matches = bestMatches(
    commands.all.filter(isOffered),
    searchText,
    ({ name, group }) => `${name} ${COMMAND_GROUPS[group]}`,
  );
  // Commands that can't run now stay in the list, so that users find out that they exist.
  const shown = [...matches.filter(isEnabled), ...matches.filter((command) => !isEnabled(command))];
  const active = shown[activeAt];
  const perform = (command: StudioCommand | undefined): void => {
    if (!command) return;
    if (!isEnabled(command)) return setTriedId(command.id);
    onClose();
    command.perform(context);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    setTriedId(null);
    if (key === 'Enter') perform(active);
    else if (key === 'ArrowDown') setActiveAt((activeAt + 1) % Math.max(1, shown.length));
    else if (key === 'ArrowUp') setActiveAt((activeAt + shown.length - 1) % Math.max(1, shown.length));
    else if (key === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  };
  const refused = shown.find((command) => command.id === triedId && !isEnabled(command));
  const notice = refused
    ? t('“{command}” can’t be used right now.', { command: refused.name })
    : shown.length === 0 && t('No command matches.');
  const optionId = (command: StudioCommand): string => `${listId}-${command.id}`;
  return (
    <>
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-4">
        <Icon of={Search} sizePx={17} className="shrink-0 text-muted" />
        <input
          role="combobox"
          type="text"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-label={t('Find a command')}
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          placeholder={t('Find a command')}
          value={searchText}
          onChange={({ currentTarget }) => {
            setSearchText(currentTarget.value);
            setActiveAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('Commands')} className="min-h-0 overflow-y-auto p-1.5">
        {shown.map((command, at) => (
          <Option
            key={command.id}
            id={optionId(command)}
            command={command}
            isActive={at === activeAt}
            isEnabled={isEnabled(command)}
            onPoint={() => setActiveAt(at)}
            onChoose={() => perform(command)}
          />
        ))}
      </div>
      <p role="status" className={notice === false ? 'sr-only' : 'px-4 pb-4 text-sm text-muted'}>
        {notice === false
          ? t('{count, plural, one {# command} other {# commands}}', { count: shown.length })
          : notice}
      </p>
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: StudioCommand;
  readonly isActive: boolean;
  readonly isEnabled: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** One command. The keyboard reaches it from the text field, whose focus stays. */
function Option({ id, command, isActive, isEnabled, onPoint, onChoose }: OptionProps) {
  const keys = keyLabel(command, isMac());
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the text field has the focus and handles the keys
    <div
      ref={isActive ? bringIntoView : undefined}
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={!isEnabled}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={classNames(
        'flex h-10 items-center gap-3 rounded-md px-2.5 text-sm pointer-coarse:h-11',
        isEnabled ? 'cursor-pointer' : 'cursor-default opacity-40',
        isActive && 'bg-fill forced-colors:outline-2 forced-colors:-outline-offset-2',
      )}
    >
      <Icon of={command.icon} sizePx={16} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate font-medium">{command.name}</span>
      <span className="shrink-0 text-xs text-muted">{COMMAND_GROUPS[command.group]}</span>
      {keys !== '' && (
        <kbd
          translate="no"
          className="min-w-16 shrink-0 text-right font-sans text-xs text-muted pointer-coarse:hidden"
        >
          {keys}
        </kbd>
      )}
    </div>
  );
}
