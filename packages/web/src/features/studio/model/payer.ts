/** Who pays for a picture that is taken away. */
import type { StudioDocument } from './document.ts';
import { markDownloaded, payerOf, PHOTO_ID } from './results.ts';
import type { PictureId } from './results.ts';

/** A result on the server, whose download is debited once. */
export interface Payer {
  /** The result's id, or the photo's, when a result of another document was opened as it. */
  readonly id: PictureId;
  readonly key: string;
  /** Paid for already, as far as this browser knows; the server has the last word. */
  readonly isDownloaded: boolean;
}

/** @returns null for what is made of nothing but the user's own photo: it costs nothing */
export function payerFor(document: StudioDocument, id: PictureId): Payer | null {
  const result = payerOf(document, id);
  if (result) return result;
  const openedFrom = document.photo?.openedFrom;
  return openedFrom ? { id: PHOTO_ID, ...openedFrom } : null;
}

/** @param payerId as `payerFor` named it */
export function markPaid(document: StudioDocument, payerId: PictureId): StudioDocument {
  if (payerId !== PHOTO_ID) return markDownloaded(document, payerId);
  const { photo } = document;
  if (!photo?.openedFrom) return document;
  return { ...document, photo: { ...photo, openedFrom: { ...photo.openedFrom, isDownloaded: true } } };
}

/** What taking a picture away costs; `own` is free. */
export type Price = 'own' | 'paid' | 'one-download';
const priceOf = (payer: Payer | null): Price =>
  payer === null ? 'own' : payer.isDownloaded ? 'paid' : 'one-download';

/** Of one picture. */
export const priceFor = (document: StudioDocument, id: PictureId): Price => priceOf(payerFor(document, id));

/** Of a payer that was asked for earlier, which may have paid since. */
export const priceNow = (document: StudioDocument, payer: Payer | null): Price =>
  priceOf(payer && payerFor(document, payer.id));
