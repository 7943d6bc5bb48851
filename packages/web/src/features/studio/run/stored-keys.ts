/** Storage keys of what a run works on: pictures that the server has not got yet are uploaded first, once. */
import { PHOTO_ID, resultOf } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import type { StudioDocument } from '../model/document.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { saidOf } from '../documents/file-words.ts';
import { createPhotoUpload } from '../documents/upload-photo.ts';
import type { UploadProgress } from '../documents/upload-photo.ts';
import { drawnFrom } from './drawn-from.ts';
import { signFile } from './sign-file.ts';

export type StoredKeys = ReturnType<typeof createStoredKeys>;

export function createStoredKeys(context: StudioContext) {
  const { services, store } = context;
  /** The mask that was uploaded last: the same strokes on the same picture need no second one. */
  let sentMask: { readonly drawn: string; readonly key: string } | null = null;

  const documentOf = (documentId: string): StudioDocument => {
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
    // The server takes nobody's word for how a picture came to be: what it has compared and signed goes on.
    const document = documentOf(documentId);
    const { file } = await signFile(services, {
      file: blob,
      drawn: resultOf(document, id) ? drawnFrom(document, id) : null,
      metadata: await saidOf(blob),
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
    /** Key of the photo, a result, or a picture of the user's own. */
    keyOf: async (documentId: string, id: PictureId, upload: UploadProgress): Promise<string> => {
      const document = documentOf(documentId);
      if (id === PHOTO_ID) return document.photo?.uploadKey ?? uploadPhoto(documentId, upload);
      const key = resultOf(document, id)?.key ?? document.uploads[id];
      // A picture that was made here has no key before it is needed by the server.
      return key !== undefined && key !== ''
        ? key
        : (document.uploads[id] ?? uploadOwn(documentId, id, upload));
    },
    /** @param drawn what the mask was drawn from, as text */
    keyOfMask: async (png: Blob, drawn: string, upload: UploadProgress): Promise<string> => {
      if (sentMask?.drawn !== drawn) sentMask = { drawn, key: await services.upload(png, upload) };
      return sentMask.key;
    },
    /** True when a key may have been kept for longer than the server keeps uploads. */
    mayBeStale: (documentId: string): boolean => {
      const { photo, uploads } = documentOf(documentId);
      return photo?.uploadKey != null || Object.keys(uploads).length > 0 || sentMask !== null;
    },
    /** Lets everything that was uploaded be uploaded again. */
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
