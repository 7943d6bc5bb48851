/** Taking a result away: as a file, through the phone's share sheet, or by the clipboard. One price for all. */
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { downloadCreditsSchema } from '@packshot/contract/credits';
import { DEFAULT_DOWNLOAD_NAME } from '@packshot/contract/record-names';
import { ApiError, isAbort } from '../../lib/api-client.ts';
import { isMobileUserAgent } from '../../lib/mobile.ts';
import { currentResult, markDownloaded, payerOf } from './document/results.ts';
import type { Result } from './document/results.ts';
import { composeNow, isComposing, productIn } from './scene/composing.ts';
import type { StudioServices } from './services.ts';
import type { StudioContext } from './studio-state.ts';

/** The download credit check failed: there is no account of downloads, or none is left. */
export class OutOfDownloadCreditsError extends Error {
  constructor() {
    super(MESSAGES.outOfDownloadCredits);
    this.name = 'OutOfDownloadCreditsError';
  }
}

/** 'IMG_2041.heic' becomes 'IMG_2041.png'; a name of nothing but an extension becomes the default. */
export function resultFileName(photoName: string): string {
  const stem = photoName.replace(/\.[^.]+$/, '').trim();
  return stem === '' ? DEFAULT_DOWNLOAD_NAME : `${stem}.png`;
}

/** What is taken away: who is paid for, under what name, and where its pixels are when they were made here. */
interface Taking {
  readonly paidFor: Result;
  readonly name: string;
  madeHere: (() => Promise<Blob | null>) | null;
}

/** The picture on the stage, as something to take away; null when there is none. */
function takingOf(context: StudioContext): (Taking & { readonly documentId: string }) | null {
  const { document } = context.store.getState();
  if (!document) return null;
  const documentId = document.id;
  const name = resultFileName(document.photo?.name ?? '');
  const product = productIn(document);
  if (isComposing({ document })) {
    // What is composed here is paid for by its product: one download, however often its ground changes.
    const paidFor = product && payerOf(document, product.id);
    if (!paidFor || document.edits.scene.background === 'scene') return null;
    return {
      documentId,
      name,
      paidFor,
      madeHere: async () => (await composeNow(context))?.png ?? null,
    };
  }
  const result = currentResult(document);
  const paidFor = result && payerOf(document, result.id);
  if (!paidFor) return null;
  return {
    documentId,
    name,
    paidFor,
    // Only what was made elsewhere has a file there.
    madeHere:
      paidFor === result ? null : () => context.services.documents.readBlob(documentId, `${result.id}/full`),
  };
}

/**
 * Debits a download; the same picture again is free.
 * @returns the address of its bytes
 * @throws OutOfDownloadCreditsError; Error 'Missing file URL.'; ApiError
 */
export async function debitDownload(
  services: Pick<StudioServices, 'downloadBalance' | 'requestDownload'>,
  key: string,
): Promise<string> {
  const balance = downloadCreditsSchema.safeParse(await services.downloadBalance());
  if (!balance.success || balance.data.download_credits < 0) throw new OutOfDownloadCreditsError();
  const answer = await services.requestDownload(key);
  if (answer.download_credits < 0) throw new OutOfDownloadCreditsError();
  if (!answer.url) throw new Error(MESSAGES.missingFileUrl);
  return answer.url;
}

/**
 * Pays for a result of the open document and remembers it.
 * @returns the address of its bytes
 * @throws as `debitDownload`
 */
export async function payForDownload(
  { services, patchDocument }: StudioContext,
  documentId: string,
  { id, key }: Result,
): Promise<string> {
  const url = await debitDownload(services, key);
  patchDocument(documentId, (document) => markDownloaded(document, id));
  return url;
}

/**
 * Pays for a result and fetches its bytes.
 * @throws as `payForDownload`; Error 'Download failed'
 */
async function redeem(
  context: StudioContext,
  documentId: string,
  { paidFor, madeHere }: Taking,
): Promise<Blob> {
  const url = await payForDownload(context, documentId, paidFor);
  try {
    const blob = await (madeHere?.() ?? context.services.fetchBlob(url));
    if (!blob) throw new Error('The picture is not in the browser any more.');
    return blob.type === 'image/png' ? blob : new Blob([blob], { type: 'image/png' });
  } catch (cause) {
    throw new Error(MESSAGES.downloadFailed, { cause });
  }
}

export interface ResultSaver {
  /** @returns false when download credits are missing, so that the way to the plans can be shown */
  download(): Promise<boolean>;
  copy(): Promise<boolean>;
}

export function createResultSaver(context: StudioContext): ResultSaver {
  const { services, store } = context;

  const save = async (
    kind: 'download' | 'copy',
    take: (bytes: Promise<Blob>, name: string) => Promise<void>,
  ): Promise<boolean> => {
    const taking = takingOf(context);
    if (!taking || store.getState().saving !== null) return true;
    store.setState({ saving: kind });
    try {
      await take(redeem(context, taking.documentId, taking), taking.name);
      services.notify('success', kind === 'copy' ? OWN_MESSAGES.imageCopied : OWN_MESSAGES.imageDownloaded);
      return true;
    } catch (error) {
      if (error instanceof OutOfDownloadCreditsError) return false;
      if (!isAbort(error)) services.notify('error', sentenceFor(error));
      return true;
    } finally {
      store.setState({ saving: null });
      void services.refreshBalances();
    }
  };

  return {
    download: () => save('download', async (bytes, name) => shareOrSave(services, await bytes, name)),
    copy: () => save('copy', (bytes) => copyPng(bytes)),
  };
}

/** @throws AbortError when the user closes the phone's share sheet */
export async function shareOrSave(
  services: Pick<StudioServices, 'saveFile'>,
  blob: Blob,
  name: string,
): Promise<void> {
  if (!(await share(blob, name))) services.saveFile(blob, name);
}

/**
 * Hands the file to the phone's share sheet, where "Save to photos" is.
 * @returns false when there is none, or the browser wants a fresh tap for it: save it as a file instead
 * @throws AbortError when the user closes the sheet
 */
async function share(blob: Blob, name: string): Promise<boolean> {
  const file = new File([blob], name, { type: blob.type });
  if (!isMobileUserAgent() || !navigator.canShare?.({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch (error) {
    if (isAbort(error)) throw error;
    return false;
  }
}

/** Safari wants the clipboard item within the click, before its bytes are there: it takes a promise. */
async function copyPng(bytes: Promise<Blob>): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': bytes })]);
  } catch (cause) {
    // The clipboard hides why its bytes did not come: their own error goes first.
    await bytes;
    throw new ClipboardRefusedError(OWN_MESSAGES.copyFailed, { cause });
  }
}

class ClipboardRefusedError extends Error {}

/** What is said of a download that did not come. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ApiError || error instanceof ClipboardRefusedError) return error.message;
  if (error instanceof Error && error.message === MESSAGES.missingFileUrl) return error.message;
  return MESSAGES.downloadFailed;
}
