/** Opens documents on the stage: a new photo, unfinished work after a reload, or a recent document. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { ImageRefusal } from '@packshot/image-engine/pixels';
import { isActive } from '../state/job.ts';
import { ChangedFileError } from '../../../lib/files/chosen-file.ts';
import { chooseFile, readPhoto } from './choose-photo.ts';
import type { DisplayablePhoto } from './decode.ts';
import { createPhotoUpload } from './upload-photo.ts';
import type { UploadProgress } from './upload-photo.ts';
import type { ReadPhoto } from './choose-photo.ts';
import type { StagePicture } from '../model/picture.ts';
import { isAddingVariants, NO_ASSIST } from '../state/studio-state.ts';
import type { RecentDocument } from '../state/studio-state.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { adoptDocument, createDocument } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';
import { endBeside } from '../state/new-beside.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { editsReused } from '../model/reused-edits.ts';
import { listPictures } from '../model/product-maps.ts';
import { ownPictureIds } from '../model/scene-settings.ts';

/** Closes the open document and releases its pictures; the studio shows one document at a time. */
function closeDocument({ store, services, dispatch }: StudioContext): void {
  const { document, pictures, thumbnails, maps, nextTool } = store.getState();
  for (const { standard, full } of Object.values(pictures)) {
    services.release(standard);
    services.release(full);
  }
  for (const thumbnail of Object.values(thumbnails)) services.release(thumbnail);
  for (const picture of Object.values(maps).flatMap(listPictures)) services.release(picture);
  dispatch({ type: 'reset' });
  store.setState({
    runRequestId: null,
    taskStates: {},
    nextTool: document?.tool ?? nextTool,
    boxes: {},
    maps: {},
    assist: NO_ASSIST,
    document: null,
    photo: null,
    pictures: {},
    thumbnails: {},
    isDecoding: false,
    isResultMissing: false,
    isShowingOriginal: false,
    isRefineOpen: false,
    stage: 'empty',
  });
}

/**
 * Opens the first of `files` with a supported extension and stores it in the browser.
 * @param wantedTool tool to open it with; defaults to the chosen one
 * @returns the new document, or null after a toast with the reason
 */
export async function openPhoto(
  context: StudioContext,
  files: readonly File[],
  wantedTool?: ToolName,
): Promise<StudioDocument | null> {
  const { services, store } = context;
  const { file: selectedFile, warnings } = chooseFile(files);
  for (const warning of warnings) services.notify('warning', warning);
  if (!selectedFile) return null;

  let read: ReadPhoto;
  try {
    read = await readPhoto(selectedFile);
  } catch (error) {
    const isSaid = error instanceof ImageRefusal || error instanceof ChangedFileError;
    services.notify('error', isSaid ? error.message : OWN_MESSAGES.corruptImage);
    return null;
  }
  const { file, ...facts } = read;
  const { document: previous, nextTool, nextReferenceId, nextReuse } = store.getState();
  const created = createDocument({
    id: services.newId(),
    nowMs: services.nowMs(),
    photo: { name: file.name, sizeBytes: file.size, ...facts },
    tool: wantedTool ?? toolForPhoto(context, previous?.tool ?? nextTool),
    before: previous,
  });
  const begun = nextReferenceId === null ? created : followingReference(created, nextReferenceId);
  const document = nextReuse === null ? begun : { ...begun, edits: editsReused(begun.edits, nextReuse) };
  closeDocument(context);
  store.setState({
    nextReferenceId: null,
    nextReuse: null,
    document,
    photo: file,
    stage: 'open',
    isDecoding: true,
  });
  void keepPhoto(context, document, file);
  void showPhoto(context, document, file);
  return document;
}

/** Selects a reference picture in a new document; this isn't an undoable edit. */
const followingReference = (document: StudioDocument, id: string): StudioDocument => ({
  ...document,
  edits: {
    ...document.edits,
    scene: { ...document.edits.scene, background: 'scene', reference: { kind: 'built-in', id } },
  },
});

/** Tool with which to open a new photo; not every tool can start with a photo. */
const toolForPhoto = ({ tools }: StudioContext, tool: ToolName): ToolName => tools[tool].toolForPhoto ?? tool;

