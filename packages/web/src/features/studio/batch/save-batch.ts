/** Downloads the results of a batch as a ZIP or a single file. Each picture is charged once. */
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { PRODUCT_TITLE } from '@packshot/contract/product';
import { ApiError } from '../../../lib/api/api-client.ts';
import { OutOfDownloadCreditsError, debitDownload, notifySaved } from '../export/save-result.ts';
import type { StudioServices } from '../state/services.ts';
import { fileNames, getPaidKey } from './batch.ts';
import type { BatchItem } from './batch.ts';
import type { BatchRunner } from './batch-runner.ts';

const ZIP_NAME = `${PRODUCT_TITLE} batch.zip`;

export function createBatchSaver(services: StudioServices, runner: BatchRunner) {
  /**
   * Charges for an item's picture, unless that was done before.
   * @returns false if no download credits are left
   */
  const pay = async (item: BatchItem): Promise<boolean> => {
    if (item.isDownloaded) return true;
    const key = getPaidKey(item);
    if (key === null) throw new Error(MESSAGES.missingFileUrl);
    try {
      await debitDownload(services, key);
    } catch (error) {
      if (error instanceof OutOfDownloadCreditsError) return false;
      throw error;
    }
    runner.markDownloaded(item.id);
    return true;
  };

  const guardSave = async (act: () => Promise<boolean>): Promise<boolean> => {
    if (runner.store.getState().isZipping) return true;
    runner.store.setState({ isZipping: true });
    try {
      return await act();
    } catch (error) {
      console.warn('The results were not saved.', error);
      services.notify('error', error instanceof ApiError ? error.message : MESSAGES.downloadFailed);
      return true;
    } finally {
      runner.store.setState({ isZipping: false });
      void services.refreshBalances();
    }
  };

  const sayGone = (): true => {
    services.notify('warning', OWN_MESSAGES.batchFilesGone);
    return true;
  };

  return {
    saveItem: (id: string): Promise<boolean> =>
      guardSave(async () => {
        const { batch } = runner.store.getState();
        const item = batch?.items.find((candidate) => candidate.id === id);
        if (!batch || !item) return true;
        const file = await runner.files.read(batch.id, id, 'file');
        if (!file) return sayGone();
        if (!(await pay(item))) return false;
        services.saveFile(file, fileNames(batch).get(id) ?? item.name);
        notifySaved(services, { isMissed: item.file?.isUnsigned === true });
        return true;
      }),
    /**
     * Saves all finished files as a ZIP.
     * @returns false if download credits ran out; the files paid for are saved anyway
     */
    saveZip: (): Promise<boolean> =>
      guardSave(async () => {
        const { batch } = runner.store.getState();
        if (!batch) return true;
        const completedItems = batch.items.filter(({ state }) => state === 'done');
        const here = await filterStored(runner, batch.id, completedItems);
        // Makes the ZIP before paying, and makes it again only if some files couldn't be paid for.
        const zip = (items: readonly BatchItem[]): Promise<Blob> =>
          services.zip(iterateFiles(runner, batch.id, items, fileNames(batch)));
        const ready = here.length > 0 ? await zip(here) : null;
        const paid: BatchItem[] = [];
        for (const item of here) {
          if (!(await pay(item))) break;
          paid.push(item);
        }
        if (ready && paid.length > 0) {
          services.saveFile(paid.length === here.length ? ready : await zip(paid), ZIP_NAME);
          const isUnsigned = paid.some(({ file }) => file?.isUnsigned === true);
          if (isUnsigned) services.notify('warning', OWN_MESSAGES.zipUnsigned);
          else services.notify('success', OWN_MESSAGES.zipDownloaded);
        }
        if (here.length < completedItems.length) services.notify('warning', OWN_MESSAGES.batchFilesGone);
        return paid.length === here.length;
      }),
  };
}

async function filterStored(
  runner: BatchRunner,
  batchId: string,
  items: readonly BatchItem[],
): Promise<readonly BatchItem[]> {
  const storedItems: BatchItem[] = [];
  for (const item of items) if (await runner.files.read(batchId, item.id, 'file')) storedItems.push(item);
  return storedItems;
}

/** Yields the files for the ZIP one at a time, so that they don't all have to fit into memory. */
async function* iterateFiles(
  runner: BatchRunner,
  batchId: string,
  items: readonly BatchItem[],
  names: ReadonlyMap<string, string>,
): AsyncGenerator<{ name: string; input: Blob }> {
  for (const { id, name } of items) {
    const input = await runner.files.read(batchId, id, 'file');
    if (input) yield { name: names.get(id) ?? name, input };
    else console.warn('A file of the batch is not in the browser anymore.');
  }
}
