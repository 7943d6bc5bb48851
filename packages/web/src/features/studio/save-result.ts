/** Taking a result away: as a file, through the phone's share sheet, or by the clipboard. One price for all. */
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { downloadCreditsSchema } from '@packshot/contract/credits';
import { DEFAULT_DOWNLOAD_NAME } from '@packshot/contract/record-names';
import { ApiError, isAbort } from '../../lib/api-client.ts';
import { isMobileUserAgent } from '../../lib/mobile.ts';
import type { PictureMetadata } from '@packshot/contract/export';
import { markPaid, payerFor } from './document/payer.ts';
import type { Payer } from './document/payer.ts';
import { currentResult } from './document/results.ts';
import { metadataOf } from './export/picture-metadata.ts';
import type { FileMadeHere } from './history/file-made-here.ts';
import { madeHereOf } from './history/made-here.ts';
import type { MadeHere } from './history/made-here.ts';
import { composeNow } from './scene/compose-now.ts';
import { isComposing, productIn } from './scene/composing.ts';
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

/** What is taken away: who pays for it, what its file says, and where its pixels are when they were made here. */
interface Taking {
  readonly documentId: string;
  readonly payer: Payer | null;
  readonly name: string;
  readonly metadata: PictureMetadata;
  /** Null: the server has them. */
  readonly pixels: (() => Promise<Blob | null>) | null;
  readonly madeHere: MadeHere | null;
}

/** The picture on the stage, as something to take away; null when there is none. */
function takingOf(context: StudioContext): Taking | null {
  const state = context.store.getState();
  const { document } = state;
  if (!document) return null;
  const taking = {
    documentId: document.id,
    name: resultFileName(document.photo?.name ?? ''),
    metadata: metadataOf(document),
    madeHere: madeHereOf(state),
  };
  if (isComposing(state)) {
    const product = productIn(document);
    if (!product || document.edits.scene.background === 'scene') return null;
    // What is composed here is paid for by its product: one download, however often its ground changes.
    const payer = payerFor(document, product.id);
    return { ...taking, payer, pixels: async () => (await composeNow(context))?.png ?? null };
  }
  const result = currentResult(document);
  if (!result) return null;
  const { documents } = context.services;
  return {
    ...taking,
    payer: payerFor(document, result.id),
    pixels: result.key === '' ? () => documents.readBlob(document.id, `${result.id}/full`) : null,
  };
}

/** The specification's check before every download. @throws OutOfDownloadCreditsError; ApiError */
async function checkBalance({ downloadBalance }: Pick<StudioServices, 'downloadBalance'>): Promise<void> {
  const balance = downloadCreditsSchema.safeParse(await downloadBalance());
  if (!balance.success || balance.data.download_credits < 0) throw new OutOfDownloadCreditsError();
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
  await checkBalance(services);
  const answer = await services.requestDownload(key);
  if (answer.download_credits < 0) throw new OutOfDownloadCreditsError();
  if (!answer.url) throw new Error(MESSAGES.missingFileUrl);
  return answer.url;
}

/**
 * Pays for a picture of the open document and remembers it.
 * @param payer null: nothing is debited
 * @returns the address of the payer's bytes
 * @throws as `debitDownload`
 */
export async function payForDownload(
  { services, patchDocument }: StudioContext,
  documentId: string,
  payer: Payer | null,
): Promise<string | null> {
  if (payer === null) {
    await checkBalance(services);
    return null;
  }
  const url = await debitDownload(services, payer.key);
  patchDocument(documentId, (document) => markPaid(document, payer.id));
  return url;
}

interface Redeemed {
  /** As it was made. */
  readonly file: Blob;
  /** As it is taken away. */
  readonly png: Blob;
}

/**
 * Pays for a picture and gets its bytes.
 * @throws as `payForDownload`; Error 'Download failed'
 */
async function redeem(context: StudioContext, taking: Taking): Promise<Redeemed> {
  const { services } = context;
  const url = await payForDownload(context, taking.documentId, taking.payer);
  try {
    const file = await (taking.pixels?.() ?? (url === null ? null : services.fetchBlob(url)));
    if (!file) throw new Error('The picture is not in the browser any more.');
    return { file, png: await services.pngOf(file, taking.metadata) };
  } catch (cause) {
    throw new Error(MESSAGES.downloadFailed, { cause });
  }
}

export interface ResultSaver {
  /** @returns false when download credits are missing, so that the way to the plans can be shown */
  download(): Promise<boolean>;
  copy(): Promise<boolean>;
}

export function createResultSaver(context: StudioContext, fileMadeHere: FileMadeHere): ResultSaver {
  const { services, store } = context;

  const save = async (
    kind: 'download' | 'copy',
    take: (bytes: Promise<Blob>, name: string) => Promise<void>,
  ): Promise<boolean> => {
    const taking = takingOf(context);
    if (!taking || store.getState().saving !== null) return true;
    store.setState({ saving: kind });
    try {
      const redeemed = redeem(context, taking);
      await take(
        redeemed.then(({ png }) => png),
        taking.name,
      );
      services.notify('success', kind === 'copy' ? OWN_MESSAGES.imageCopied : OWN_MESSAGES.imageDownloaded);
      if (taking.madeHere) void fileMadeHere(taking.madeHere, (await redeemed).file);
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
