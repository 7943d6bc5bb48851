/** Downloads pictures of the history: one as a file, several as a ZIP. */
import { downloadCreditsSchema } from '@packshot/contract/credits/schemas';
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { RECORD_MESSAGES } from '@packshot/contract/records/messages';
import { historyFileName } from '@packshot/contract/records/file-names';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { call, getErrorMessage } from '../../lib/api/api-client.ts';
import { handleCreditCheckError, setDownloadCredits } from '../../lib/plans/credits.ts';
import { downloadFile } from '../../lib/files/download.ts';
import { openFileLink } from '../../lib/files/file-link.ts';
import { showToast } from '../../lib/state/toast.ts';

/**
 * `unpaid`: too few download credits are left, and nothing was charged. `paid`: charged, but the file didn't arrive;
 * trying again is free.
 */
export type DownloadOutcome = 'downloaded' | 'unpaid' | 'paid' | 'failed';

/**
 * Saves the full-size picture under its name; each record is charged only once. The server refuses a download without
 * credits, and otherwise returns the file's address.
 */
export async function downloadRecord(record: SavedRecord): Promise<DownloadOutcome> {
  let isPaid = false;
  try {
    const balance = downloadCreditsSchema.safeParse(
      await call('getDownloadCredits').catch(handleCreditCheckError),
    );
    if (!balance.success || balance.data.download_credits < 0) return 'unpaid';
    if (record.output_image_url_key === null) throw new Error(MESSAGES.missingFileUrl);
    const answer = await call('downloadImage', { body: { key: record.output_image_url_key } });
    setDownloadCredits(answer.download_credits);
    if (answer.download_credits < 0) return 'unpaid';
    isPaid = answer.url !== undefined;
    await downloadFile(answer.url, historyFileName(record.tool_type));
    showToast('success', OWN_MESSAGES.imageDownloaded);
    return 'downloaded';
  } catch (error) {
    showToast('error', readableMessage(error));
    return isPaid ? 'paid' : 'failed';
  }
}

/** Message for the user; errors while loading the file already contain one. */
const readableMessage = (error: unknown): string =>
  error instanceof Error && FILE_FAILURES.includes(error.message) ? error.message : getErrorMessage(error);
const FILE_FAILURES: readonly string[] = [MESSAGES.missingFileUrl, MESSAGES.downloadFailed];

/** Charges all records that aren't paid for, or none of them, and lets the browser save the streamed ZIP. */
export async function downloadZip(records: readonly SavedRecord[]): Promise<DownloadOutcome> {
  try {
    const answer = await call('orderArchive', { body: { record_ids: records.map(({ id }) => id) } });
    if (answer.url === undefined) return 'unpaid';
    setDownloadCredits(answer.download_credits);
    openFileLink(answer.url);
    showToast('success', RECORD_MESSAGES.archiveStarted);
    return 'downloaded';
  } catch (error) {
    showToast('error', getErrorMessage(error));
    return 'failed';
  }
}
