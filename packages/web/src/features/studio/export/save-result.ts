/** Saves a result: as a file, through the phone's share sheet, or to the clipboard. */
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { downloadCreditsSchema } from '@packshot/contract/credits/schemas';
import { DEFAULT_DOWNLOAD_NAME } from '@packshot/contract/records/file-names';
import { CanvasLimitError } from '../../../lib/canvas/canvas-errors.ts';
import { ApiError, isAbort } from '../../../lib/api/api-client.ts';
import { handleCreditCheckError } from '../../../lib/plans/credits.ts';
import { isMobileUserAgent } from '../../../lib/analytics/mobile.ts';
import { hasBilling } from '../../../lib/page/installation.ts';
import type { StatedMetadata } from '@packshot/contract/tools/export';
import { stageBackdrop } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';
import { nameInFile } from '../model/name-in-file.ts';
import { countUnpaid, distinctPayers, markPaid, payerFor } from '../model/payer.ts';
import type { Payer } from '../model/payer.ts';
import { currentResult } from '../model/results.ts';
import { drawnOnStage, withBackground } from '../run/drawn-from.ts';
import type { DrawnHere } from '../run/drawn-from.ts';
import { signAndPay, WronglyDrawnError } from '../run/sign-file.ts';
import type { SignedFile } from '../run/sign-file.ts';
import { createMetadata, shopTitle } from './picture-metadata.ts';
import { digitalSourceFor } from '@packshot/contract/provenance/chain';
import { readSteps } from '../documents/file-words.ts';
import { fullFile } from '../documents/full-picture.ts';
import { createMadeHereFiler } from '../history/filing.ts';
import { getMadeHere } from '../history/made-here.ts';
import type { MadeHere } from '../history/made-here.ts';
import type { CompositionOrder } from '../composite/compose.ts';
import { compositionToMake } from '../composite/compose-now.ts';
import { isComposedOnSaving, productIn } from '../composite/composing.ts';
import type { StudioServices } from '../state/services.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { reasonNotTakeable } from './takeable.ts';

/** Thrown if the user has no download credits left, or no balance at all. */
export class OutOfDownloadCreditsError extends Error {
  constructor() {
    super(MESSAGES.outOfDownloadCredits);
    this.name = 'OutOfDownloadCreditsError';
  }
}

/**
 * Name of a result's file, from the photo's name: 'camp-mug.heic' becomes 'camp-mug.png'. If that doesn't name the
 * product, as 'IMG_2041.heic', the description's title is used where there is one: 'blue-enamel-mug.png'. A name that
 * is only an extension becomes the default name.
 */
export function resultFileName(document: StudioDocument): string {
  const photoName = document.photo?.name ?? '';
  const title = nameInFile(photoName) === '' ? shopTitle(document) : '';
  const named = title.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  const stem = named?.join('-') ?? photoName.replace(/\.[^.]+$/, '').trim();
  return stem === '' ? DEFAULT_DOWNLOAD_NAME : `${stem}.png`;
}

/** Picture to save: which result is charged, the metadata, and the pixels. */
interface Taking {
  readonly documentId: string;
  readonly payer: Payer | null;
  readonly name: string;
  readonly metadata: StatedMetadata;
  /** Loads the pixels of the picture for which the user asked, even if the user selects another picture meanwhile. */
  readonly pixels: () => Promise<Blob>;
  /** Background color shown on the stage and saved with the picture; null if it is transparent or hidden. */
  readonly ground: string | null;
  /** Server's pictures that the browser drew into this one, or null. */
  readonly drawn: DrawnHere | null;
  /** Storage key if the server stores exactly this picture; null for pictures made in the browser. */
  readonly storedKey: string | null;
  readonly madeHere: MadeHere | null;
}

/** Data for saving the picture on the stage, or null if there is none that can be saved now. */
function createTaking(context: StudioContext): Taking | null {
  const state = context.store.getState();
  const { document } = state;
  if (!document || reasonNotTakeable(context.tools, state) !== null) return null;
  const taking = {
    documentId: document.id,
    name: resultFileName(document),
    metadata: createMetadata(context.tools, document),
    madeHere: getMadeHere(context.tools, state),
    drawn: drawnOnStage(context.tools, state),
  };
  if (isComposedOnSaving(context.tools, document)) {
    const product = productIn(document);
    if (!product) return null;
    const { services } = context;
    const order = compositionToMake(context);
    // A composition is charged as its product: one download credit, however often the background changes.
    const payer = payerFor(document, product.id);
    return {
      ...taking,
      payer,
      ground: null,
      storedKey: null,
      pixels: async () => composeFile(services, await order),
    };
  }
  const result = currentResult(document);
  if (!result) return null;
  const payer = payerFor(document, result.id);
  return {
    ...taking,
    payer,
    ground: stageBackdrop(document),
    storedKey: result.key === '' ? null : result.key,
    pixels: () => fullFile(context, document.id, result),
  };
}

