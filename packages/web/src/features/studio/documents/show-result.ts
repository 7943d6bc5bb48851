/** Loads a result's pixels onto the stage: first the smaller rendition if there is one, then the full size. */
import type { TaskResult } from '@packshot/contract/tools/tasks';
import { currentResult, PHOTO_ID, findProduct } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import { createFullFiles } from './full-files.ts';
import { keepThumbnail } from './open-document.ts';
import type { Rendition } from '../state/document-store.ts';
import { bestRendition } from '../state/studio-state.ts';
import type { StudioContext } from '../state/studio-context.ts';

export interface CompleteResult {
  readonly key: string;
  readonly imageUrl: string;
  readonly stdUrl?: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Result with address, storage key and size, which the page can show and download; null for an incomplete result. */
export function completeResult(result: TaskResult | undefined): CompleteResult | null {
  const { key, image_url: imageUrl, std_url: stdUrl, width: widthPx, height: heightPx } = result ?? {};
  if (key === undefined || imageUrl === undefined || widthPx === undefined || heightPx === undefined)
    return null;
  return { key, imageUrl, ...(stdUrl !== undefined && { stdUrl }), widthPx, heightPx };
}

export interface Target {
  readonly documentId: string;
  readonly resultId: PictureId;
}

/**
 * Shows a result. Resolves once a rendition is visible, or none could be fetched (`isResultMissing`). Never rejects:
 * the result is paid for, and the page can fetch its pixels again.
 */
export async function showResult(
  context: StudioContext,
  target: Target,
  result: Pick<CompleteResult, 'imageUrl' | 'stdUrl'>,
): Promise<void> {
  context.store.setState({ isResultMissing: false });
  const standard = result.stdUrl !== undefined && (await show(context, target, 'standard', result.stdUrl));
  const full = show(context, target, 'full', result.imageUrl);
  if (standard) return;
  if (!(await full)) reportMissing(context, target);
}

/** Reports missing pixels only for the picture on the stage; others are requested again when selected. */
function reportMissing({ store, isOpen }: StudioContext, { documentId, resultId }: Target): void {
  const { document } = store.getState();
  if (isOpen(documentId) && document?.edits.currentId === resultId) store.setState({ isResultMissing: true });
}

async function show(
  context: StudioContext,
  target: Target,
  rendition: Rendition,
  url: string,
): Promise<boolean> {
  const { services } = context;
  try {
    const blob = await (rendition === 'full'
      ? context.get(createFullFiles).fetch(target.documentId, target.resultId, () => Promise.resolve(url))
      : services.fetchBlob(url));
    const picture = await services.decodePicture(blob);
    context.setPicture(target.documentId, target.resultId, rendition, picture);
    void keep(context, target, rendition, blob);
    return true;
  } catch (error) {
    console.warn(`The ${rendition} rendition of the result could not be shown.`, error);
    return false;
  }
}

async function keep(context: StudioContext, target: Target, rendition: Rendition, blob: Blob): Promise<void> {
  const { documents } = context.services;
  const { documentId, resultId } = target;
  try {
    await documents.saveBlob(documentId, `${resultId}/${rendition}`, blob);
    // Once the full size is stored, the stored smaller rendition isn't needed.
    if (rendition === 'full') await documents.removeBlobs(documentId, [`${resultId}/standard`]);
    await keepResultThumbnail(context, target);
  } catch (error) {
    console.warn('The result was not kept in the browser.', error);
  }
}

/**
 * Makes a result's thumbnail for the strip, unless there is one. If the result is the current picture, the list of
 * recent documents shows the thumbnail too.
 */
export async function keepResultThumbnail(
  context: StudioContext,
  { documentId, resultId }: Target,
): Promise<void> {
  const { services, store } = context;
  const state = store.getState();
  const picture = bestRendition(state, resultId);
  if (!picture || !context.isOpen(documentId) || state.thumbnails[resultId]) return;
  const thumbnail = await services.makeThumbnail(picture);
  if (!thumbnail) return;
  context.setThumbnail(documentId, resultId, await services.decodePicture(thumbnail));
  await services.documents.saveBlob(documentId, `${resultId}/thumbnail`, thumbnail);
  if (state.document?.edits.currentId === resultId) await keepThumbnail(context, documentId, thumbnail);
}

/** Loads the thumbnails of an opened document's results from the browser's database, or makes them again. */
export async function loadThumbnails(context: StudioContext, documentId: string): Promise<void> {
  const { services, store } = context;
  for (const { id } of store.getState().document?.results ?? []) {
    try {
      const blob = await services.documents.readBlob(documentId, `${id}/thumbnail`);
      if (blob) context.setThumbnail(documentId, id, await services.decodePicture(blob));
      else await keepResultThumbnail(context, { documentId, resultId: id });
    } catch (error) {
      console.warn('A small picture could not be read.', error);
    }
  }
}

/** Loads the pixels of the current result, of the result from which it was made, and of its product. */
export async function ensurePixels(context: StudioContext): Promise<void> {
  const { document } = context.store.getState();
  if (!document) return;
  const result = currentResult(document);
  if (!result) return;
  const documentId = document.id;
  await ensure(context, { documentId, resultId: result.id });
  if (result.inputId !== PHOTO_ID) await ensure(context, { documentId, resultId: result.inputId });
  const product = findProduct(document, result.id);
  if (product) await ensure(context, { documentId, resultId: product.id });
}

/** Loads the pixels of several pictures of the open document, one after the other. */
export async function loadPictures(context: StudioContext, ids: readonly PictureId[]): Promise<void> {
  const documentId = context.store.getState().document?.id;
  for (const resultId of ids) if (documentId !== undefined) await ensure(context, { documentId, resultId });
}

/**
 * Loads a picture unless it is in memory: from the browser's database, else from the server with a new signed
 * address.
 */
async function ensure(context: StudioContext, target: Target): Promise<void> {
  const { services, store } = context;
  const { documentId, resultId } = target;
  if (bestRendition(store.getState(), resultId)) return;
  try {
    for (const rendition of ['full', 'standard'] as const) {
      const blob = await services.documents.readBlob(documentId, `${resultId}/${rendition}`);
      if (!blob) continue;
      context.setPicture(documentId, resultId, rendition, await services.decodePicture(blob));
      return;
    }
    const { result } = await services.taskState(resultId);
    const complete = completeResult(result);
    if (complete) await showResult(context, target, complete);
    else reportMissing(context, target);
  } catch (error) {
    console.warn('The result could not be asked for again.', error);
    reportMissing(context, target);
  }
}
