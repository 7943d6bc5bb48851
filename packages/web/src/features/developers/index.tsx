import { DEVELOPER_PAGES } from '@packshot/contract/api/developer-pages';
import type { DeveloperPage } from '@packshot/contract/api/developer-pages';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { usePageTitle } from '../../lib/state/page-title.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { PAGES } from './page-list.ts';
import AgentsPage from './pages/agents.tsx';
import ChangesPage from './pages/changes.tsx';
import ErrorsPage from './pages/errors.tsx';
import LimitsPage from './pages/limits.tsx';
import OtherClientsPage from './pages/other-clients.tsx';
import ReferencePage from './pages/reference.tsx';
import StartPage from './pages/start.tsx';
import StudioPage from './pages/studio.tsx';
import WebhooksPage from './pages/webhooks.tsx';
import { pagePath, Text, To } from './prose.tsx';
import { DOCUMENTS, loadDocument, listOperations } from './reference/document.ts';
import type { Operation } from './reference/document.ts';
import { Search } from './search.tsx';

const CONTENTS: Readonly<Record<DeveloperPage | 'start', ComponentType>> = {
  start: StartPage,
  reference: ReferencePage,
  errors: ErrorsPage,
  limits: LimitsPage,
  webhooks: WebhooksPage,
  'other-clients': OtherClientsPage,
  agents: AgentsPage,
  changes: ChangesPage,
  studio: StudioPage,
};

/** Pages for developers: the current page, and at the side the table of contents and the search. */
export default function DevelopersPage() {
  const { pathname } = useLocation();
  const [, , , name = ''] = pathname.split('/');
  const page = DEVELOPER_PAGES.find((each) => each === name) ?? null;
  const isUnknown = page === null && name !== '';
  const heading = isUnknown ? 'Page not found' : page === null ? 'Build with Packshot' : getPageTitle(page);
  usePageTitle(`${heading}, for developers`);
  const operations = useOperations();
  const Content = isUnknown ? Unknown : CONTENTS[page ?? 'start'];
  const isWide = page === 'reference' || page === 'studio';
  return (
    <div lang="en" className="flex-1 bg-ground">
      <div className="mx-auto grid w-full max-w-[88rem] grid-cols-1 gap-x-12 px-6 pb-20 max-md:px-4 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
        <Contents page={page} operations={operations} />
        <article className={classNames('min-w-0 pt-10 text-base max-lg:pt-6', !isWide && 'max-w-[52rem]')}>
          <h1 className="mb-4 text-3xl font-bold tracking-headline max-md:text-2xl">{heading}</h1>
          <Content />
        </article>
      </div>
    </div>
  );
}

const getPageTitle = (page: DeveloperPage): string => PAGES.find((each) => each.page === page)?.title ?? '';

const Unknown = () => (
  <Text>
    The link may be old or mistyped. <To page={null}>Start here</To>, or search.
  </Text>
);

/** Loads the API's operations for the table of contents and the search; empty until the OpenAPI document is loaded. */
function useOperations(): readonly Operation[] {
  const [operations, setOperations] = useState<readonly Operation[]>([]);
  useEffect(() => {
    let isCurrent = true;
    loadDocument(DOCUMENTS.v1).then(
      (document) => isCurrent && setOperations(listOperations(document)),
      // Only logs a failure, because pages that need the OpenAPI document report it themselves.
      (error: unknown) => console.warn('The API reference didn’t load.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return operations;
}

interface ContentsProps {
  readonly page: DeveloperPage | null;
  readonly operations: readonly Operation[];
}

/** Table of contents: at the side on wide screens, collapsed above the page on others. */
function Contents({ page, operations }: ContentsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [shownPage, setShownPage] = useState(page);
  // Closes the table of contents after the user has chosen a page.
  if (shownPage !== page) {
    setShownPage(page);
    setIsOpen(false);
  }
  return (
    <div className="min-w-0 max-lg:sticky max-lg:top-12 max-lg:z-20 max-lg:-mx-6 max-lg:border-b max-lg:border-line max-lg:bg-surface max-lg:px-6 max-lg:py-2 max-md:-mx-4 max-md:px-4 md:max-lg:top-13">
      <div className="lg:sticky lg:top-13 lg:flex lg:max-h-[calc(100dvh-3.25rem)] lg:flex-col lg:pt-10 lg:pb-6">
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <Search operations={operations} />
          </div>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="developer-contents"
            onClick={() => setIsOpen(!isOpen)}
            className="inline-flex h-9 items-center gap-1.5 rounded-md px-3 text-sm font-semibold hover:bg-fill lg:hidden pointer-coarse:h-11"
          >
            Contents
            <Icon of={ChevronDown} sizePx={16} className={isOpen ? 'rotate-180' : ''} />
          </button>
        </div>
        <nav
          id="developer-contents"
          aria-label="For developers"
          className={classNames(
            'mt-5 min-h-0 overflow-y-auto max-lg:mt-2 max-lg:max-h-[60dvh] lg:block',
            !isOpen && 'max-lg:hidden',
          )}
        >
          <ul className="grid gap-0.5">
            {PAGES.map((each) => (
              <li key={each.title}>
                <Link
                  to={pagePath(each.page)}
                  aria-current={each.page === page ? 'page' : undefined}
                  className={classNames(
                    'block rounded-md px-3 py-1.5 text-sm font-medium transition-colors outline-offset-[-2px] pointer-coarse:py-2.5',
                    each.page === page
                      ? 'bg-fill-strong text-ink'
                      : 'text-muted hover:bg-fill hover:text-ink',
                  )}
                >
                  {each.title}
                </Link>
                {each.page === page && (
                  <Sections page={page} operations={operations} onChoose={() => setIsOpen(false)} />
                )}
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}

function Sections({ page, operations, onChoose }: ContentsProps & { readonly onChoose: () => void }) {
  const listed = PAGES.find((each) => each.page === page)?.sections ?? [];
  const calls = page === 'reference' ? operations : [];
  const sections = [
    ...calls.map((each) => [each.operationId, <Call key="call" operation={each} />] as const),
    ...listed,
  ];
  if (sections.length === 0) return null;
  return (
    <ul className="my-1 ml-3 grid border-l border-line">
      {sections.map(([id, title]) => (
        <li key={id}>
          <a
            href={`#${id}`}
            onClick={onChoose}
            className="-ml-px block border-l border-transparent py-1 pl-3 text-sm text-muted transition-colors outline-offset-[-2px] hover:border-ink hover:text-ink pointer-coarse:py-2"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Method and path of a call, in a short form. */
const Call = ({ operation: { method, path } }: { readonly operation: Operation }) => (
  <span className="flex items-baseline gap-1.5 font-mono text-xs">
    <span className="w-9 shrink-0 text-2xs font-semibold">{method === 'DELETE' ? 'DEL' : method}</span>
    <span className="break-all">{path.replace('/v1', '')}</span>
  </span>
);
