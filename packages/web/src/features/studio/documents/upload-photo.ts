import type { StudioContext } from '../state/studio-context.ts';

export interface UploadProgress {
  readonly signal: AbortSignal;
  onProgress(fraction: number): void;
}

/**
 * Uploads a document's photo and stores its key in the document. Concurrent calls for the same photo share one
 * upload.
 * @throws as `uploadImage`
 */
export type PhotoUpload = (documentId: string, photo: Blob, progress: UploadProgress) => Promise<string>;

export function createPhotoUpload(context: StudioContext): PhotoUpload {
  const { services } = context;
  const running = new Map<Blob, Promise<string>>();

  const upload: PhotoUpload = async (documentId, photo, progress) => {
    const uploadKey = await services.upload(photo, progress);
    const ownerId = await services.userId();
    context.patchDocument(documentId, (open) => ({
      ...open,
      ownerId,
      photo: open.photo && { ...open.photo, uploadKey },
    }));
    return uploadKey;
  };

  return (documentId, photo, progress) => {
    const shared = running.get(photo);
    if (shared) return shared;
    const started = upload(documentId, photo, progress).finally(() => running.delete(photo));
    running.set(photo, started);
    return started;
  };
}
