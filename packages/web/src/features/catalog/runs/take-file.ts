import { MESSAGES } from '@packshot/contract/messages';
import { saveBlob } from '../../../lib/files/download.ts';
import { showToast } from '../../../lib/state/toast.ts';

/** Saves a file of a run, which costs a download the first time; says why when it can't. */
export async function takeFile(downloadUrl: string, name: string): Promise<void> {
  const response = await fetch(downloadUrl).catch(() => null);
  if (response?.ok === true) saveBlob(await response.blob(), name);
  else showToast('error', await sentenceIn(response));
}

/** The server's sentence, such as that no download is left. */
async function sentenceIn(response: Response | null): Promise<string> {
  const problem: unknown = await response?.json().catch(() => null);
  const isProblem = typeof problem === 'object' && problem !== null && 'detail' in problem;
  return isProblem && typeof problem.detail === 'string' ? problem.detail : MESSAGES.downloadFailed;
}
