import { messages, t } from '@packshot/contract/text/translation';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { isMac, keyLabel } from '../commands/key-label.ts';
import { COMMAND_GROUPS } from '../commands/group-names.ts';
import { useCommands } from '../commands/use-commands.ts';

interface ShortcutRow {
  readonly name: string;
  readonly key: string;
}

/** Gestures on the stage. They aren't commands, but users look for them in the list of shortcuts. */
const GESTURES: readonly ShortcutRow[] = messages([
  { name: 'Zoom to the pointer', key: 'Wheel or pinch' },
  { name: 'Move the picture', key: 'Drag or Space + drag' },
  { name: 'Fit or 100%', key: 'Double-click' },
  { name: 'Move, resize, rotate the product', key: 'Drag it or its handles' },
  { name: 'Nudge the product', key: 'Arrow keys' },
  { name: 'Open a variant on the sheet', key: '1 to 4' },
  { name: 'Open the menu', key: 'Right-click, or hold' },
  { name: 'Without snapping', key: 'Ctrl while dragging' },
]);

export function ShortcutsDialog(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('Keyboard shortcuts')}
      className="w-[34rem]"
    >
      <Shortcuts />
    </Dialog>
  );
}

function Shortcuts() {
  const [searchText, setSearchText] = useState('');
  const commands = useCommands();
  const onMac = isMac();
  const isWanted = ({ name, key }: ShortcutRow): boolean =>
    `${name} ${key}`.toLowerCase().includes(searchText.trim().toLowerCase());
  const sections = [
    ...Object.entries(COMMAND_GROUPS).map(([group, title]) => ({
      title,
      rows: commands.all
        .filter((command) => command.group === group)
        .map((command) => ({
          name: command.name,
          key: keyLabel(command, onMac),
        })),
    })),
    { title: t('By mouse and touch'), rows: GESTURES },
  ]
    .map(({ title, rows }) => ({ title, rows: rows.filter(isWanted) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <>
      <input
        type="search"
        value={searchText}
        placeholder={t('Search')}
        aria-label={t('Search shortcuts')}
        onChange={(event) => setSearchText(event.currentTarget.value)}
        className="mt-4 h-9 w-full rounded-md border border-field-line bg-surface px-3 text-sm placeholder:text-muted pointer-coarse:h-11 pointer-coarse:text-base"
      />
      <div className="mt-4 min-h-64 gap-x-10 sm:columns-2">
        {sections.map(({ title, rows }) => (
          <Group key={title} title={title} rows={rows} />
        ))}
        {sections.length === 0 && <p className="text-sm text-muted">{t('No shortcut matches.')}</p>}
      </div>
    </>
  );
}

function Group(props: { readonly title: string; readonly rows: readonly ShortcutRow[] }) {
  return (
    <section className="mb-6 break-inside-avoid">
      <h3 className="mb-1.5 text-xs font-semibold tracking-normal text-muted">{props.title}</h3>
      <dl className="space-y-1.5 text-sm">
        {props.rows.map(({ name, key }) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt>{name}</dt>
            <dd className="shrink-0">
              <kbd
                translate="no"
                className="rounded-sm border border-line bg-fill px-1.5 py-0.5 font-sans text-xs text-muted"
              >
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
