/** Storage keys of a run's inputs. Uploads each picture that the server doesn't have, once. */
import { PHOTO_ID, findResult } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import type { StudioDocument } from '../model/document.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { readStatedMetadata } from '../documents/file-words.ts';
import { createPhotoUpload } from '../documents/upload-photo.ts';
import type { UploadProgress } from '../documents/upload-photo.ts';
import { drawnFrom } from './drawn-from.ts';
import { signFile } from './sign-file.ts';

export type StoredKeys = ReturnType<typeof createStoredKeys>;

export function createStoredKeys(context: StudioContext) {
  const { services, store } = context;
  /** Last uploaded mask, reused while strokes and picture stay the same. */
  let sentMask: { readonly drawn: string; readonly key: string } | null = null;

  const requireDocument = (documentId: string): StudioDocument => {
    const { document } = store.getState();
    if (!document || !context.isOpen(documentId))
      throw new DOMException('Another document is open.', 'AbortError');
    return document;
  };

  const uploadPhoto = async (documentId: string, upload: UploadProgress): Promise<string> => {
    const { photo } = store.getState();
    if (!photo) throw new Error('A document is open without its photo.');
    return context.get(createPhotoUpload)(documentId, photo, upload);
  };

  const uploadOwn = async (documentId: string, id: string, upload: UploadProgress): Promise<string> => {
    const blob = await services.documents.readBlob(documentId, `${id}/full`);
    if (!blob) throw new Error('A picture of the document is not in the browser anymore.');
    // Signs the picture before the upload, because the server trusts only provenance that it has verified itself.
    const document = requireDocument(documentId);
    const { file } = await signFile(services, {
      file: blob,
      drawn: findResult(document, id) ? drawnFrom(document, id) : null,
      metadata: await readStatedMetadata(blob),
    });
    const key = await services.upload(file, upload);
    const ownerId = await services.userId();
    context.patchDocument(documentId, (open) => ({
      ...open,
      ownerId,
      uploads: { ...open.uploads, [id]: key },
    }));
    return key;
  };

  return {
    resolveKey: async (documentId: string, id: PictureId, upload: UploadProgress): Promise<string> => {
      const document = requireDocument(documentId);
      if (id === PHOTO_ID) return document.photo?.uploadKey ?? uploadPhoto(documentId, upload);
      const key = findResult(document, id)?.key ?? document.uploads[id];
      // A picture made in the browser is uploaded only when a request needs its storage key.
      return key !== undefined && key !== ''
        ? key
        : (document.uploads[id] ?? uploadOwn(documentId, id, upload));
    },
    /** @param drawing text that identifies the mask's strokes and picture */
    keyOfMask: async (png: Blob, drawing: string, upload: UploadProgress): Promise<string> => {
      if (sentMask?.drawn !== drawing) sentMask = { drawn: drawing, key: await services.upload(png, upload) };
      return sentMask.key;
    },
    /** Whether the server may have deleted an upload whose key is stored here. */
    mayBeStale: (documentId: string): boolean => {
      const { photo, uploads } = requireDocument(documentId);
      return photo?.uploadKey != null || Object.keys(uploads).length > 0 || sentMask !== null;
    },
    forget: (documentId: string): void => {
      sentMask = null;
      context.patchDocument(documentId, (open) => ({
        ...open,
        photo: open.photo && { ...open.photo, uploadKey: null },
        uploads: {},
      }));
    },
  };
}
