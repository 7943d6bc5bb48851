/** Opens a photo of a run on the stage, to correct its cut-out or adjust its scene, which then returns to the run. */
import { t } from '@packshot/contract/text/translation';
import { ROUTES } from '@packshot/contract/routes';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { createStore } from 'zustand/vanilla';
import { getErrorMessage } from '../../../lib/api/api-client.ts';
import { ownName } from '../../../lib/files/own-name.ts';
import type { RunFix } from '../../../lib/handover/run-fix.ts';
import { productIn } from '../composite/composing.ts';
import { adjustableScene } from '../model/adjustment.ts';
import type { PictureId } from '../model/results.ts';
import { createOpenActions } from '../open/open-actions.ts';
import { createToolRunner } from '../run/runner.ts';
import { createStoredKeys } from '../run/stored-keys.ts';
import { workOfRunItem } from './run-scene.ts';
import type { StudioDocument } from '../model/document.ts';
import type { StudioContext } from '../state/studio-context.ts';

interface Fixing {
  readonly fix: RunFix;
  readonly documentId: string;
  /** Cut-out as the run made it. */
  readonly cutOutId: PictureId | undefined;
}

interface RunFixState {
  readonly fixing: Fixing | null;
  readonly isSending: boolean;
  /** Name of the row that is being opened; null if none is. */
  readonly opening: string | null;
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/heic': 'heic' };

const withoutExtension = (name: string): string =>
  name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name;

/**
 * Creates a file with the photo's name if the extension is supported; otherwise replaces the extension by that of the
 * detected type.
 */
function createPhotoFile(blob: Blob, fileName: string): File {
  const name = ownName(fileName);
  const stem = withoutExtension(name) || t('Photo');
  const isKept = hasSupportedExtension(name) && name !== stem;
  return new File([blob], isKept ? name : `${stem}.${EXTENSIONS[blob.type] ?? 'png'}`, { type: blob.type });
}

export function createRunFix(context: StudioContext) {
  const { services, tools } = context;
  const opens = context.get(createOpenActions);
  const runner = context.get(createToolRunner);
  const keys = context.get(createStoredKeys);
  const store = createStore<RunFixState>(() => ({
    fixing: null,
    isSending: false,
    opening: null,
  }));

  const keyOf = (document: StudioDocument, picture: PictureId): Promise<string> =>
    keys.resolveKey(document.id, picture, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });

  /** Sends the cut-out to the run. Returns a message if there is none. */
  const sendCutOut = async (document: StudioDocument, { fix }: Fixing): Promise<string | null> => {
    const product = productIn(document);
    if (!product) return t('There’s no cut-out to save to the run yet.');
    await services.changeRunItem(fix.runId, fix.row, await keyOf(document, product.id));
    services.notify('success', t('{name} will be redone with this cut-out.', { name: fix.name }));
    return null;
  };

  /** Sends the scene on the stage to the run, with its cut-out if it was corrected. Returns a message if it can't. */
  const sendScene = async (document: StudioDocument, { fix, cutOutId }: Fixing): Promise<string | null> => {
    const scene = adjustableScene(document);
    if (!scene) return t('Show the scene in Background, then save it to the run.');
    if (scene.others.length > 0) return t('A scene of a run shows one product. Remove the others first.');
    const isCorrected = scene.product.id !== cutOutId;
    const cutOutKey = isCorrected ? await keyOf(document, scene.product.id) : null;
    const sceneKey = await keyOf(document, scene.result.id);
    await services.changeRunScene(fix.runId, fix.row, sceneKey, cutOutKey);
    services.notify('success', t('{name} will be redone with this scene.', { name: fix.name }));
    return null;
  };

  const leave = (): void => {
    const { fixing } = store.getState();
    store.setState({ fixing: null });
    if (fixing) services.goTo(`${ROUTES.catalog}?at=review.${fixing.fix.runId}`);
  };
  return {
    store,
    /** Opens the cut-out, or the scene, that the run has made from the photo; free of charge. */
    begin: async (fix: RunFix): Promise<void> => {
      await opens.recover();
      let photo: File;
      try {
        photo = createPhotoFile(await services.fetchBlob(fix.url), fix.fileName);
      } catch (error) {
        console.warn('A photo of a run could not be had.', error);
        return services.notify('error', OWN_MESSAGES.pictureNotOpened);
      }
      store.setState({ opening: fix.name });
      const before = context.store.getState().document?.id;
      await opens
        .openMade(() => workOfRunItem(services, fix, photo))
        .finally(() => store.setState({ opening: null }));
      const { document } = context.store.getState();
      if (document && document.id !== before)
        store.setState({ fixing: { fix, documentId: document.id, cutOutId: document.results[0]?.id } });
    },
    /** Returns the corrected cut-out or the adjusted scene to the run, and goes back to its review. */
    giveBack: async (): Promise<void> => {
      const { fixing, isSending } = store.getState();
      const { document } = context.store.getState();
      if (!fixing || isSending || !document || !context.isOpen(fixing.documentId)) return;
      store.setState({ isSending: true });
      try {
        // Includes strokes that the user has drawn but not applied yet.
        const unfinished = tools[document.tool].workOnLeaving?.(document);
        if (unfinished) await runner.start(unfinished, document.edits.currentId);
        const now = context.store.getState().document;
        const refusal = now && (await (fixing.fix.opens === 'cut-out' ? sendCutOut : sendScene)(now, fixing));
        if (refusal !== null) return services.notify('warning', refusal);
        leave();
      } catch (error) {
        services.notify('error', getErrorMessage(error));
      } finally {
        store.setState({ isSending: false });
      }
    },
    /** Returns to the review without changes. */
    leave,
  };
}
