import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { FilterBar } from './filter-bar.tsx';
import { readFilter, isContinuedSearch, NO_FILTER, toAddress } from './filter.ts';
import type { HistoryFilter } from './filter.ts';
import { RecordList } from './record-list.tsx';

export function History() {
  const { filter, change } = useFilter();
  const [isSelecting, setIsSelecting] = useState(false);
  const [search, setSearch] = useTypedSearch(filter, change);
  // A new list component for each filter, so that results of an earlier filter never appear in it.
  const shownFilter = useDeferredValue(filter);
  return (
    <>
      <FilterBar
        filter={filter}
        search={search}
        onSearch={setSearch}
        onChange={change}
        isSelecting={isSelecting}
        onSelecting={setIsSelecting}
      />
      <RecordList
        key={JSON.stringify(shownFilter)}
        filter={shownFilter}
        isSelecting={isSelecting}
        onSelecting={setIsSelecting}
        onClearFilter={() => change({ ...NO_FILTER, sort: filter.sort })}
      />
    </>
  );
}

/** Filter of the page, stored in the address so that the filter survives back, forward and reload. */
function useFilter() {
  const address = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = useMemo(() => readFilter(address), [address]);
  const change = (next: HistoryFilter): void =>
    void navigate({
      to: '.',
      search: { tab: 'history', ...toAddress(next) },
      replace: isContinuedSearch(filter, next),
    });
  return { filter, change };
}

/** Pause in typing after which the search starts, in milliseconds. */
const TYPING_PAUSE_MS = 250;

/**
 * Text of the search field. The address follows after a pause in typing; when the user goes back, the field follows
 * the address.
 */
function useTypedSearch(filter: HistoryFilter, change: (filter: HistoryFilter) => void) {
  const [text, setText] = useState(filter.search);
  const lastSearch = useRef(filter.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (filter.search === lastSearch.current) return;
    lastSearch.current = filter.search;
    clearTimeout(timer.current);
    setText(filter.search);
  }, [filter.search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const latest = useRef({ filter, change });
  useEffect(() => {
    latest.current = { filter, change };
  });
  const type = (typed: string): void => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const search = typed.trim() === '' ? '' : typed;
      lastSearch.current = search;
      if (search !== latest.current.filter.search)
        latest.current.change({ ...latest.current.filter, search });
    }, TYPING_PAUSE_MS);
  };
  return [text, type] as const;
}
