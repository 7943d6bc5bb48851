import { useEffect, useState } from 'react';
import { getErrorMessage } from '../../lib/api/api-error.ts';

export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
}

interface PagesState<Row> {
  /** Rows loaded so far; null until the first page has loaded. */
  readonly rows: readonly Row[] | null;
  readonly pagesLoaded: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly failure: string | null;
}

export interface Pages<Row> extends PagesState<Row> {
  readonly more: () => void;
}

/**
 * List that grows page by page. The source is fixed: to list something else, change the component's `key`.
 * @param load loads a page by its number, from 1
 */
export function usePages<Row extends { readonly id: string }>(
  load: (page: number) => Promise<ListPage<Row>>,
): Pages<Row> {
  const [state, setState] = useState<PagesState<Row>>({
    rows: null,
    pagesLoaded: 0,
    hasMore: false,
    isLoading: true,
    failure: null,
  });

  useEffect(() => {
    if (!state.isLoading) return;
    let isCurrent = true;
    const fetchNext = async () => {
      try {
        const page = await load(state.pagesLoaded + 1);
        if (isCurrent) setState((before) => withPage(before, page));
      } catch (error) {
        if (isCurrent)
          setState((before) => ({ ...before, isLoading: false, failure: getErrorMessage(error) }));
      }
    };
    void fetchNext();
    return () => {
      isCurrent = false;
    };
    // `load` stays the same for the life of the component.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state.isLoading, state.pagesLoaded]);

  return { ...state, more: () => setState((before) => ({ ...before, isLoading: true, failure: null })) };
}

/** Appends a page. Drops duplicates, because a row that was added on the server meanwhile shifts the others. */
function withPage<Row extends { readonly id: string }>(
  before: PagesState<Row>,
  page: ListPage<Row>,
): PagesState<Row> {
  const knownIds = new Set(before.rows?.map((row) => row.id));
  return {
    rows: [...(before.rows ?? []), ...page.data.filter((row) => !knownIds.has(row.id))],
    pagesLoaded: before.pagesLoaded + 1,
    hasMore: page.has_more,
    isLoading: false,
    failure: null,
  };
}