async function composeFile(services: StudioServices, order: CompositionOrder | null): Promise<Blob> {
  if (!order) throw new Error('There is nothing to compose.');
  return (await services.compose(order)).png;
}

/**
 * Checks that the download balance is known, not negative, and enough for this number of downloads.
 * @throws OutOfDownloadCreditsError; ApiError
 */
async function checkBalance(
  { downloadBalance }: Pick<StudioServices, 'downloadBalance'>,
  downloads = 0,
): Promise<void> {
  const balance = downloadCreditsSchema.safeParse(await downloadBalance().catch(handleCreditCheckError));
  if (!balance.success || balance.data.download_credits < 0) throw new OutOfDownloadCreditsError();
  if (hasBilling() && balance.data.download_credits < downloads) throw new OutOfDownloadCreditsError();
}

/**
 * Charges for a download; downloading the same picture again is free.
 * @throws OutOfDownloadCreditsError; Error 'Missing file URL.'; ApiError
 */
export async function debitDownload(
  services: Pick<StudioServices, 'downloadBalance' | 'requestDownload'>,
  key: string,
): Promise<void> {
  await checkBalance(services);
  const answer = await services.requestDownload(key);
  if (answer.download_credits < 0) throw new OutOfDownloadCreditsError();
  if (!answer.url) throw new Error(MESSAGES.missingFileUrl);
}

/**
 * Charges for pictures of the open document, each once, and marks them as paid in the document. If the balance isn't
 * enough for all of them, none is charged.
 * @param payers pictures to charge; null for a free one, for which only the balance is checked
 * @param onPaid called after each charge
 * @throws as `debitDownload`
 */
export async function payForDownloads(
  { services, store, patchDocument }: StudioContext,
  documentId: string,
  payers: readonly (Payer | null)[],
  onPaid: () => void,
): Promise<void> {
  const opened = store.getState().document;
  const charged = distinctPayers(payers);
  if (charged.length !== 1) await checkBalance(services, opened ? countUnpaid(opened, charged) : 0);
  for (const payer of charged) {
    await debitDownload(services, payer.key);
    onPaid();
    patchDocument(documentId, (document) => markPaid(document, payer.id));
  }
}

interface Redeemed {
  /** File of the picture, without changes for saving. */
  readonly file: Blob;
  /** File to save, with metadata and background. */
  readonly png: Blob;
}

/**
 * Prepares the bytes to save, before the user is charged.
 * @throws Error 'Download failed'
 */
async function madeReady({ services }: StudioContext, taking: Taking): Promise<Redeemed> {
  try {
    const file = await taking.pixels();
    return { file, png: await services.writePng(file, taking.metadata, taking.ground) };
  } catch (cause) {
    throw new Error(MESSAGES.downloadFailed, { cause });
  }
}

export type ResultSaver = ReturnType<typeof createResultSaver>;

export function createResultSaver(context: StudioContext) {
  const fileMadeHere = context.get(createMadeHereFiler);
  const { services, store } = context;

  const save = async (
    kind: 'download' | 'copy',
    take: (ready: Promise<Redeemed>, pay: () => Promise<void>, taking: Taking) => Promise<SignedFile | null>,
  ): Promise<boolean> => {
    const taking = createTaking(context);
    if (!taking || store.getState().saveFile !== null) return true;
    store.setState({ saveFile: kind });
    let isPaid = false;
    const pay = (): Promise<void> =>
      payForDownloads(context, taking.documentId, [taking.payer], () => {
        isPaid = true;
      });
    try {
      const ready = madeReady(context, taking);
      const saved = await take(ready, pay, taking);
      if (saved === null) services.notify('success', OWN_MESSAGES.imageCopied);
      else notifySaved(services, saved);
      if (taking.madeHere) void fileMadeHere(taking.madeHere, (await ready).file);
      return true;
    } catch (error) {
      if (error instanceof OutOfDownloadCreditsError) return false;
      const sentence = sentenceNotSaved(error, isPaid);
      if (sentence !== null) services.notify('error', sentence);
      return true;
    } finally {
      store.setState({ saveFile: null });
      void services.refreshBalances();
    }
  };

  return {
    /**
     * Saves the picture as a file.
     * @returns false if download credits are missing, so that the page can show the plans
     */
    download: (): Promise<boolean> =>
      save('download', async (ready, pay, { name, metadata, ground, drawn, storedKey }) => {
        const { file, png } = await ready;
        const steps = await readSteps(file);
        const knownSource = steps && { digitalSourceType: digitalSourceFor(steps) };
        const fileToSign = {
          file: png,
          drawn: withBackground(drawn, ground),
          storedKey: ground === null ? storedKey : null,
          metadata: { ...metadata, ...knownSource },
        };
        const signed = await signAndPay(services, fileToSign, pay);
        await shareOrSave(services, signed.file, name);
        return signed;
      }),
    // Copies without metadata and signature, because the clipboard carries only pixels.
    copy: (): Promise<boolean> =>
      save('copy', async (ready, pay) => {
        await copyPng(
          ready.then(({ png }) => png),
          pay,
        );
        return null;
      }),
  };
}

