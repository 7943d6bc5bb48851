import { messages, t } from '@packshot/contract/text/translation';
import { ListChecks, Search, Star, X } from 'lucide';
import type { ReactNode } from 'react';
import { RECORD_SORTS } from '@packshot/contract/records/schemas';
import type { RecordSort } from '@packshot/contract/records/schemas';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { PERIODS } from './filter.ts';
import type { HistoryFilter, Period } from './filter.ts';
import { TOOL_GROUPS } from './words.ts';

const PERIOD_NAMES: Readonly<Record<Period, string>> = messages({
  any: 'Any time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  custom: 'Custom range',
});

const SORT_NAMES: Readonly<Record<RecordSort, string>> = messages({
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
});

const FIELD =
  'h-9 rounded-md border border-line bg-surface text-sm text-ink transition-colors hover:border-line-strong pointer-coarse:h-11 pointer-coarse:text-base';

interface FilterBarProps {
  readonly filter: HistoryFilter;
  /** Text in the search field; `filter.search` follows after a pause in typing. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onChange: (filter: HistoryFilter) => void;
  readonly isSelecting: boolean;
  readonly onSelecting: (isSelecting: boolean) => void;
}

export function FilterBar({ filter, search, onSearch, onChange, isSelecting, onSelecting }: FilterBarProps) {
  const change = (part: Partial<HistoryFilter>): void => onChange({ ...filter, ...part });
  return (
    <search className="mt-6 flex flex-wrap items-center gap-2 max-md:mt-4">
      <SearchField value={search} onChange={onSearch} />
      <select
        aria-label={t('Tool')}
        value={filter.tool ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ tool: TOOL_GROUPS.find(({ tool }) => tool === value)?.tool ?? null })
        }
        className={classNames(FIELD, 'px-2.5')}
      >
        <option value="">{t('All tools')}</option>
        {TOOL_GROUPS.map(({ name, tool }) => (
          <option key={tool} value={tool}>
            {name}
          </option>
        ))}
      </select>
      <Choice
        label={t('When')}
        names={PERIOD_NAMES}
        of={PERIODS}
        value={filter.period}
        onChange={(period) => change({ period })}
      />
      {filter.period === 'custom' && (
        <span className="flex items-center gap-2 text-sm text-muted">
          <DayField label={t('From')} value={filter.fromDay} onChange={(fromDay) => change({ fromDay })} />
          –
          <DayField label={t('To')} value={filter.toDay} onChange={(toDay) => change({ toDay })} />
        </span>
      )}
      <Choice
        label={t('Sort by')}
        names={SORT_NAMES}
        of={RECORD_SORTS}
        value={filter.sort}
        onChange={(sort) => change({ sort })}
      />
      <Toggle isOn={filter.isStarred} onChange={(isStarred) => change({ isStarred })}>
        <Icon of={Star} sizePx={16} className={filter.isStarred ? 'fill-current' : ''} />
        {t('Starred')}
      </Toggle>
      <span className="ml-auto">
        <Toggle isOn={isSelecting} onChange={onSelecting}>
          <Icon of={ListChecks} sizePx={16} />
          {t('Select')}
        </Toggle>
      </span>
    </search>
  );
}

function SearchField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  return (
    <div className="relative w-72 max-sm:w-full">
      <Icon
        of={Search}
        sizePx={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        dir="auto"
        value={value}
        maxLength={200}
        aria-label={t('Search prompts and names')}
        placeholder={t('Search prompts and names')}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={classNames(
          FIELD,
          'w-full border-field-line pr-9 pl-9 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t('Clear the search')}
          onClick={() => onChange('')}
          className="absolute inset-y-0 right-0 flex w-9 items-center justify-center text-muted hover:text-ink"
        >
          <Icon of={X} sizePx={15} />
        </button>
      )}
    </div>
  );
}

function DayField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <input
      type="date"
      aria-label={props.label}
      value={props.value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      className={classNames(FIELD, 'px-2')}
    />
  );
}

function Toggle(props: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={props.isOn}
      onClick={() => props.onChange(!props.isOn)}
      className={classNames(
        FIELD,
        'inline-flex items-center gap-2 px-3 font-medium',
        props.isOn && 'border-button-ink! bg-button-ink! text-paper!',
      )}
    >
      {props.children}
    </button>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Options in display order; `names` has their labels. */
  readonly of: readonly Value[];
  readonly names: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, of, names, value, onChange }: ChoiceProps<Value>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const selectedValue = of.find((one) => one === currentTarget.value);
        if (selectedValue !== undefined) onChange(selectedValue);
      }}
      className={classNames(FIELD, 'px-2.5')}
    >
      {of.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </select>
  );
}
