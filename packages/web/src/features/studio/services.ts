/** What the studio needs from outside, as one type: the app's own in `real-services.ts`, doubles in tests. */
import type { EngineOffer } from '@packshot/contract/engines';
import type { Reference } from '@packshot/contract/scene';
<<<<<<< HEAD
import { TOOL_IDS } from '@packshot/contract/tools';
import { call } from '../../lib/api-client.ts';
import { readCurrentUser } from '../../lib/current-user.ts';
import { refreshCredits, refreshFreemiumCredits, setDownloadCredits } from '../../lib/credits.ts';
import { fetchBlob, saveBlob } from '../../lib/download.ts';
import { followTasks, runStreamedCall } from '../../lib/event-stream.ts';
import { generationsLeft, useGlobalState } from '../../lib/global-state.ts';
import { tellProductEvent } from '../../lib/product-events.ts';
import { ensureSession } from '../../lib/session.ts';
import { saveRecord } from '../../lib/saved-records.ts';
import type { FinishedResult } from '../../lib/saved-records.ts';
import { showToast } from '../../lib/toast.ts';
import type { ToastType } from '../../lib/toast.ts';
import { uploadImage } from '../../lib/upload.ts';
=======
>>>>>>> main
import type { Box } from '@packshot/image-engine/pixels';
import type { FinishedResult } from '../../lib/saved-records.ts';
import type { ToastType } from '../../lib/toast.ts';
import type { Crop } from './crop/crop.ts';
import type { DocumentStore } from './document/document-store.ts';
import type { EncodeOrder } from './export/encode-export.ts';
import type { PsdOrder } from './export/write-psd.ts';
import type { ToolCalls } from './job/tool-calls.ts';
import type { Stroke } from './magic/strokes.ts';
<<<<<<< HEAD
import type { CorrectionStroke } from './refine/corrections.ts';
import { exportCorrection } from './refine/export-strokes.ts';
import { compose } from './scene/compose.ts';
import type { Composite, CompositionOrder } from './scene/compose.ts';
import { visibleBox } from './scene/visible-box.ts';
import type { VisibleBox } from './scene/composition.ts';
import { decodePhoto, decodePicture, makeThumbnail, release, resizePicture } from './photo/decode.ts';
=======
>>>>>>> main
import type { DecodedPhoto, Picture } from './photo/decode.ts';
import type { CorrectionStroke } from './refine/corrections.ts';
import type { Composite, CompositionOrder } from './scene/compose.ts';
import type { VisibleBox } from './scene/composition.ts';
import type { Size } from './size.ts';

export interface StudioServices extends ToolCalls {
  readonly documents: DocumentStore;

  // The server, besides the tools.
  /** Waits for the session and tells whose it is; null when nobody can tell, as without a connection. */
  userId(): Promise<string | null>;
  /** @returns the key under which the picture is stored */
  upload(photo: Blob, options: { signal: AbortSignal; onProgress(fraction: number): void }): Promise<string>;
  /** Engines besides the built-in one that are there now. */
  engines(): Promise<readonly EngineOffer[]>;
  /** The built-in references. */
  references(): Promise<readonly Reference[]>;
  /** Generations left as last read; null while that is not known. */
  generationsLeft(): number | null;
  refreshGenerations(): Promise<unknown>;
  refreshBalances(): Promise<unknown>;
  downloadBalance(): Promise<{ id: string; download_credits: number }>;
  /** Debits one download, unless this picture was downloaded before. */
  requestDownload(key: string): Promise<{ download_credits: number; url?: string | undefined }>;
  /** Bytes behind an address. */
  fetchBlob(url: string): Promise<Blob>;
  /** Files a finished result in the user's history; nothing for a guest. */
  keepInHistory(result: FinishedResult): Promise<void>;
  /** Tells the server that results were shown. */
  reportShown(taskIds: readonly string[]): Promise<unknown>;

