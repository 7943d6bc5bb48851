/** Taking pictures of history away: one as a file, many as a ZIP. */
import { downloadCreditsSchema } from '@packshot/contract/credits/schemas';
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { RECORD_MESSAGES } from '@packshot/contract/records/messages';
import { historyFileName } from '@packshot/contract/records/file-names';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { call, messageOf } from '../../lib/api-client.ts';
import { handleCreditCheckError, setDownloadCredits } from '../../lib/credits.ts';
import { downloadFile } from '../../lib/download.ts';
import { openFileLink } from '../../lib/file-link.ts';
import { showToast } from '../../lib/toast.ts';

/** `unpaid`: too few downloads are left; nothing was debited. `paid`: it was, but the file did not come: again is free. */
export type Taken = 'taken' | 'unpaid' | 'paid' | 'failed';

/**
 * Saves the full-size picture under its name; it is paid for once. The server debits only what it has, and its answer is the
 * only way to the file.
 */
export async function downloadRecord(record: SavedRecord): Promise<Taken> {
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
    return 'taken';
  } catch (error) {
    showToast('error', sentenceOf(error));
    return isPaid ? 'paid' : 'failed';
  }
}

/** What goes wrong while the file is fetched has agreed sentences. */
const sentenceOf = (error: unknown): string =>
  error instanceof Error && FILE_FAILURES.includes(error.message) ? error.message : messageOf(error);
const FILE_FAILURES: readonly string[] = [MESSAGES.missingFileUrl, MESSAGES.downloadFailed];

/** Pays for what is not paid for, all or nothing, and lets the browser save the ZIP as it is made. */
export async function downloadZip(records: readonly SavedRecord[]): Promise<Taken> {
  try {
    const answer = await call('orderArchive', { body: { record_ids: records.map(({ id }) => id) } });
    if (answer.url === undefined) return 'unpaid';
    setDownloadCredits(answer.download_credits);
    openFileLink(answer.url);
    showToast('success', RECORD_MESSAGES.archiveStarted);
    return 'taken';
  } catch (error) {
    showToast('error', messageOf(error));
    return 'failed';
  }
}
