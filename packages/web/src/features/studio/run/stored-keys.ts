/** Storage keys of what a run works on: pictures that the server has not got yet are uploaded first, once. */
import { PHOTO_ID, resultOf } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import { currentMask, sizeOf } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';
import { standingStrokes } from '../model/strokes.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { emptyMask } from '../state/failure.ts';
import { RunRefusedError } from '../state/run.ts';

export interface UploadProgress {
  readonly signal: AbortSignal;
  onProgress(fraction: number): void;
}

/** A mask as a file, and what it was drawn from. */
export interface DrawnMask {
  readonly drawn: string;
  readonly png: Blob;
}

export interface StoredKeys {
  /** Of the photo, a result, or a picture of the user's own. */
  keyOf(documentId: string, id: PictureId, upload: UploadProgress): Promise<string>;
  /** What is drawn over the current picture. Throws RunRefusedError when nothing is. */
  drawnMask(document: StudioDocument): Promise<DrawnMask>;
  /** What is drawn to correct a cut-out. Throws RunRefusedError when nothing is. */
  drawnCorrection(document: StudioDocument, cutOutId: PictureId): Promise<DrawnMask>;
  keyOfMask(mask: DrawnMask, upload: UploadProgress): Promise<string>;
  /** True when a key may have been kept for longer than the server keeps uploads. */
  mayBeStale(documentId: string): boolean;
  /** Lets everything that was uploaded be uploaded again. */
  forget(documentId: string): void;
}

export function createStoredKeys(context: StudioContext): StoredKeys {
  const { services, store } = context;
  /** The mask that was uploaded last: the same strokes on the same picture need no second one. */
  let sentMask: { readonly drawn: string; readonly key: string } | null = null;

  const documentOf = (documentId: string): StudioDocument => {
    const { document } = store.getState();
    if (document?.id !== documentId) throw new DOMException('Another document is open.', 'AbortError');
    return document;
  };

  const uploadPhoto = async (documentId: string, upload: UploadProgress): Promise<string> => {
    const { photo } = store.getState();
    if (!photo) throw new Error('A document is open without its photo.');
    const uploadKey = await services.upload(photo, upload);
    const ownerId = await services.userId();
    context.patchDocument(documentId, (open) => ({
      ...open,
      ownerId,
      photo: open.photo && { ...open.photo, uploadKey },
    }));
    return uploadKey;
  };

  const uploadOwn = async (documentId: string, id: string, upload: UploadProgress): Promise<string> => {
    const blob = await services.documents.readBlob(documentId, `${id}/full`);
    if (!blob) throw new Error('A picture of the document is not in the browser any more.');
    const key = await services.upload(blob, upload);
    const ownerId = await services.userId();
    context.patchDocument(documentId, (open) => ({
      ...open,
      ownerId,
      uploads: { ...open.uploads, [id]: key },
    }));
    return key;
  };

  return {
    keyOf: async (documentId, id, upload) => {
      const document = documentOf(documentId);
      if (id === PHOTO_ID) return document.photo?.uploadKey ?? uploadPhoto(documentId, upload);
      const key = resultOf(document, id)?.key ?? document.uploads[id];
      // A picture that was made here has no key before it is needed by the server.
      return key !== undefined && key !== ''
        ? key
        : (document.uploads[id] ?? uploadOwn(documentId, id, upload));
    },
    drawnMask: async (document) => {
      const strokes = standingStrokes(currentMask(document).strokes);
      const size = sizeOf(document);
      const { currentId, settings } = document.edits;
      const png = size && (await services.exportMask(strokes, size, settings.feather));
      if (!png) throw new RunRefusedError(emptyMask);
      return { png, drawn: JSON.stringify([document.id, currentId, strokes, settings.feather]) };
    },
    drawnCorrection: async (document, cutOutId) => {
      const strokes = document.corrections[cutOutId]?.strokes ?? [];
      const size = sizeOf(document, cutOutId);
      const png = size && (await services.exportCorrection(strokes, size));
      if (!png) throw new RunRefusedError(emptyMask);
      return { png, drawn: JSON.stringify([document.id, cutOutId, strokes]) };
    },
    keyOfMask: async ({ drawn, png }, upload) => {
      if (sentMask?.drawn !== drawn) sentMask = { drawn, key: await services.upload(png, upload) };
      return sentMask.key;
    },
    mayBeStale: (documentId) => {
      const { photo, uploads } = documentOf(documentId);
      return photo?.uploadKey != null || Object.keys(uploads).length > 0 || sentMask !== null;
    },
    forget: (documentId) => {
      sentMask = null;
      context.patchDocument(documentId, (open) => ({
        ...open,
        photo: open.photo && { ...open.photo, uploadKey: null },
        uploads: {},
      }));
    },
  };
}