/** Opens a document without a photo, for tools that make pictures from a prompt. */
export function openWithoutPhoto(context: StudioContext, tool: ToolName): StudioDocument {
  const { services, store } = context;
  const document = createDocument({
    id: services.newId(),
    nowMs: services.nowMs(),
    photo: null,
    tool,
    before: store.getState().document,
  });
  closeDocument(context);
  store.setState({ document, photo: null, stage: 'open', isDecoding: false });
  void services.documents.setCurrentId(null).catch((error: unknown) => {
    console.warn('The open document was not noted in the browser.', error);
  });
  return document;
}

async function keepPhoto({ services }: StudioContext, document: StudioDocument, photo: Blob): Promise<void> {
  try {
    await services.documents.saveBlob(document.id, 'photo', photo);
    await services.documents.setCurrentId(document.id);
  } catch (error) {
    console.warn('The photo was not kept in the browser.', error);
    services.notify('warning', OWN_MESSAGES.autosaveFailed);
  }
}

/**
 * Decodes and shows the photo. If the browser can't decode it, the stage waits for the first result, because the
 * server supports more formats.
 */
async function showPhoto(context: StudioContext, document: StudioDocument, photo: Blob): Promise<void> {
  const { store } = context;
  try {
    const { picture, isReadAlike } = await decodePhoto(context, document, photo);
    // If the browser's size differs from the header's, the browser also decodes the pixels differently.
    const { widthPx, heightPx } = document.photo ?? picture;
    const isSameSize = widthPx === null || (widthPx === picture.widthPx && heightPx === picture.heightPx);
    setPhotoPicture(context, document.id, picture);
    if (!(isReadAlike && isSameSize)) void showAsRead(context, document.id, photo);
    // If a result arrived before the photo was decoded, the document already has the result's thumbnail.
    const { document: open } = store.getState();
    if (open?.id === document.id && open.results.length === 0) {
      const thumbnail = await context.services.makeThumbnail(picture);
      if (thumbnail) await keepThumbnail(context, document.id, thumbnail);
    }
  } catch (error) {
    console.warn('This browser shows no preview of the photo.', error);
  } finally {
    if (context.isOpen(document.id)) store.setState({ isDecoding: false });
  }
}

async function decodePhoto(
  { services }: StudioContext,
  document: StudioDocument,
  photo: Blob,
): Promise<Pick<DisplayablePhoto, 'picture' | 'isReadAlike'>> {
  const isHeic = document.photo?.mimeType === 'image/heic';
  const preview = await services.documents.readBlob(document.id, 'preview');
  if (preview) return { picture: await services.decodePicture(preview), isReadAlike: true };
  const { picture, converted, isReadAlike } = await services.decodePhoto(photo, isHeic);
  if (converted && isReadAlike) await services.documents.saveBlob(document.id, 'preview', converted);
  return { picture, isReadAlike };
}

function setPhotoPicture(context: StudioContext, documentId: string, picture: StagePicture): void {
  const { widthPx, heightPx } = picture;
  context.setPicture(documentId, PHOTO_ID, 'full', picture);
  const photo = context.isOpen(documentId) ? context.store.getState().document?.photo : null;
  if (photo?.widthPx === widthPx && photo.heightPx === heightPx) return;
  context.patchDocument(documentId, (open) => ({
    ...open,
    photo: open.photo && { ...open.photo, widthPx, heightPx },
  }));
}

const UNWATCHED: UploadProgress = { signal: new AbortController().signal, onProgress: () => {} };

/**
 * Shows the photo as the server's tools decode it, because browsers decode some photos differently. If that fails, the
 * browser's picture stays.
 */
async function showAsRead(context: StudioContext, documentId: string, photo: Blob): Promise<void> {
  const { services } = context;
  try {
    // If another document is open, shows nothing; reopening the photo's document requests the picture again.
    if (!context.isOpen(documentId)) return;
    const { document } = context.store.getState();
    const upload = context.get(createPhotoUpload);
    const key = document?.photo?.uploadKey ?? (await upload(documentId, photo, UNWATCHED));
    const view = await services.viewUpload(key);
    setPhotoPicture(context, documentId, await services.decodePicture(view));
    await services.documents.saveBlob(documentId, 'preview', view);
  } catch (error) {
    console.warn('The photo is shown as this browser reads it.', error);
  }
}

