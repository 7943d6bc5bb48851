/** Opens a photo of a run on the stage: to correct its cut-out, which returns to the run, or to adjust its scene. */
import { t } from '@packshot/contract/text/translation';
import { ROUTES } from '@packshot/contract/routes';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { createStore } from 'zustand/vanilla';
import { getErrorMessage } from '../../../lib/api/api-client.ts';
import { ownName } from '../../../lib/files/own-name.ts';
import type { RunFix } from '../../../lib/handover/run-fix.ts';
import { productIn } from '../composite/composing.ts';
import { createOpenActions } from '../open/open-actions.ts';
import { createToolRunner } from '../run/runner.ts';
import { createStoredKeys } from '../run/stored-keys.ts';
import { workOfRunItem } from './run-scene.ts';
import type { StudioContext } from '../state/studio-context.ts';

interface Fixing {
  readonly fix: RunFix;
  readonly documentId: string;
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
      if (fix.opens === 'cut-out' && document && document.id !== before)
        store.setState({ fixing: { fix, documentId: document.id } });
    },
    /** Returns the corrected cut-out to the run, and goes back to its review. */
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
        const product = now && productIn(now);
        if (!now || !product)
          return services.notify('warning', t('There’s no cut-out to save to the run yet.'));
        const upload = { signal: new AbortController().signal, onProgress: () => undefined };
        const key = await keys.resolveKey(now.id, product.id, upload);
        await services.changeRunItem(fixing.fix.runId, fixing.fix.row, key);
        services.notify('success', t('{name} will be redone with this cut-out.', { name: fixing.fix.name }));
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
