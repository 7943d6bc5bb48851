import type { RunDownloadRequest } from '@packshot/contract/catalog/runs';
import { call } from '../../../lib/api/api-client.ts';
import { openFileLink } from '../../../lib/files/file-link.ts';
import { refreshDownloadCredits } from '../../../lib/plans/credits.ts';

/** Lets the browser save the files of a run. */
export async function downloadRun(id: string, body: RunDownloadRequest): Promise<void> {
  const { data } = await call('orderRunDownload', { params: { id }, body });
  openFileLink(data.url);
  // If the balance can't be read, the page keeps the earlier one.
  if (body.kind === 'zip') refreshDownloadCredits().catch(() => undefined);
}
