import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { FilterBar } from './filter-bar.tsx';
import { filterFrom, isTypedOn, NO_FILTER, searchFrom } from './filter.ts';
import type { HistoryFilter } from './filter.ts';
import { RecordList } from './record-list.tsx';

/** Filters, and what they let through. */
export function History() {
  const { filter, change } = useFilter();
  const [isSelecting, setIsSelecting] = useState(false);
  const [search, setSearch] = useTypedSearch(filter, change);
  // A list for each filter: what was asked for with another one never arrives in it.
  const shown = useDeferredValue(filter);
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
        key={JSON.stringify(shown)}
        filter={shown}
        isSelecting={isSelecting}
        onSelecting={setIsSelecting}
        onClearFilter={() => change({ ...NO_FILTER, sort: filter.sort })}
      />
    </>
  );
}

/** The filter lives in the address: back and forward go through it, and a reload keeps it. */
function useFilter() {
  const address = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = useMemo(() => filterFrom(address), [address]);
  const change = (next: HistoryFilter): void =>
    void navigate({
      to: '.',
      search: { tab: 'history', ...searchFrom(next) },
      replace: isTypedOn(filter, next),
    });
  return { filter, change };
}

/** A pause in typing after which is looked. */
const TYPING_PAUSE_MS = 250;

/** What stands in the search field; the address follows after a pause, and leads when somebody goes back. */
function useTypedSearch(filter: HistoryFilter, change: (filter: HistoryFilter) => void) {
  const [text, setText] = useState(filter.search);
  const sent = useRef(filter.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (filter.search === sent.current) return;
    sent.current = filter.search;
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
      sent.current = search;
      if (search !== latest.current.filter.search)
        latest.current.change({ ...latest.current.filter, search });
    }, TYPING_PAUSE_MS);
  };
  return [text, type] as const;
}
