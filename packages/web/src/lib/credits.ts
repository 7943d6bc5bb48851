import { STORAGE_KEYS } from './storage-keys.ts';
import { call } from './api-client.ts';
import { ApiError, isBusyStatus } from './api-error.ts';
import { useGlobalState } from './global-state.ts';
import type { GlobalState } from './global-state.ts';
import { writeStored } from './storage.ts';

const readFreemiumCredits = (): Promise<number | null> =>
  call('getFreemiumCredits').then(
    (answer) => answer.freemium_credits,
    () => null,
  );

function setFreemiumCredits(credits: number | null): void {
  useGlobalState.setState({ currentFreemiumCredits: credits ?? 0, areCreditsKnown: credits !== null });
}

/**
 * Generations left; 0 when they cannot be read. The answer is kept in the global state; a zero that only stands
 * for an error is marked as not known, so that nobody is sent to the plans because the network failed.
 */
export async function refreshFreemiumCredits(): Promise<number> {
  const credits = await readFreemiumCredits();
  setFreemiumCredits(credits);
  return credits ?? 0;
}

/**
 * Downloads left, as the server counts them; reads only.
 * @throws {ApiError} when they cannot be read
 */
export async function refreshDownloadCredits(): Promise<number> {
  const { download_credits } = await call('getDownloadCredits');
  setDownloadCredits(download_credits);
  return download_credits;
}

/**
 * What a failed check of download credits comes to: an answer that is none, so that the download is refused like one without
 * credits. No answer, a gateway without time and a session that has ended have sentences of their own.
 * @throws the error, when it is one of these
 */
export function creditCheckFailed(error: unknown): null {
  if (!(error instanceof ApiError) || isBusyStatus(error.status) || error.status === UNAUTHORIZED)
    throw error;
  console.warn('The download credits could not be checked.', error);
  return null;
}
const UNAUTHORIZED = 401;

/** Takes over a balance that another answer brought; -1 (a refused download) shows as 0. */
export function setDownloadCredits(credits: number): void {
  useGlobalState.setState({ currentAvailableDownloadImageCount: Math.max(0, credits) });
}

/** A plan that cannot be read is left as it was: who has one is told so by the server in any case. */
async function readSubscription(): Promise<Partial<GlobalState>> {
  return call('getSubscriptionDetails').then(
    ({ data }) => ({ subscriptionDetails: data, subscriptionPrices: data.prices }),
    () => ({}),
  );
}

/** Reads both balances and the plan, as after a session starts, a generation ends or a download is made. */
export async function refreshCredits(): Promise<void> {
  const [freemium, subscription] = await Promise.all([
    readFreemiumCredits(),
    readSubscription(),
    refreshDownloadCredits(),
  ]);
  // At once, so that a subscriber never sees a number first.
  useGlobalState.setState(subscription);
  setFreemiumCredits(freemium);
  writeStored(STORAGE_KEYS.calledApiCredits, 'true');
}