export function notifySaved(
  services: Pick<StudioServices, 'notify'>,
  { isMissed }: Pick<SignedFile, 'isMissed'>,
): void {
  if (isMissed) services.notify('warning', OWN_MESSAGES.savedUnsigned);
  else services.notify('success', OWN_MESSAGES.imageDownloaded);
}

/**
 * Opens the phone's share sheet, or saves a file if there is none.
 * @throws AbortError if the user closes the phone's share sheet
 */
export async function shareOrSave(
  services: Pick<StudioServices, 'saveFile'>,
  blob: Blob,
  name: string,
): Promise<void> {
  if (!(await share(blob, name))) services.saveFile(blob, name);
}

/**
 * Opens the phone's share sheet, which offers "Save to photos".
 * @returns false if there is none, or if the browser requires another tap; the caller then saves a file instead
 * @throws AbortError if the user closes the sheet
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

/**
 * Copies a picture to the clipboard. Safari requires the clipboard item during the click, before the bytes exist, so
 * it gets a promise of the bytes.
 * @param pay runs once the bytes exist, unless the browser has refused by then
 */
async function copyPng(bytes: Promise<Blob>, pay: () => Promise<void>): Promise<void> {
  if (typeof ClipboardItem === 'undefined' || !canWriteClipboard(navigator)) {
    bytes.catch(() => undefined);
    throw new ClipboardRefusedError(OWN_MESSAGES.copyFailed);
  }
  let refusal: unknown = null;
  const paid = bytes.then(async (png) => {
    if (refusal === null) await pay();
    return png;
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': paid })]).catch((cause: unknown) => {
      refusal = cause;
      throw cause;
    });
  } catch (cause) {
    // Throws the error of making the bytes or paying, if any; the clipboard's error would hide it.
    await paid;
    throw new ClipboardRefusedError(OWN_MESSAGES.copyFailed, { cause });
  }
}

/** Whether the page can write to the clipboard: despite its type, `clipboard` is undefined on pages without TLS. */
const canWriteClipboard = ({ clipboard }: { readonly clipboard?: Partial<Clipboard> }): boolean =>
  clipboard?.write !== undefined;

class ClipboardRefusedError extends Error {}

/**
 * Message about a failed download, or null if the user stopped a free one.
 * @param isPaid whether the download was charged; the same picture is free from then on
 */
export function sentenceNotSaved(error: unknown, isPaid: boolean): string | null {
  if (isPaid)
    return error instanceof ClipboardRefusedError ? OWN_MESSAGES.copyFailedPaid : OWN_MESSAGES.paidNotSaved;
  return isAbort(error) ? null : sentenceFor(error);
}

/** Whether an error means that the device could draw the picture neither on a canvas nor in memory. */
const isCanvasLimit = (error: unknown): boolean =>
  error instanceof CanvasLimitError || (error instanceof Error && error.cause instanceof CanvasLimitError);

function sentenceFor(error: unknown): string {
  if (
    error instanceof ApiError ||
    error instanceof ClipboardRefusedError ||
    error instanceof WronglyDrawnError
  )
    return error.message;
  if (isCanvasLimit(error)) return OWN_MESSAGES.pictureNotDrawn;
  if (error instanceof Error && error.message === MESSAGES.missingFileUrl) return error.message;
  return MESSAGES.downloadFailed;
}
