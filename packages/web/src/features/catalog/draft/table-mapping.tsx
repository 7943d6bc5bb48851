import { t } from '@packshot/contract/text/translation';
import { CATALOG_MESSAGES } from '@packshot/contract/catalog/messages';
import { OWN_COLUMNS_MAX, TABLE_MAX_BYTES } from '@packshot/contract/catalog/limits';
import { findAltColumn } from '@packshot/contract/catalog/manifest';
import type { TableEncoding } from '@packshot/contract/catalog/table-text';
import { COLUMN_ROLES } from '@packshot/contract/catalog/tables';
import type { ColumnRole, TableAnswer, TableMapping as Mapping } from '@packshot/contract/catalog/tables';
import { useCallback, useEffect, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Rich } from '../../../ui/rich.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TableNotices } from './table-notices.tsx';

interface TableMappingProps {
  readonly runId: string;
  /** Number of rows that the run has already. */
  readonly rowsBefore: number;
  readonly table: File;
  readonly onCancel: () => void;
  readonly onAdded: (rows: number) => void;
}

const ROLE_WORDS: Readonly<Record<ColumnRole, string>> = {
  sku: 'SKU',
  variant: t('Variant'),
  slot: t('Slot (front, back …)'),
  file: t('File name'),
  url: t('Image URL'),
};

/** Use of a table column: one of the catalog's roles, a custom column, or ignored. */
type Use = ColumnRole | 'own' | 'none';

export function TableMapping({ runId, rowsBefore, table, onCancel, onAdded }: TableMappingProps) {
  const [encoding, setEncoding] = useState<TableEncoding | undefined>();
  const load = useCallback(async () => preview(runId, table, encoding), [runId, table, encoding]);
  const { loaded, reload } = useLoaded(load);
  if (loaded.state === 'loading') return <Skeleton className="mt-3 h-64" />;
  if (loaded.state === 'failed') {
    return (
      <div className="mt-3 grid justify-items-start gap-3">
        <LoadFailure message={loaded.message} onRetry={() => void reload()} />
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t('Choose another file')}
        </Button>
      </div>
    );
  }
  if (loaded.value === 'too-large') {
    return (
      <div className="mt-3 grid justify-items-start gap-3">
        <Notice tone="error">{CATALOG_MESSAGES.tableTooLarge}</Notice>
        <Button variant="secondary" size="sm" onClick={onCancel}>
          {t('Choose another file')}
        </Button>
      </div>
    );
  }
  const { value } = loaded;
  return (
    <>
      <TableNotices shown={value} onEncoding={setEncoding} />
      {/* The key resets the form, because reading the table in another encoding may change the columns. */}
      <Columns
        key={value.encoding}
        {...{ runId, rowsBefore, table, encoding, onCancel, onAdded }}
        shown={value}
      />
    </>
  );
}

async function preview(
  runId: string,
  table: File,
  encoding: TableEncoding | undefined,
): Promise<TableAnswer | 'too-large'> {
  if (table.size > TABLE_MAX_BYTES) return 'too-large';
  return (await call('addRunTable', { params: { id: runId }, query: { encoding }, raw: table })).data;
}

/** Use of each column in a mapping. */
export function toUses(mapping: Mapping, columns: number): readonly Use[] {
  return Array.from({ length: columns }, (_, at) => {
    const role = COLUMN_ROLES.find((each) => mapping[each] === at);
    return role ?? (mapping.own.includes(at) ? 'own' : 'none');
  });
}

/** Mapping made from the selected uses. */
export function toMapping(uses: readonly Use[]): Mapping {
  const at = (role: ColumnRole): number | null => (uses.includes(role) ? uses.indexOf(role) : null);
  return {
    sku: at('sku'),
    variant: at('variant'),
    slot: at('slot'),
    file: at('file'),
    url: at('url'),
    own: uses.flatMap((use, column) => (use === 'own' ? [column] : [])),
  };
}

/** Assigns a use to a column; another column that had this role becomes a custom one. */
export const withUse = (uses: readonly Use[], column: number, use: Use): readonly Use[] =>
  uses.map((before, at) => {
    if (at === column) return use;
    return before === use && use !== 'own' && use !== 'none' ? 'own' : before;
  });

interface ColumnsProps extends TableMappingProps {
  readonly shown: TableAnswer;
  readonly encoding: TableEncoding | undefined;
}