/** Stores a thumbnail for the list of recent documents, and shows it in that list. */
export async function keepThumbnail(
  context: StudioContext,
  documentId: string,
  thumbnail: Blob,
): Promise<void> {
  try {
    await context.services.documents.saveBlob(documentId, 'thumbnail', thumbnail);
    await refreshRecents(context);
  } catch (error) {
    console.warn('No thumbnail was kept.', error);
  }
}

/**
 * Opens a stored document without starting any job. Removes the document if its photo is no longer in this browser.
 * @returns the document, or null if it was removed or the user has opened another one meanwhile
 */
export async function openDocument(context: StudioContext, id: string): Promise<StudioDocument | null> {
  const { services, store } = context;
  const { documents } = services;
  const { document: before } = store.getState();
  const stored = await documents.read(id);
  const photo = stored?.photo ? await documents.readBlob(id, 'photo') : null;
  if (!stored || (stored.photo && !photo)) {
    services.notify('warning', OWN_MESSAGES.documentUnreadable);
    await documents.remove(id);
    await refreshRecents(context);
    return null;
  }
  const document = endBeside(adoptDocument(stored, await services.userId()));
  // A photo that the user dropped while this one was loading takes precedence.
  const now = store.getState();
  if (now.document !== before || (isActive(now.job) && !isAddingVariants(now))) return null;
  closeDocument(context);
  store.setState({ document, photo, stage: 'open', isDecoding: photo !== null });
  await documents.setCurrentId(id);
  await Promise.all([photo ? showPhoto(context, document, photo) : null, showOwnPictures(context, document)]);
  return document;
}

async function showOwnPictures(context: StudioContext, document: StudioDocument): Promise<void> {
  const { services } = context;
  const scenes = [document.edits.scene, ...document.requests.map(({ scene }) => scene)];
  const otherIds = scenes.flatMap(({ otherProducts }) => otherProducts.map(({ id }) => id));
  for (const id of new Set([...ownPictureIds(document.edits.scene), ...otherIds])) {
    try {
      const blob = await services.documents.readBlob(document.id, `${id}/full`);
      if (blob) context.setPicture(document.id, id, 'full', await services.decodePicture(blob));
    } catch (error) {
      console.warn('A picture of the scene could not be read.', error);
    }
  }
}

/** Opens the unfinished document of an earlier visit, if there is one. */
export async function recoverDocument(context: StudioContext): Promise<StudioDocument | null> {
  const { services, store } = context;
  try {
    const id = await services.documents.currentId();
    await refreshRecents(context);
    // A photo that the user opened meanwhile takes precedence.
    if (id !== null && store.getState().document === null) return await openDocument(context, id);
  } catch (error) {
    console.warn('Earlier work could not be read.', error);
  } finally {
    if (store.getState().stage === 'starting') store.setState({ stage: 'empty' });
  }
  return null;
}

/** Closes the document, which stays in the list of recent documents, and shows the empty stage. */
export async function startOver(context: StudioContext): Promise<void> {
  closeDocument(context);
  await context.services.documents.setCurrentId(null);
  await refreshRecents(context);
}

export async function deleteDocument(context: StudioContext, id: string): Promise<void> {
  if (context.isOpen(id)) {
    closeDocument(context);
    await context.services.documents.setCurrentId(null);
  }
  await context.services.documents.remove(id);
  await refreshRecents(context);
}

export async function refreshRecents({ services, store }: StudioContext): Promise<void> {
  const documents = await services.documents.list();
  const recents = await Promise.all(
    documents.map(async (document): Promise<RecentDocument> => {
      const blob = await services.documents.readBlob(document.id, 'thumbnail');
      return { document, thumbnail: blob && (await services.decodePicture(blob)) };
    }),
  );
  for (const { thumbnail } of store.getState().recents) services.release(thumbnail);
  store.setState({ recents });
}

/** Closes a document that another tab has removed, unless this tab has unsaved changes or a run in progress. */
export async function leaveRemoved(context: StudioContext, id: string): Promise<void> {
  const { job, isSaved } = context.store.getState();
  if (context.isOpen(id) && isSaved && !isActive(job)) {
    closeDocument(context);
    context.services.notify('warning', OWN_MESSAGES.deletedInOtherTab);
  }
  await refreshRecents(context);
}
