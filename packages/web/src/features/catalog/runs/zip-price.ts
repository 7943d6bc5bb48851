/** Price of a run's ZIP in downloads. */
import { t } from '@packshot/contract/text/translation';
import type { Run, RunEstimate } from '@packshot/contract/catalog/runs';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { settleLoad } from '../../../lib/api/use-loaded.ts';
import type { Loaded } from '../../../lib/api/use-loaded.ts';
import { hasBilling } from '../../../lib/page/installation.ts';
import { setDownloadCredits } from '../../../lib/plans/credits.ts';
import { countMade } from '../words.ts';

export type ZipPrice = RunEstimate['downloads'];

/** Price without billing, and of a ZIP without pictures. */
const FREE: Loaded<ZipPrice> = { state: 'ready', value: null };

/**
 * Reads the price of a run's ZIP, also after each change of the run's counts. The price is null without billing.
 * @param isAsked whether the user wants the ZIP. The price of a running run is read only then, because it keeps
 * changing.
 */
export function useZipPrice(run: Run, isAsked: boolean) {
  const { id, status, counts } = run;
  const [price, setPrice] = useState<Loaded<ZipPrice>>({ state: 'loading' });
  const [turn, setTurn] = useState(0);
  const isPriced = hasBilling() && countMade(run) > counts.rejected;
  const isWanted = isPriced && (isAsked || status !== 'running');
  const key = isWanted ? JSON.stringify([id, counts, turn]) : null;
  useEffect(() => {
    if (key === null) return;
    let isCurrent = true;
    const [runId] = JSON.parse(key) as [string];
    void settleLoad(async () => (await call('estimateRun', { params: { id: runId } })).data.downloads).then(
      (outcome) => {
        if (!isCurrent) return;
        setPrice(outcome);
        if (outcome.state === 'ready' && outcome.value !== null) setDownloadCredits(outcome.value.balance);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return { price: isPriced ? price : FREE, reload: useCallback(() => setTurn((last) => last + 1), []) };
}

/**
 * Formats a price: 'Uses 34 of 373 downloads.'
 * @param needed number of pictures that aren't paid for
 */
export function downloadsWords(needed: number, balance: number): string {
  if (needed === 0) return t('Already downloaded. Free to save again.');
  if (needed > balance) return lackOfDownloads(needed, balance);
  return t('Uses {needed, number} of {balance, plural, one {# download} other {# downloads}}.', {
    needed,
    balance,
  });
}

/** Formats a lack of downloads: 'Needs 6 downloads, and you have 5. 1 is missing.' */
export const lackOfDownloads = (needed: number, balance: number): string =>
  t(
    'Needs {needed, plural, one {# download} other {# downloads}}, and you have {balance, number}. {missing, plural, one {# is} other {# are}} missing.',
    { needed, balance, missing: needed - balance },
  );