function Columns(props: ColumnsProps) {
  const { runId, rowsBefore, table, encoding, shown, onCancel, onAdded } = props;
  const [uses, setUses] = useState(() => toUses(shown.mapping, shown.columns.length));
  const usableRows = useUsable({ runId, table, encoding }, shown, uses);
  const usable = typeof usableRows === 'object' ? usableRows.usable : null;
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const mapping = toMapping(uses);
  const hasSource = mapping.file !== null || mapping.url !== null;
  const isTooWide = mapping.own.length > OWN_COLUMNS_MAX;
  const add = async (): Promise<void> => {
    setIsSending(true);
    setFailure(null);
    try {
      const query = { mapping: JSON.stringify(mapping), encoding };
      onAdded((await call('addRunTable', { params: { id: runId }, query, raw: table })).data.added);
    } catch (error) {
      setFailure(getErrorMessage(error));
      setIsSending(false);
    }
  };
  return (
    <div className="mt-3 grid gap-4">
      <p className="text-sm text-muted">
        <Rich
          text={t(
            '<bdi>{name}</bdi>: {rows, plural, one {# row} other {# rows}}. Choose what each column means; the first rows are below.',
            { name: table.name, rows: shown.rows },
          )}
          bdi={<bdi translate="no" />}
        />
      </p>
      <div className="overflow-x-auto rounded-lg border border-line">
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              {shown.columns.map((column, at) => (
                // Columns have no other identity than their places.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={at} scope="col" className="min-w-40 border-b border-line bg-fill p-2 font-medium">
                  <span className="mb-1 block truncate px-1">
                    <bdi translate="no">{column}</bdi>
                  </span>
                  <select
                    aria-label={t('Use {column} as', { column })}
                    value={uses[at]}
                    onChange={(event) => setUses(withUse(uses, at, event.target.value as Use))}
                    className="h-9 w-full rounded-md border border-field-line bg-surface px-2 font-normal pointer-coarse:h-11"
                  >
                    {COLUMN_ROLES.map((role) => (
                      <option key={role} value={role}>
                        {ROLE_WORDS[role]}
                      </option>
                    ))}
                    <option value="own">{t('Keep as data')}</option>
                    <option value="none">{t('Ignore')}</option>
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.first_rows.map((cells, row) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={row}>
                {shown.columns.map((_, at) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={at} className="max-w-56 truncate border-b border-line px-3 py-1.5">
                    <bdi translate="no">{cells[at] ?? ''}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-muted">
        {t('Columns kept as data can be used in file names and appear in the manifest.')}{' '}
        <AltText shown={shown} of={mapping} />
      </p>
      {rowsBefore > 0 && (
        <Notice tone="info">
          {t(
            'This draft already has {rows, plural, one {# row} other {# rows}}; the rows of this table are added to them. To replace a table, delete the draft, and make a new one with the corrected table.',
            { rows: rowsBefore },
          )}
        </Notice>
      )}
      {!hasSource && (
        <Notice tone="info">{t('Choose the column with each photo’s file name or image URL.')}</Notice>
      )}
      {isTooWide && <Notice tone="error">{CATALOG_MESSAGES.tooManyOwnColumns}</Notice>}
      {typeof usableRows === 'object' && <Problems of={usableRows} />}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          loading={isSending}
          disabled={!hasSource || isTooWide || usableRows === 'counting' || usable === 0}
          onClick={() => void add()}
        >
          {usable === null
            ? t('Add rows')
            : t('Add {usable, plural, one {# row} other {# rows}}', { usable })}
        </Button>
        <Button variant="secondary" disabled={isSending} onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  );
}

/** Sentence about the source of each picture's alt text. */
function AltText({ shown: { columns }, of: { own } }: { readonly shown: TableAnswer; readonly of: Mapping }) {
  const column = findAltColumn(own.map((place) => columns[place] ?? ''));
  if (column === undefined)
    return t('For alt texts, keep a column named “Alt text”, “Title” or “Description”.');
  return (
    <Rich
      text={t('Its alt texts come from “<bdi>{column}</bdi>”.', { column: column.trim() })}
      bdi={<bdi translate="no" />}
    />
  );
}

type Usable = Pick<TableAnswer, 'rows' | 'usable' | 'problems'>;

function useUsable(
  { runId, table, encoding }: Pick<ColumnsProps, 'runId' | 'table' | 'encoding'>,
  tableAnswer: TableAnswer,
  uses: readonly Use[],
): Usable | 'counting' | 'unknown' {
  const mappingKey = JSON.stringify(toMapping(uses));
  const [answer, setAnswer] = useState<{ readonly mappingKey: string; readonly usable: Usable | 'unknown' }>(
    () => ({ mappingKey, usable: tableAnswer }),
  );
  useEffect(() => {
    if (answer.mappingKey === mappingKey) return;
    let isCurrent = true;
    const query = { mapping: mappingKey, only_show: 'true', encoding } as const;
    call('addRunTable', { params: { id: runId }, query, raw: table }).then(
      ({ data }) => {
        if (isCurrent) setAnswer({ mappingKey, usable: data });
      },
      (error: unknown) => {
        console.warn('How many rows can be used is not known.', error);
        // The user can add the rows anyway; the page shows their number afterwards.
        if (isCurrent) setAnswer({ mappingKey, usable: 'unknown' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [answer.mappingKey, mappingKey, runId, table, encoding]);
  return answer.mappingKey === mappingKey ? answer.usable : 'counting';
}

function Problems({ of: { rows, usable, problems } }: { readonly of: Usable }) {
  if (usable === rows) return null;
  return (
    <Disclosure title={t('Unusable rows: {count, number}', { count: rows - usable })}>
      <ul className="mt-2 grid gap-1 text-muted">
        {problems.map(({ row, message }) => (
          <li key={`${row} ${message}`}>{t('Row {row, number}: {message}', { row, message })}</li>
        ))}
        {rows - usable > problems.length && (
          <li>{t('… and {count, number} more', { count: rows - usable - problems.length })}</li>
        )}
      </ul>
    </Disclosure>
  );
}
