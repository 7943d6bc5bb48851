import { loadReferences, studioSet } from '../../../lib/api/references.ts';
import { hasBilling } from '../../../lib/page/installation.ts';
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { engineFields } from '@packshot/contract/tools/engines';
import { encodeTask } from '@packshot/contract/tools/task-tools';
import { call } from '../../../lib/api/api-client.ts';
import { readCurrentUser } from '../../../lib/session/current-user.ts';
import { refreshCredits, refreshFreemiumCredits, setDownloadCredits } from '../../../lib/plans/credits.ts';
import { fetchBlob, saveBlob } from '../../../lib/files/download.ts';
import { followTasks, runStreamedCall } from '../../../lib/api/event-stream.ts';
import { generationsLeft, useGlobalState } from '../../../lib/state/global-state.ts';
import { emitProductEvent } from '../../../lib/handover/product-events.ts';
import { keepsHistory, saveLocalPicture, saveRecord } from '../../../lib/filing/saved-records.ts';
import { ensureSession } from '../../../lib/session/session.ts';
import { saidHere } from '../../../lib/plans/said-here.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { forgetUnfiled, noteUnfiled } from '../../../lib/filing/unfiled.ts';
import { uploadImage } from '../../../lib/files/upload.ts';
import { wait } from '../../../lib/api/wait.ts';
import { createDocumentStore } from '../state/document-store.ts';
import type { LiveJobs } from './live-messages.ts';
import { createOffPage } from './off-page.ts';
import { decodePhoto, decodePicture, release } from '../documents/decode.ts';
import { readPictureFile } from '../tools/cut-out/load-pixels.ts';
import { shownMaps } from '../documents/shown-maps.ts';
import { navigateTo } from '../../../lib/state/navigation.ts';
import type { StudioServices } from '../state/services.ts';
import { noteGeneration, wasGenerationCanceled } from '../../../lib/state/shell-signals.ts';

/** Logs that the balance couldn't be read; the run continues without it. */
const sayUnread = (error: unknown): void => console.warn('The balance could not be read.', error);

/** Placeholder for the account's ID if the server stores no download balance. */
const NO_ACCOUNT = '00000000-0000-4000-8000-000000000000';

export function realServices(): StudioServices {
  let thread: Promise<LiveJobs> | undefined;
  // The code that composes scenes is loaded with the first scene.
  const live = (): Promise<LiveJobs> =>
    (thread ??= import('./live-thread.ts').then(({ createLiveThread }) => createLiveThread()));
  const drawing = createOffPage(() => showToast('warning', OWN_MESSAGES.canvasProtected));
  return {
    documents: createDocumentStore(),
    userId: async () => {
      // If the server can't be reached, the stored user applies.
      await ensureSession().catch(() => undefined);
      return readCurrentUser()?.id ?? null;
    },
    upload: uploadImage,
    viewUpload: async (key) => fetchBlob((await call('viewUpload', { body: { key } })).url),
    startTask: ({ tool, input }, { engine = null, failureMessage, ...following }) =>
      runStreamedCall(tool, {
        form: encodeTask(tool, input, engine),
        failureMessage: failureMessage ?? MESSAGES.taskFailed,
        ...following,
      }),
    followTasks,
    taskState: (taskId) => call('checkStatus', { query: { task_id: taskId } }),
    cancelTasks: async (taskIds) => (await call('cancel', { body: { task_ids: [...taskIds] } })).cancelled,
    suggestScenes: (description, engine, signal) =>
      call('descriptionToPrompt', { body: { description, ...engineFields(engine) }, signal }),
    engines: async () => (await call('listEngines')).data,
    references: loadReferences,
    generationsLeft: () => generationsLeft(useGlobalState.getState()),
    refreshGenerations: () => refreshFreemiumCredits().catch(sayUnread),
    refreshBalances: () => refreshCredits().catch(sayUnread),
    downloadBalance: async () => {
      if (!hasBilling()) return { id: NO_ACCOUNT, download_credits: 0 };
      const balance = await call('getDownloadCredits');
      setDownloadCredits(balance.download_credits);
      return balance;
    },
    requestDownload: async (key) => {
      const answer = await call('downloadImage', { body: { key } });
      setDownloadCredits(answer.download_credits);
      return answer;
    },
    fetchBlob,
    changeRunItem: async (id, row, image_key) => {
      await call('changeRunItem', { params: { id, row: String(row) }, body: { image_key } });
    },
    changeRunScene: async (id, row, scene_key, imageKey) => {
      const body = { scene_key, ...(imageKey !== null && { image_key: imageKey }) };
      await call('changeRunScene', { params: { id, row: String(row) }, body });
    },
    openRunItem: async (id, row, cutOutKey) => {
      const body = cutOutKey === null ? {} : { cut_out_key: cutOutKey };
      const { data } = await call('openRunItem', { params: { id, row: String(row) }, body });
      const options = { signal: new AbortController().signal, onTask: () => undefined };
      return (await followTasks(data.task_ids, options))[0];
    },
    isGuest: () => readCurrentUser()?.is_guest ?? true,
    goTo: navigateTo,
    keepInHistory: saveRecord,
    keepsHistory,
    keepOwnPicture: saveLocalPicture,
    noteUnfiled,
    forgetUnfiled,
    reportShown: (taskIds) => call('reportSuccess', { body: { task_ids: [...taskIds] } }),
    decodePhoto,
    decodePicture,
    makeThumbnail: drawing.makeThumbnail,
    resizePicture: drawing.resizePicture,
    release,
    visibleBox: drawing.visibleBox,
    edgeColor: drawing.edgeColor,
    compose: drawing.compose,
    composeLive: async (order) => (await live()).composeLive(order),
    planLive: async (order) => (await live()).planLive(order),
    stopLive: async () => (await live()).stopLive(),
    studioSet,
    proveComposite: drawing.proveComposite,
    estimateSurroundings: drawing.estimateSurroundings,
    productMaps: async (picture) => shownMaps(await drawing.mapPictures(picture)),
    crop: drawing.cropPicture,
    productRows: drawing.productRows,
    exportMask: drawing.exportMask,
    completeRemoval: async (image, picture, strokes, takesShadow) =>
      drawing.completeRemoval(image, await readPictureFile(picture), strokes, takesShadow),
    exportCorrection: drawing.exportCorrection,
    pixelsOn: async (...pixelArgs) =>
      (await import('../tools/parts.ts')).pixelsForHand(drawing.pixelsOn, ...pixelArgs),
    findParts: async (image, { photo, cutOut, earliest }) =>
      drawing.loadParts(
        image,
        await readPictureFile(photo),
        await readPictureFile(cutOut),
        earliest && (await readPictureFile(earliest)),
      ),
    writePng: drawing.writePng,
    encodeExport: drawing.encodeExport,
    writePsd: drawing.writePsd,
    measureExport: drawing.measureExport,
    zip: async (files) => {
      const { downloadZip } = await import('client-zip');
      return downloadZip(files).blob();
    },
    saveFile: saveBlob,
    copyText: (text) => navigator.clipboard.writeText(text),
    reportThirdImage: () => {
      // Doesn't report results that finish after a cancellation: they are shown, but weren't wanted.
      if (!wasGenerationCanceled()) emitProductEvent('third-image');
    },
    tellShell: noteGeneration,
    markReimagining: (text) =>
      useGlobalState.setState({ reImagine: text !== null, reImagineText: text ?? '' }),
    notify: (type, message) => showToast(type, saidHere(message)),
    wait,
    newId: () => crypto.randomUUID(),
    nowMs: () => Date.now(),
  };
}
