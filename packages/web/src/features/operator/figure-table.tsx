import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

interface FigureColumn {
  readonly title: string;
  /** Set for a column that phones hide, to make room for the other columns. */
  readonly isMinor?: boolean;
}

export interface FigureRow {
  readonly id: string;
  readonly name: ReactNode;
  readonly figures: readonly string[];
  /** Index of a figure in the row that signals a problem; null or missing for none. */
  readonly bad?: number | null;
}

export function FigureTable(props: {
  readonly caption: string;
  readonly of: string;
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly FigureRow[];
}) {
  const { caption, of, columns, rows } = props;
  return (
    <table className="mt-3 w-full text-left text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 pr-3 font-medium">
            {of}
          </th>
          {columns.map(({ title, isMinor = false }) => (
            <th
              key={title}
              scope="col"
              className={classNames('py-2 pl-3 text-right font-medium', isMinor && 'max-sm:hidden')}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, figures, bad = null }) => (
          <tr key={id} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 pr-3 font-medium break-words">
              {name}
            </th>
            {figures.map((figure, at) => (
              <td
                key={columns[at]?.title}
                className={classNames(
                  'py-2 pl-3 text-right whitespace-nowrap',
                  columns[at]?.isMinor === true && 'max-sm:hidden',
                  at === bad && 'text-danger',
                )}
              >
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