  // Pictures, as the browser reads, makes and writes them.
  decodePhoto(photo: Blob, isHeic: boolean): Promise<DecodedPhoto>;
  decodePicture(blob: Blob): Promise<Picture>;
  makeThumbnail(picture: Picture): Promise<Blob | null>;
  /** A small WebP of a picture, `RESIZE_LONGEST_SIDE_PX` on its longest side; null when the browser makes none. */
  resizePicture(picture: Picture): Promise<Blob | null>;
  release(picture: Picture | null): void;
  /** Where the product is in a picture; null when nothing of it is visible, or the browser cannot tell. */
  visibleBox(picture: Picture): Promise<VisibleBox | null>;
  /** The product on its background as one picture, and where the product is in it. */
  compose(order: CompositionOrder): Promise<Composite>;
  /** A part of a picture as a file of its own. @param isOpaque it has no transparency to keep */
  crop(picture: Picture, crop: Crop, isOpaque: boolean): Promise<Blob>;
  /** The box around everything visible in a picture, to the pixel; null when nothing is. */
  productBounds(picture: Picture): Promise<Box | null>;
  /**
   * Strokes as a PNG mask of the picture's shape; null when nothing is drawn.
   * @param feather how soft its edge is, as a share of the picture's longest side
   */
  exportMask(strokes: readonly Stroke[], image: Size, feather: number): Promise<Blob | null>;
  /** Strokes of a correction as a picture of the photo's shape; null when there are none. */
  exportCorrection(strokes: readonly CorrectionStroke[], image: Size): Promise<Blob | null>;
  /** A picture as a PNG, JPEG or WebP. */
  encodeExport(order: EncodeOrder): Promise<Blob>;
  /** A picture's parts as a Photoshop file. */
  writePsd(order: PsdOrder): Promise<Blob>;
  /** Files as one ZIP; they are asked for one after another. */
  zip(files: AsyncIterable<{ readonly name: string; readonly input: Blob }>): Promise<Blob>;
  saveFile(blob: Blob, name: string): void;
  copyText(text: string): Promise<void>;

  // The shell around the studio.
  /** The third image of a request is there. */
  reportThirdImage(): void;
  /** The shell hears what is asked for, and whether it was cancelled. */
  tellShell(run: { readonly isCancelled: boolean; readonly prompt?: string }): void;
  /** Text with which a result is being gone on from; null when that is over. */
  markReimagining(text: string | null): void;
  notify(type: ToastType, message: string): void;

  // Time and names.
  /** @throws the signal's reason */
  wait(durationMs: number, signal: AbortSignal): Promise<void>;
  newId(): string;
  nowMs(): number;
}
<<<<<<< HEAD

/** The last state of the only task of a call. */
function onlyTask(states: readonly TaskState[]): TaskState {
  const [state] = states;
  if (!state) throw new Error('The call ended without a task.');
  return state;
}

const streamOf = ({ idempotencyKey, signal, onTaskIds, onTask }: ToolCall) => ({
  idempotencyKey,
  signal,
  onTask,
  onTaskIds,
});

/** What is left is read again with the next request: nobody waits for it. */
const sayUnread = (error: unknown): void => console.warn('The balance could not be read.', error);

