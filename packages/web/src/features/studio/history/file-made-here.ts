/** Files a picture that was made in this browser, once it has been taken away. */
import { RECORD_NAME_MAX_LENGTH } from '@packshot/contract/records/limits';
import { STANDARD_LONGEST_SIDE_PX } from '@packshot/contract/tools/limits';
import type { StudioDocument } from '../model/document.ts';
import type { StudioContext } from '../state/studio-context.ts';
import type { MadeHere } from './made-here.ts';

/**
 * Files it unless it is in the user's history, or they are a guest.
 * Never rejects: it goes on behind a download, which it must not disturb. What failed is tried again with the next one.
 */
export type FileMadeHere = (made: MadeHere, file: Blob) => Promise<void>;

export function createMadeHereFiler(context: StudioContext): FileMadeHere {
  const { services, store } = context;
  const underWay = new Set<string>();
  return async (made, file) => {
    const { document, photo } = store.getState();
    if (document?.id !== made.documentId || !services.keepsHistory()) return;
    const name = `${made.documentId} ${made.identity}`;
    if (document.filed.includes(made.identity) || underWay.has(name)) return;
    underWay.add(name);
    try {
      await services.keepOwnPicture({
        toolType: made.toolType,
        name: (document.photo?.name ?? '').slice(0, RECORD_NAME_MAX_LENGTH),
        settings: made.settings,
        input: made.inputKey ?? photo,
        output: file,
        ...(await renditionsOf(context, file)),
      });
      await note(context, made);
    } catch (error) {
      console.warn('A picture was not filed in history.', error);
    } finally {
      underWay.delete(name);
    }
  };
}

async function renditionsOf({ services }: StudioContext, file: Blob) {
  const picture = await services.decodePicture(file);
  try {
    const thumbnail = await services.makeThumbnail(picture);
    return { thumbnail, standard: await services.resizePicture(picture, STANDARD_LONGEST_SIDE_PX) };
  } finally {
    services.release(picture);
  }
}

/** In the document, wherever it is by now. */
async function note(context: StudioContext, { documentId, identity }: MadeHere): Promise<void> {
  const noted = (document: StudioDocument): StudioDocument => ({
    ...document,
    filed: [...document.filed, identity],
  });
  if (context.isOpen(documentId)) return context.patchDocument(documentId, noted);
  const { documents } = context.services;
  const kept = await documents.read(documentId);
  if (kept) await documents.save(noted(kept));
}
