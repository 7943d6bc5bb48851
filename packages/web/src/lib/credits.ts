import { STORAGE_KEYS } from '@packshot/contract/storage-keys';
import { call } from './api-client.ts';
import { useGlobalState } from './global-state.ts';
import { writeStored } from './storage.ts';

/**
 * Generations left; 0 when they cannot be read. The answer is kept in the global state; a zero that only stands
 * for an error is marked as not known, so that nobody is sent to the plans because the network failed.
 */
export async function refreshFreemiumCredits(): Promise<number> {
  const credits = await call('getFreemiumCredits').then(
    (answer) => answer.freemium_credits,
    () => null,
  );
  useGlobalState.setState({ currentFreemiumCredits: credits ?? 0, areCreditsKnown: credits !== null });
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

/** Takes over a balance that another answer brought; -1 (a refused download) shows as 0. */
export function setDownloadCredits(credits: number): void {
  useGlobalState.setState({ currentAvailableDownloadImageCount: Math.max(0, credits) });
}

/** Reads both balances, as after a session starts, a generation ends or a download is made. */
export async function refreshCredits(): Promise<void> {
  await Promise.all([refreshFreemiumCredits(), refreshDownloadCredits()]);
  writeStored(STORAGE_KEYS.calledApiCredits, 'true');
}
