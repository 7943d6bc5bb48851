import { ITEM_STATES } from '@packshot/contract/catalog/items';
import type { ItemCounts, ItemState } from '@packshot/contract/catalog/items';
import { useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { numberWords, STATE_WORDS } from '../words.ts';

export type StateChoice = ItemState | 'all';

interface StateFilterProps {
  readonly counts: ItemCounts;
  readonly total: number;
  readonly value: StateChoice;
  readonly onChange: (value: StateChoice) => void;
}

/** Which photos of a run are listed: those states that there are. */
export function StateFilter({ counts, total, value, onChange }: StateFilterProps) {
  const name = useId();
  const choices = [
    { value: 'all' as const, label: 'All', count: total },
    ...ITEM_STATES.filter((state) => counts[state] > 0 || state === value).map((state) => ({
      value: state,
      label: STATE_WORDS[state],
      count: counts[state],
    })),
  ];
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Photos shown</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classNames(
            'relative inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-xs font-medium transition-colors pointer-coarse:h-10',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            choice.value === value
              ? 'border-ink bg-fill-strong'
              : 'border-line text-muted hover:border-line-strong hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {choice.label} <span className="tabular-nums">{numberWords(choice.count)}</span>
        </label>
      ))}
    </fieldset>
  );
}
