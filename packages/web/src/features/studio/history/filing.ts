/**
 * Stores pictures in the user's history. Failures are only logged, so that work continues even if a record wasn't
 * stored.
 */
import { RECORD_NAME_MAX_LENGTH } from '@packshot/contract/records/limits';
import type { ToolId } from '@packshot/contract/tools/ids';
import { STANDARD_LONGEST_SIDE_PX } from '@packshot/contract/tools/limits';
import { readStatedMetadata, embedProvenance, readSteps } from '../documents/file-words.ts';
import type { StudioDocument } from '../model/document.ts';
import type { StagePicture } from '../model/picture.ts';
import { nameDocument } from '../model/product-names.ts';
import { signFile } from '../run/sign-file.ts';
import type { StudioServices } from '../state/services.ts';
import type { StudioContext } from '../state/studio-context.ts';
import type { MadeHere } from './made-here.ts';

export const recordName = (name = ''): string => name.slice(0, RECORD_NAME_MAX_LENGTH);

/** Name of a document's records; empty without a photo. */
export const documentRecordName = (document: StudioDocument): string =>
  document.photo ? recordName(nameDocument(document)) : '';

interface ServerResult {
  readonly toolType: ToolId;
  readonly name: string;
  readonly key: string;
  /** All tasks of the result's request. A request may make several variants, of which a batch shows and stores one. */
  readonly taskIds: readonly string[];
}

/**
 * Stores a result of the server in the history.
 * @param source pixels for the thumbnail, or their address; null to store no thumbnail
 */
export async function fileServerResult(
  services: StudioServices,
  { toolType, name, key, taskIds }: ServerResult,
  source: StagePicture | string | null,
): Promise<void> {
  // A guest's result stays in the list of unfiled tasks, and is stored in the history once the guest has an account.
  if (!services.keepsHistory()) return;
  try {
    const thumbnail = await createThumbnail(services, source);
    await services.keepInHistory({ toolType, name: recordName(name), key, thumbnail });
    services.forgetUnfiled(taskIds);
  } catch (error) {
    console.warn('A result was not filed in history.', error);
  }
}

async function createThumbnail(
  services: StudioServices,
  source: StagePicture | string | null,
): Promise<Blob | null> {
  try {
    if (typeof source !== 'string') return source && (await services.makeThumbnail(source));
    const picture = await services.decodePicture(await services.fetchBlob(source));
    try {
      return await services.makeThumbnail(picture);
    } finally {
      services.release(picture);
    }
  } catch (error) {
    console.warn('No thumbnail for history.', error);
    return null;
  }
}

/**
 * Stores a picture made in this browser in the history, unless it is already stored or the user is a guest. After a
 * failure, the next call tries again.
 */
export type FileMadeHere = (madePicture: MadeHere, file: Blob) => Promise<void>;

export function createMadeHereFiler(context: StudioContext): FileMadeHere {
  const { services, store } = context;
  const underWay = new Set<string>();
  return async (madePicture, file) => {
    const { document, photo } = store.getState();
    if (!document || !context.isOpen(madePicture.documentId) || !services.keepsHistory()) return;
    const name = `${madePicture.documentId} ${madePicture.identity}`;
    if (document.filed.includes(madePicture.identity) || underWay.has(name)) return;
    underWay.add(name);
    try {
      await services.keepOwnPicture({
        toolType: madePicture.toolType,
        name: documentRecordName(document),
        settings: madePicture.settings,
        input: madePicture.inputKey ?? photo,
        output: (
          await signFile(services, {
            file,
            drawn: madePicture.drawn,
            metadata: await readStatedMetadata(file),
          })
        ).file,
        ...(await createRenditions(services, file)),
      });
      await noteFiled(context, madePicture);
    } catch (error) {
      console.warn('A picture was not filed in history.', error);
    } finally {
      underWay.delete(name);
    }
  };
}

async function createRenditions(services: StudioServices, file: Blob) {
  const picture = await services.decodePicture(file);
  try {
    const thumbnail = await services.makeThumbnail(picture);
    const standard = await services.resizePicture(picture, STANDARD_LONGEST_SIDE_PX);
    const steps = await readSteps(file);
    return { thumbnail, standard: standard && steps ? await embedProvenance(standard, steps) : standard };
  } finally {
    services.release(picture);
  }
}

/** Records in the document that the picture is in the history, whether or not the document is open. */
async function noteFiled(context: StudioContext, { documentId, identity }: MadeHere): Promise<void> {
  const withFiledPicture = (document: StudioDocument): StudioDocument => ({
    ...document,
    filed: [...document.filed, identity],
  });
  if (context.isOpen(documentId)) return context.patchDocument(documentId, withFiledPicture);
  const { documents } = context.services;
  const storedDocument = await documents.read(documentId);
  if (storedDocument) await documents.save(withFiledPicture(storedDocument));
}
