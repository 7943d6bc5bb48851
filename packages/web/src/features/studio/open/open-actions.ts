/**
 * Opens documents on the stage: a new photo, a result as a new photo, earlier work, or a picture that another page
 * requests.
 */
import { t } from '@packshot/contract/text/translation';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { RECORD_MESSAGES } from '@packshot/contract/records/messages';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import type { ReusedSettings } from '../../../lib/handover/incoming-work.ts';
import type { StudioDocument } from '../model/document.ts';
import { fullFile } from '../documents/full-picture.ts';
import {
  deleteDocument,
  openDocument,
  openPhoto,
  recoverDocument,
  startOver,
} from '../documents/open-document.ts';
import { nameOwnProduct } from '../model/product-names.ts';
import { keepMade, workOfRecord } from './open-made.ts';
import type { MadeWork } from './open-made.ts';
import { payerFor } from '../model/payer.ts';
import { pictureName } from '../model/picture-names.ts';
import { PHOTO_ID, findResult } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { getPictureSource } from '../run/digital-source.ts';
import { beginBeside } from '../state/new-beside.ts';
import { isAddingVariants } from '../state/studio-state.ts';
import { createToolRunner } from '../run/runner.ts';
import { ensurePixels, loadThumbnails } from '../documents/show-result.ts';
import { createRunActions } from '../run/run-actions.ts';
import { editInFrame } from '../composite/edit-in-frame.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { edit } from '../model/edits.ts';
import { editsReused } from '../model/reused-edits.ts';

export type OpenActions = ReturnType<typeof createOpenActions>;

export function createOpenActions(context: StudioContext) {
  const { services, store, tools } = context;
  const runner = context.get(createToolRunner);
  const runs = context.get(createRunActions);
  let recovery: Promise<void> | null = null;

  /** Resumes an opened document: follows its tasks on the server, and loads missing pixels. */
  const goOn = async (document: StudioDocument | null): Promise<void> => {
    if (!document) return;
    await ensurePixels(context);
    await loadThumbnails(context, document.id);
    if (document.pendingRun) await runner.resume(document.pendingRun);
  };

  const recover = (): Promise<void> => (recovery ??= recoverDocument(context).then(goOn));

  const takePhoto = async (
    files: readonly File[],
    tool?: ToolName,
    { isTrial }: { readonly isTrial: boolean } = { isTrial: false },
  ): Promise<void> => {
    const arrival = Symbol('arrival');
    store.setState({ arrival });
    try {
      await runner.makeRoom();
      const document = await openPhoto(context, files, tool);
      // The user may have canceled or chosen another photo meanwhile.
      if (store.getState().arrival !== arrival) return;
      store.setState({ arrival: null });
      if (
        document &&
        !isTrial &&
        tools[document.tool].startsWithProduct === true &&
        services.generationsLeft() !== 0
      )
        await runner.start('cut-out', PHOTO_ID);
    } finally {
      if (store.getState().arrival === arrival) store.setState({ arrival: null });
    }
  };

  const openAsDocument = async (id: PictureId): Promise<void> => {
    const { document } = store.getState();
    const result = document && findResult(document, id);
    if (!result) return;
    try {
      const blob = await fullFile(context, document.id, result);
      const stem = document.photo ? nameOwnProduct(document) : t('Scene');
      const name = `${stem} ${pictureName(result.tool).toLowerCase()}.png`;
      // Selects a tool that doesn't run by itself, because the user hasn't asked for a paid action.
      await takePhoto([new File([blob], name, { type: blob.type })], 'magic');
      if (context.isOpen(document.id)) return;
      // Pictures that the browser makes from this photo are charged to the original result.
      const payer = payerFor(document, id);
      const sourceType = getPictureSource(tools, document, id);
      const openedFrom = payer && { key: payer.key, isDownloaded: payer.isDownloaded, sourceType };
      context.change((open) => ({ ...open, photo: open.photo && { ...open.photo, openedFrom } }));
    } catch (error) {
      console.warn('The picture could not be opened.', error);
      services.notify('warning', OWN_MESSAGES.documentUnreadable);
    }
  };

  /** Opens work and replaces the open document, which stays in the list of recent documents, like a new photo does. */
  const openMade = async (gather: () => Promise<MadeWork | null>): Promise<void> => {
    const arrival = Symbol('arrival');
    store.setState({ arrival });
    const isStillWanted = (): boolean => store.getState().arrival === arrival;
    try {
      await recover();
      const work = await gather();
      if (!isStillWanted()) return;
      if (!work) return services.notify('warning', OWN_MESSAGES.documentUnreadable);
      const id = await keepMade(services, work);
      if (!isStillWanted()) return;
      await runner.makeRoom();
      store.setState({ arrival: null });
      await goOn(await openDocument(context, id));
    } catch (error) {
      console.warn('What was made elsewhere could not be opened.', error);
      services.notify('error', OWN_MESSAGES.pictureNotOpened);
    } finally {
      if (isStillWanted()) store.setState({ arrival: null });
    }
  };

  return {
    /** Opens the unfinished document of an earlier visit, once per page. */
    recover,
    /** Opens work made elsewhere; for null, tells the user that it is no longer available. */
    openMade,
    /** Opens a picture of the history together with the picture from which it was made. */
    openRecord: (tool: ToolName, record: SavedRecord): Promise<void> =>
      openMade(() => workOfRecord(services, tools[tool], record, 'picture')),
    /**
     * Opens a new photo. If the tool needs a cut-out and generations are left, the background is removed at once. A
     * photo that was opened only to try a tool stays as it is.
     */
    takePhoto,
    openAsDocument,
    /** Opens a tool that another page requests, with an optional built-in reference for the scene. */
    begin: async (tool: ToolName, referenceId: string | null): Promise<void> => {
      await recover();
      runs.chooseTool(tool);
      if (referenceId === null) return;
      if (!store.getState().document) store.setState({ nextReferenceId: referenceId });
      else {
        const reference = { kind: 'built-in', id: referenceId } as const;
        editInFrame(context, 'reference', { reference, background: 'scene' });
      }
    },
    /** Restores a tool's settings from a picture of the history. */
    reuse: async (tool: ToolName, reused: ReusedSettings, record?: SavedRecord): Promise<void> => {
      await recover();
      // If no photo is open, loads the one from which the picture was made, if the server still has it.
      if (record?.input_image_url != null && !store.getState().document?.photo) {
        await openMade(() => workOfRecord(services, tools[tool], record, 'settings'));
        services.notify('success', RECORD_MESSAGES.settingsReused);
        return;
      }
      runs.chooseTool(tool);
      reuseSettings(context, reused);
    },
    openRecent: async (id: string): Promise<void> => {
      if (isAddingVariants(store.getState())) await runner.makeRoom();
      await goOn(await openDocument(context, id));
    },
    deleteRecent: (id: string): Promise<void> => deleteDocument(context, id),
    startOver: async (): Promise<void> => {
      await runner.makeRoom();
      await startOver(context);
    },
  };
}

/**
 * Applies settings to the open document in one undo step, and shows them; without a document, stores them for the next
 * photo.
 */
function reuseSettings(context: StudioContext, reused: ReusedSettings): void {
  const { services, store, change } = context;
  const { document: open } = store.getState();
  if (open === null) {
    store.setState({ nextReuse: reused });
    services.notify('success', RECORD_MESSAGES.settingsWait);
    return;
  }
  change((document, nowMs) =>
    beginBeside(edit(document, 'reuse', nowMs, (edits) => editsReused(edits, reused))),
  );
  services.notify('success', RECORD_MESSAGES.settingsReused);
}
