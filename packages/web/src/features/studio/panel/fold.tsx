import { ChevronDown } from 'lucide';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { readStored, writeStored } from '../../../lib/state/storage.ts';
import { STORAGE_KEYS } from '../../../lib/state/storage-keys.ts';
import { Icon } from '../../../ui/icon.tsx';

/** Names of the groups, as stored in the browser. */
type FoldName = 'light' | 'format' | 'advanced' | 'reuse';

const openNames = (): readonly string[] => (readStored(STORAGE_KEYS.openFolds) ?? '').split(' ');

interface FoldProps {
  readonly name: FoldName;
  readonly title: string;
  /** Names of the settings that are set in the group, shown while it is closed. */
  readonly summary: string;
  readonly children: ReactNode;
}

/** Group of settings that the user opens and closes. Closed at first; the browser remembers which are open. */
export function Fold({ name, title, summary, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(() => openNames().includes(name));
  const toggle = (isNowOpen: boolean): void => {
    setIsOpen(isNowOpen);
    const others = openNames().filter((other) => other !== name && other !== '');
    writeStored(STORAGE_KEYS.openFolds, (isNowOpen ? [...others, name] : others).join(' '));
  };
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && toggle(currentTarget.open)}
      className="group border-t border-line only:border-t-0"
    >
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-3 py-1.5 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <h2 className="shrink-0 text-sm font-semibold tracking-normal">{title}</h2>
        <span className="min-w-0 flex-1 text-right text-xs text-muted group-open:invisible">{summary}</span>
        <Icon
          of={ChevronDown}
          sizePx={16}
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="space-y-5 pt-1 pb-4">{children}</div>
    </details>
  );
}
