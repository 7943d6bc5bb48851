import { useDeferredValue, useState } from 'react';
import { FilterBar } from './filter-bar.tsx';
import { NO_FILTER } from './filter.ts';
import type { HistoryFilter } from './filter.ts';
import { RecordList } from './record-list.tsx';

/** Filters, and what they let through. */
export function History() {
  const [filter, setFilter] = useState<HistoryFilter>(NO_FILTER);
  const [isSelecting, setIsSelecting] = useState(false);
  const [search, setSearch] = useState('');
  // A list for each filter: what was asked for with another one never arrives in it.
  const shown = useDeferredValue(filter);
  const clear = (): void => {
    setSearch('');
    setFilter(NO_FILTER);
  };
  return (
    <>
      <FilterBar
        filter={filter}
        search={search}
        onSearch={setSearch}
        onChange={setFilter}
        isSelecting={isSelecting}
        onSelecting={setIsSelecting}
      />
      <RecordList
        key={JSON.stringify(shown)}
        filter={shown}
        isSelecting={isSelecting}
        onSelecting={setIsSelecting}
        onClearFilter={clear}
      />
    </>
  );
}
