import { hasBilling } from '../page/installation.ts';
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { call } from '../api/api-client.ts';
import { ApiError, isBusyStatus } from '../api/api-error.ts';
import { UNLIMITED, useGlobalState } from '../state/global-state.ts';
import type { GlobalState } from '../state/global-state.ts';
import { writeStored } from '../state/storage.ts';

const readFreemiumCredits = (): Promise<number | null> =>
  call('getFreemiumCredits').then(
    (answer) => answer.freemium_credits,
    () => null,
  );

function setFreemiumCredits(credits: number | null): void {
  useGlobalState.setState({ currentFreemiumCredits: credits ?? 0, areCreditsKnown: credits !== null });
}

/**
 * Reads the number of remaining generations and stores it in the global state; 0 if it can't be read. After an error,
 * the state marks the zero as unknown, so that a network failure doesn't make the page offer plans.
 */
export async function refreshFreemiumCredits(): Promise<number> {
  if (!hasBilling()) return UNLIMITED;
  const credits = await readFreemiumCredits();
  setFreemiumCredits(credits);
  return credits ?? 0;
}

/**
 * Reads the number of remaining downloads from the server.
 * @throws {ApiError} if it can't be read
 */
export async function refreshDownloadCredits(): Promise<number> {
  if (!hasBilling()) return UNLIMITED;
  const { download_credits } = await call('getDownloadCredits');
  setDownloadCredits(download_credits);
  return download_credits;
}

/**
 * Handles a failed check of the download credits: returns null, so that the download is refused as if there were no
 * credits. A lost connection, a busy gateway and an expired session have messages of their own, so their errors are
 * rethrown.
 * @throws one of these errors
 */
export function handleCreditCheckError(error: unknown): null {
  if (!(error instanceof ApiError) || isBusyStatus(error.status) || error.status === UNAUTHORIZED)
    throw error;
  console.warn('The download credits could not be checked.', error);
  return null;
}
const UNAUTHORIZED = 401;

/** Stores a balance that another response contains; -1 (a refused download) is stored as 0. */
export function setDownloadCredits(credits: number): void {
  const remainingDownloads = hasBilling() ? Math.max(0, credits) : UNLIMITED;
  useGlobalState.setState({ currentAvailableDownloadImageCount: remainingDownloads });
}

/** Reads the plan. If this fails, the stored plan stays; the server checks the actual plan in any case. */
async function readSubscription(): Promise<Partial<GlobalState>> {
  return call('getSubscriptionDetails').then(
    ({ data }) => ({ subscriptionDetails: data, subscriptionPrices: data.prices }),
    () => ({}),
  );
}

/** Reads both balances and the plan into the global state. */
export async function refreshCredits(): Promise<void> {
  if (!hasBilling())
    return useGlobalState.setState({ currentAvailableDownloadImageCount: UNLIMITED, areCreditsKnown: true });
  const [freemium, subscription] = await Promise.all([
    readFreemiumCredits(),
    readSubscription(),
    refreshDownloadCredits(),
  ]);
  // Stores the plan first, so that a subscriber never sees a number of generations.
  useGlobalState.setState(subscription);
  setFreemiumCredits(freemium);
  writeStored(STORAGE_KEYS.calledApiCredits, 'true');
}
