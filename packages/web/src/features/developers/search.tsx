import { ROUTES } from '@packshot/contract/routes';
import { useNavigate } from '@tanstack/react-router';
import { Search as SearchIcon } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { PAGES } from './page-list.ts';
import { pagePath } from './prose.tsx';
import type { Operation } from './reference/document.ts';

interface SearchEntry {
  readonly path: string;
  readonly hash: string;
  readonly title: string;
  readonly where: string;
  readonly words: string;
}

const MOST_FOUND = 8;

/** Field that searches pages, sections, calls and error codes. The `/` key focuses it. */
export function Search({ operations }: { readonly operations: readonly Operation[] }) {
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [searchText, setSearchText] = useState('');
  const [at, setAt] = useState(0);
  const matchingPlaces = searchText.trim() === '' ? [] : find(listPlaces(operations), searchText);
  useSlash(field);
  const close = () => {
    setSearchText('');
    setAt(0);
  };
  const open = ({ path, hash }: SearchEntry) => {
    close();
    field.current?.blur();
    void navigate({ to: path, ...(hash !== '' && { hash }) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const selectedPlace = matchingPlaces[at];
    if (step !== undefined && matchingPlaces.length > 0) {
      event.preventDefault();
      setAt((at + step + matchingPlaces.length) % matchingPlaces.length);
    } else if (event.key === 'Enter' && selectedPlace !== undefined) open(selectedPlace);
    else if (event.key === 'Escape') close();
  };
  return (
    <search className="relative block">
      <Icon
        of={SearchIcon}
        sizePx={15}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="Search the documentation"
        aria-expanded={matchingPlaces.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={matchingPlaces.length > 0 ? `${listId}-${at}` : undefined}
        placeholder="Search"
        value={searchText}
        onChange={(event) => {
          setSearchText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        className="block h-9 w-full rounded-md border border-field-line bg-surface pr-8 pl-9 text-sm pointer-coarse:h-11"
      />
      <kbd
        translate="no"
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-sm border border-line px-1.5 text-xs text-muted max-lg:hidden"
      >
        /
      </kbd>
      <div
        id={listId}
        role="listbox"
        aria-label="Search results"
        hidden={matchingPlaces.length === 0}
        className="absolute top-full z-30 mt-1.5 grid w-96 max-w-[calc(100vw-2rem)] grid-cols-1 gap-0.5 rounded-lg border border-line bg-raised p-1.5 shadow-mid"
      >
        {matchingPlaces.map((place, index) => (
          <button
            key={`${place.path}#${place.hash}`}
            id={`${listId}-${index}`}
            type="button"
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            ref={index === at ? bringIntoView : undefined}
            // `mousedown` runs before the field loses focus, which would close the list.
            onMouseDown={(event) => {
              event.preventDefault();
              open(place);
            }}
            className={classNames(
              'block w-full rounded-md px-2.5 py-1.5 text-left text-sm',
              index === at ? 'bg-fill-strong' : 'hover:bg-fill',
            )}
          >
            <span className="block truncate font-medium">{place.title}</span>
            <span className="block truncate text-xs text-muted">{place.where}</span>
          </button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {searchText.trim() === '' ? '' : `${matchingPlaces.length} found`}
      </p>
    </search>
  );
}

/** Focuses the search field on the slash key, except while the user types in another field. */
function useSlash(field: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [field]);
}

function listPlaces(operations: readonly Operation[]): readonly SearchEntry[] {
  const pages = PAGES.flatMap(({ page, title, sections }): SearchEntry[] => {
    const path = pagePath(page);
    return [
      { path, hash: '', title, where: 'Page', words: title },
      ...sections.map(([hash, text]) => ({
        path,
        hash,
        title: text,
        where: title,
        words: `${text} ${title}`,
      })),
    ];
  });
  const calls = operations.map(({ operationId, summary, method, path }): SearchEntry => ({
    path: `${ROUTES.developers}/reference`,
    hash: operationId,
    title: summary,
    where: `${method} ${path}`,
    words: `${summary} ${method} ${path} ${operationId}`,
  }));
  return [...pages, ...calls, ...listCodes(operations)];
}

function listCodes(operations: readonly Operation[]): readonly SearchEntry[] {
  const problems = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap((answer) => answer['x-problems'] ?? []),
  );
  return [...new Map(problems.map((problem) => [problem.code, problem])).values()].map(
    ({ code, detail }) => ({
      path: `${ROUTES.developers}/errors`,
      hash: code,
      title: code,
      where: detail,
      words: `${code} ${code.replaceAll('_', ' ')} ${detail}`,
    }),
  );
}

/** Search results that contain all words; those whose title starts with the words come first. */
function find(places: readonly SearchEntry[], searchText: string): readonly SearchEntry[] {
  const text = searchText.trim().toLowerCase();
  const words = text.split(/\s+/);
  const rank = ({ title }: SearchEntry): number => {
    const name = title.toLowerCase();
    return name.startsWith(text) ? 0 : name.includes(text) ? 1 : 2;
  };
  return places
    .filter((place) => words.every((word) => place.words.toLowerCase().includes(word)))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST_FOUND);
}
