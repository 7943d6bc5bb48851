import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import type { Ledger, LedgerLine } from '@packshot/contract/credits/schemas';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { classNames } from '../../../ui/class-names.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { formatShortDay } from '../days.ts';
import { MoreRows } from '../more-rows.tsx';
import { usePages } from '../use-pages.ts';

const timeFormat = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'short' });

/** Section that lists every addition and deduction of credits. */
export default function LedgerSection() {
  const [ledger, setLedger] = useState<Ledger>('download');
  // The list reloads when the balance changes, because another page may have added lines.
  const balance = useGlobalState((state) =>
    ledger === 'download' ? state.currentAvailableDownloadImageCount : state.currentFreemiumCredits,
  );
  return (
    <>
      <SegmentedControl
        label={t('Ledger')}
        value={ledger}
        onChange={setLedger}
        segments={[
          { value: 'download', label: t('Downloads') },
          { value: 'freemium', label: t('Generations') },
        ]}
      />
      <Lines key={`${ledger} ${balance}`} ledger={ledger} />
    </>
  );
}

function Lines({ ledger }: { readonly ledger: Ledger }) {
  const pages = usePages<LedgerLine>((page) => call('getLedger', { query: { ledger, page } }));
  if (pages.rows === null) {
    return pages.failure === null ? <Skeleton className="mt-4 h-32" /> : <MoreRows pages={pages} />;
  }
  if (pages.rows.length === 0) return <p className="mt-4 text-base text-muted">{t('No activity yet.')}</p>;
  return (
    <>
      <table className="mt-4 w-full text-left text-sm">
        <thead className="text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-4 font-medium">
              {t('Date')}
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              {t('Description')}
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-medium">
              {t('Change', { context: 'amount' })}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {t('Balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {pages.rows.map((line) => (
            <tr key={line.id} className="border-b border-line last:border-0">
              <td className="py-2.5 pr-4 max-sm:pr-2 align-top whitespace-nowrap text-muted tabular-nums">
                <time dateTime={line.created_at}>
                  {formatShortDay(line.created_at)}
                  <span className="max-sm:hidden">, {timeFormat.format(new Date(line.created_at))}</span>
                </time>
              </td>
              <td className="py-2.5 pr-4 max-sm:pr-2 align-top">{line.words}</td>
              <td
                className={classNames(
                  'py-2.5 pr-4 max-sm:pr-2 text-right align-top font-medium tabular-nums',
                  line.amount > 0 && 'text-success',
                )}
              >
                {line.amount > 0 ? `+${line.amount}` : `−${-line.amount}`}
              </td>
              <td className="py-2.5 text-right align-top tabular-nums">{line.balance}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows pages={pages} />
    </>
  );
}
