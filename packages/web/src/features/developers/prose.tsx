/** Text components for the pages for developers. */
import { ROUTES } from '@packshot/contract/routes';
import type { DeveloperPage } from '@packshot/contract/api/developer-pages';
import { Link } from '@tanstack/react-router';
import { Link as LinkIcon } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

export function Heading({ id, level = 2, children }: HeadingProps) {
  const Tag = level === 2 ? 'h2' : 'h3';
  const size = level === 2 ? 'mt-12 mb-3 text-xl' : 'mt-8 mb-2 text-lg';
  return (
    <Tag id={id} className={`group scroll-mt-24 font-semibold ${size}`}>
      {children}{' '}
      <a
        href={`#${id}`}
        aria-label="Link to this section"
        className="ml-1 inline-block align-middle text-muted opacity-0 transition-opacity group-hover:opacity-100 focus-visible:opacity-100"
      >
        <Icon of={LinkIcon} sizePx={16} />
      </a>
    </Tag>
  );
}

interface HeadingProps {
  readonly id: string;
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

export const Text = ({ children }: { readonly children: ReactNode }) => (
  <p className="my-3 max-w-[44rem]">{children}</p>
);

export const Name = ({ children }: { readonly children: ReactNode }) => (
  <code
    translate="no"
    className="rounded-sm border border-line bg-surface px-1 py-px font-mono text-[0.86em] break-words"
  >
    {children}
  </code>
);

export function To({ page, hash, children }: ToProps) {
  return (
    <Link
      to={pagePath(page)}
      {...(hash !== undefined && { hash })}
      className="font-medium text-accent-text underline decoration-1 underline-offset-3 hover:decoration-2"
    >
      {children}
    </Link>
  );
}

interface ToProps {
  /** Page that the link opens; null for the first page. */
  readonly page: DeveloperPage | null;
  readonly hash?: string;
  readonly children: ReactNode;
}

export const pagePath = (page: DeveloperPage | null): string =>
  page === null ? ROUTES.developers : `${ROUTES.developers}/${page}`;

/** Text in which `names in backticks` become code. */
export function Words({ text }: { readonly text: string }) {
  const parts = text.split('`');
  // The index is a stable key, because the order never changes.
  // oxlint-disable-next-line react/no-array-index-key
  return parts.map((part, at) => (at % 2 === 1 ? <Name key={at}>{part}</Name> : part));
}

export interface TableProps {
  readonly head: readonly string[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
  readonly label: string;
}

/** Table whose cells are stacked, row by row, below 640 px. */
export function Table({ head, rows, label }: TableProps) {
  return (
    <table aria-label={label} className="my-5 w-full text-left text-sm max-sm:block">
      <thead className="text-muted max-sm:sr-only">
        <tr className="border-b border-line-strong">
          {head.map((title) => (
            <th key={title} scope="col" className="py-2 pr-6 font-medium whitespace-nowrap">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(({ id, cells }) => (
          <tr
            key={id}
            id={id}
            className="scroll-mt-24 border-b border-line align-top max-sm:block max-sm:py-3"
          >
            {cells.map((cell, at) => (
              <td key={head[at]} className="py-2.5 pr-6 last:pr-0 max-sm:block max-sm:py-0.5 max-sm:pr-0">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
