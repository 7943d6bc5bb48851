import { Dialog } from '../../../ui/dialog.tsx';
import { COMMANDS, isMac, keyLabel } from '../commands.ts';
import type { Command } from '../commands.ts';

const GROUPS: readonly Command['group'][] = ['Photo', 'Tools', 'Draw', 'View', 'Compare', 'Help'];
/** What hands do on the stage; not commands, but looked for in the same place. */
const GESTURES: readonly (readonly [string, string])[] = [
  ['Zoom to the pointer', 'Wheel or pinch'],
  ['Move the picture', 'Drag, or Space and drag'],
  ['Fit or 100 %', 'Double-click'],
];

export function ShortcutsDialog(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const onMac = isMac();
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Keyboard shortcuts" className="w-[34rem]">
      <div className="mt-4 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {GROUPS.map((group) => (
          <Group
            key={group}
            title={group}
            rows={COMMANDS.filter((command) => command.group === group).map((command) => [
              command.name,
              keyLabel(command, onMac),
            ])}
          />
        ))}
        <div className="sm:col-span-2">
          <Group title="On the stage" rows={GESTURES} />
        </div>
      </div>
    </Dialog>
  );
}

function Group(props: { readonly title: string; readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold tracking-normal text-muted">{props.title}</h3>
      <dl className="space-y-1.5 text-sm">
        {props.rows.map(([name, key]) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt>{name}</dt>
            <dd className="shrink-0">
              <kbd className="rounded-sm border border-line bg-fill px-1.5 py-0.5 font-sans text-xs text-muted">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
