import { t } from '@packshot/contract/text/translation';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Number of results: one row on a wide screen. */
const SHOWN = 6;
const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** Latest results of a member; hidden if there are none, or if they can't be loaded. */
export default function LastResults() {
  const records = useLastRecords();
  if (records !== null && records.length === 0) return null;
  return (
    <section className="mx-auto w-full max-w-page px-6 pt-10 max-md:px-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-2xl font-bold tracking-headline">{t('Recent results')}</h2>
        <Link to={ROUTES.home} search={{ tab: 'history' }} className="text-sm font-semibold hover:underline">
          {t('See all')}
        </Link>
      </div>
      <ul className="mt-5 grid grid-cols-3 gap-4 max-md:gap-3 lg:grid-cols-6">
        {records === null
          ? PLACES.map((place) => (
              <li key={place}>
                <Skeleton className="aspect-square rounded-xl" />
              </li>
            ))
          : records.map((record) => (
              <li key={record.id}>
                <Link
                  to={ROUTES.home}
                  search={{ tab: 'history' }}
                  className="flex aspect-square items-center justify-center overflow-hidden rounded-xl border border-line bg-fill-strong transition-shadow hover:shadow-mid"
                >
                  <img
                    src={record.thumb_url ?? record.standard_output_image_url ?? ''}
                    alt={record.text_prompt || record.name || t('A result')}
                    loading="lazy"
                    decoding="async"
                    className="checkerboard max-h-full max-w-full bg-size-[12px_12px]"
                  />
                </Link>
              </li>
            ))}
      </ul>
    </section>
  );
}

function useLastRecords(): readonly SavedRecord[] | null {
  const [records, setRecords] = useState<readonly SavedRecord[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    call('listRecords', { query: { per_page: SHOWN }, signal: leaving.signal }).then(
      ({ data }) => setRecords(data),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        console.warn('The last results did not arrive.', error);
        setRecords([]);
      },
    );
    return () => leaving.abort();
  }, []);
  return records;
}