export function realServices(): StudioServices {
  return {
    documents: createDocumentStore(),
    userId: async () => {
      // Without a connection the stored user still is who they were.
      await ensureSession().catch(() => undefined);
      return readCurrentUser()?.id ?? null;
    },
    upload: uploadImage,
    removeBackground: async (toolCall) =>
      onlyTask(
        await runStreamedCall('removeBackground', {
          form: { image_s3: toolCall.imageKey, feature_type: TOOL_IDS.bgRemove, ...toolCall.engine },
          ...streamOf(toolCall),
        }),
      ),
    generate: ({ form, ...toolCall }) =>
      runStreamedCall('generate', {
        form: { ...form, ...toolCall.engine },
        ...streamOf(toolCall),
        failureMessage: MESSAGES.taskFailed,
      }),
    harmonize: async ({ imageKey, maskKey, strength, ...toolCall }) =>
      onlyTask(
        await runStreamedCall('harmonize', {
          form: {
            image_s3: imageKey,
            mask_s3: maskKey,
            // As many digits as a slider has.
            strength: strength.toFixed(2),
            feature_type: TOOL_IDS.harmonize,
            ...toolCall.engine,
          },
          ...streamOf(toolCall),
          failureMessage: MESSAGES.taskFailed,
        }),
      ),
    magic: async ({ maskKey, prompt, ...toolCall }) =>
      onlyTask(
        await runStreamedCall('magic', {
          form: {
            image_s3: toolCall.imageKey,
            mask_s3: maskKey,
            feature_type: TOOL_IDS.magicTool,
            ...(prompt === '' ? {} : { prompt }),
            ...toolCall.engine,
          },
          ...streamOf(toolCall),
          failureMessage: MESSAGES.taskFailed,
        }),
      ),
    refine: async ({ imageKey, cutOutKey, strokesKey, edges, ...toolCall }) =>
      onlyTask(
        await runStreamedCall('refine', {
          form: {
            image_s3: imageKey,
            matte_s3: cutOutKey,
            mask_s3: strokesKey,
            edges,
            feature_type: TOOL_IDS.bgRemove,
          },
          ...streamOf(toolCall),
          failureMessage: MESSAGES.taskFailed,
        }),
      ),
    upscale: async ({ factor, mode, ...toolCall }) =>
      onlyTask(
        await runStreamedCall('upscale', {
          form: {
            image_s3: toolCall.imageKey,
            value: factor,
            mode,
            feature_type: TOOL_IDS.upscale,
            ...toolCall.engine,
          },
          ...streamOf(toolCall),
        }),
      ),
    exportPicture: async ({ imageKey, quality, metadata, ...toolCall }) =>
      onlyTask(
        await runStreamedCall('exportPicture', {
          form: {
            image_s3: imageKey,
            quality,
            alt_text: metadata.altText,
            digital_source_type: metadata.digitalSourceType,
            feature_type: TOOL_IDS.default,
          },
          ...streamOf(toolCall),
          failureMessage: MESSAGES.taskFailed,
        }),
      ),
    sceneLayers: ({ imageKey, ...toolCall }) =>
      runStreamedCall('layers', {
        form: { image_s3: imageKey, feature_type: TOOL_IDS.product },
        ...streamOf(toolCall),
        failureMessage: MESSAGES.taskFailed,
      }),
    describe: async (toolCall) =>
      onlyTask(
        await runStreamedCall('analyze', {
          form: { image_s3: toolCall.imageKey, feature_type: TOOL_IDS.default, ...toolCall.engine },
          ...streamOf(toolCall),
        }),
      ),
    copyText: (text) => navigator.clipboard.writeText(text),
    exportMask,
    exportCorrection,
    suggestScenes: (description, engine, signal) =>
      call('descriptionToPrompt', { body: { description, ...engine }, signal }),
    engines: async () => (await call('listEngines')).data,
    references: async () => (await call('listReferences')).data,
    followTasks,
    taskState: (taskId) => call('checkStatus', { query: { task_id: taskId } }),
    cancelTasks: async (taskIds) => (await call('cancel', { body: { task_ids: [...taskIds] } })).cancelled,
    generationsLeft: () => generationsLeft(useGlobalState.getState()),
    refreshGenerations: () => refreshFreemiumCredits().catch(sayUnread),
    refreshBalances: () => refreshCredits().catch(sayUnread),
    downloadBalance: async () => {
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
    saveFile: saveBlob,
    decodePhoto,
    decodePicture,
    makeThumbnail,
    resizePicture,
    release,
    visibleBox,
    compose,
    crop: cropPicture,
    productBounds,
    encodeExport,
    zip: async (files) => {
      const { downloadZip } = await import('client-zip');
      return downloadZip(files).blob();
    },
    wait: (durationMs, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, durationMs);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        });
      }),
    writePsd,
    keepInHistory: saveRecord,
    reportShown: (taskIds) => call('reportSuccess', { body: { task_ids: [...taskIds] } }),
    reportThirdImage: () => tellProductEvent('third-image'),
    tellShell: ({ isCancelled, prompt }) =>
      useGlobalState.setState({
        generationCancelled: isCancelled,
        ...(prompt === undefined ? {} : { currentPromptValue: prompt }),
      }),
    markReimagining: (text) =>
      useGlobalState.setState({ reImagine: text !== null, reImagineText: text ?? '' }),
    notify: showToast,
    newId: () => crypto.randomUUID(),
    nowMs: () => Date.now(),
  };
}
=======
>>>>>>> main
