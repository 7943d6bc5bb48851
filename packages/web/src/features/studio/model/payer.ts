import type { StudioDocument } from './document.ts';
import { findPayer, findStored, markDownloaded, PHOTO_ID } from './results.ts';
import type { PictureId } from './results.ts';

/** Result on the server to which a download is charged, once. */
export interface Payer {
  /** Result ID, or `PHOTO_ID` if a result of another document was opened as the photo. */
  readonly id: PictureId;
  /** Storage key of the downloaded picture, from which the server finds the one to charge. */
  readonly key: string;
  /** Whether the result was charged already, as far as this browser knows; the server decides. */
  readonly isDownloaded: boolean;
}

/** @returns null for a picture made only from the user's own photo, which is free */
export function payerFor(document: Pick<StudioDocument, 'results' | 'photo'>, id: PictureId): Payer | null {
  const [stored, payer] = [findStored(document, id), findPayer(document, id)];
  if (stored && payer) return { id: payer.id, key: stored.key, isDownloaded: payer.isDownloaded };
  const openedFrom = document.photo?.openedFrom;
  return openedFrom ? { id: PHOTO_ID, ...openedFrom } : null;
}

/** @param payerId ID from `payerFor` */
export function markPaid(document: StudioDocument, payerId: PictureId): StudioDocument {
  if (payerId !== PHOTO_ID) return markDownloaded(document, payerId);
  const { photo } = document;
  if (!photo?.openedFrom) return document;
  return { ...document, photo: { ...photo, openedFrom: { ...photo.openedFrom, isDownloaded: true } } };
}

/** Price of a download. `own`: made only from the user's own photo, which is free. `paid`: charged before. */
export type Price = 'own' | 'paid' | 'one-download';
const toPrice = (payer: Payer | null): Price =>
  payer === null ? 'own' : payer.isDownloaded ? 'paid' : 'one-download';

export const priceFor = (document: StudioDocument, id: PictureId): Price => toPrice(payerFor(document, id));

export const priceNow = (document: StudioDocument, payer: Payer | null): Price =>
  toPrice(payer && payerFor(document, payer.id));

/** Pictures to charge, without those that are free or listed twice. */
export const distinctPayers = (payers: readonly (Payer | null)[]): readonly Payer[] => [
  ...new Map(payers.flatMap((payer) => (payer === null ? [] : [[payer.id, payer] as const]))).values(),
];

/** Number of downloads that the pictures cost together. */
export const countUnpaid = (document: StudioDocument, payers: readonly (Payer | null)[]): number =>
  distinctPayers(payers).filter((payer) => priceNow(document, payer) === 'one-download').length;
