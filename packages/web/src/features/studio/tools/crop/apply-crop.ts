/**
 * Applies a crop as a new picture of the document. Effects on the rest of the document:
 *
 * - A crop is a new base. The cropped picture stays with all its results; undo returns to it, and the crop tool
 * reopens a crop on its whole picture with its settings.
 * - A photo and its cut-out are cropped together, so that the cut-out can still be corrected.
 * - Masks and corrections belong to the picture on which the user drew them, and stay with it.
 * - The product's placement is stored in shares of the output and stays: a trimmed cut-out doesn't move.
 * - Cropping is free and makes no request: a crop is uploaded when a tool needs it, and downloading it costs as much
 * as downloading the picture from which it was made.
 */
import { t } from '@packshot/contract/text/translation';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { StudioDocument } from '../../model/document.ts';
import { addResult, putOnStage } from '../../model/edits.ts';
import { findResult } from '../../model/results.ts';
import type { PictureId, Result } from '../../model/results.ts';
import { keepResultThumbnail } from '../../documents/show-result.ts';
import type { StagePicture } from '../../model/picture.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import type { Crop } from '../../model/crop.ts';
import { croppedSize } from '../../model/crop-matrix.ts';
import { cropBaseId, getCrop, cropPair, isCropChanged, isOpaque } from './cropping.ts';
import { fullPicture } from '../../documents/full-picture.ts';

/** Applies the crop; does nothing if there is none. After a failure, shows a toast, and the crop settings stay. */
export async function applyCrop(context: StudioContext): Promise<void> {
  const { services, store } = context;
  const { document, isCropping } = store.getState();
  if (!document || isCropping || !isCropChanged(document)) return;
  store.setState({ isCropping: true });
  try {
    await keepCrop(context, document);
    store.setState({ cropRatio: null });
    context.announce(t('Picture cropped.'));
  } catch (error) {
    console.warn('The crop was not made.', error);
    services.notify('error', OWN_MESSAGES.cropFailed);
  } finally {
    store.setState({ isCropping: false });
  }
}

async function keepCrop(context: StudioContext, document: StudioDocument): Promise<void> {
  const { sourceId, cutOutId } = cropPair(document);
  const baseId = cropBaseId(document);
  const crop = getCrop(document);
  const startedAtMs = context.services.nowMs();
  const source = await cropOne(context, document, sourceId, crop);
  const cutOut = cutOutId === null ? null : await cropOne(context, document, cutOutId, crop);
  if (!context.isOpen(document.id)) return;
  for (const { id, picture } of cutOut ? [source, cutOut] : [source])
    context.setPicture(document.id, id, 'full', picture);
  const durationMs = Math.max(0, context.services.nowMs() - startedAtMs);
  const wantsCutOut = cutOut !== null && baseId === cutOutId;
  context.change((open, nowMs) => {
    const grown = [
      resultOfCrop(open, source, { tool: 'crop', inputId: source.fromId, durationMs }),
      ...(cutOut ? [resultOfCrop(open, cutOut, { tool: 'cut-out', inputId: source.id, durationMs })] : []),
    ].reduce((next, result) => addResult(next, result, nowMs, false), open);
    const selectedDocument = putOnStage(grown, wantsCutOut ? cutOut.id : source.id, nowMs);
    return { ...selectedDocument, tool: 'cut-out', history: { ...selectedDocument.history, last: null } };
  });
  for (const { id } of cutOut ? [source, cutOut] : [source])
    await keepResultThumbnail(context, { documentId: document.id, resultId: id });
}

interface Cropped {
  readonly id: PictureId;
  readonly fromId: PictureId;
  readonly crop: Crop;
  readonly picture: StagePicture;
}

async function cropOne(
  context: StudioContext,
  document: StudioDocument,
  fromId: PictureId,
  crop: Crop,
): Promise<Cropped> {
  const { services } = context;
  const whole = await fullPicture(context, document, fromId);
  const blob = await services.crop(whole, crop, isOpaque(document, fromId));
  const id = services.newId();
  await services.documents.saveBlob(document.id, `${id}/full`, blob);
  return { id, fromId, crop, picture: await services.decodePicture(blob) };
}

function resultOfCrop(
  document: StudioDocument,
  { id, fromId, crop }: Cropped,
  resultFacts: Pick<Result, 'tool' | 'inputId' | 'durationMs'>,
): Result {
  const whole = findResult(document, fromId) ?? document.photo;
  const { widthPx, heightPx } = whole ?? {};
  if (!widthPx || !heightPx) throw new Error('What is cropped has no size.');
  return {
    ...resultFacts,
    id,
    // The browser has made the picture; it is uploaded when a tool on the server needs it.
    key: '',
    ...croppedSize(crop, { widthPx, heightPx }),
    isDownloaded: false,
    scene: null,
    cropOf: { id: fromId, crop },
    strength: null,
  };
}
