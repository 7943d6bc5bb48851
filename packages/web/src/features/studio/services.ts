/** What the studio needs from outside, as one type: the app's own in `realServices`, doubles in tests. */
import type { PictureMetadata } from '@packshot/contract/export';
import type { DescriptionToPromptResponse, TaskState } from '@packshot/contract/generation';
import type { RefineEdges, UpscaleFactor, UpscaleMode } from '@packshot/contract/limits';
import type { EngineOffer } from '@packshot/contract/engines';
import { MESSAGES } from '@packshot/contract/messages';
import type { Reference } from '@packshot/contract/scene';
import { TOOL_IDS } from '@packshot/contract/tools';
import type { ToolId } from '@packshot/contract/tools';
import { call } from '../../lib/api-client.ts';
import { readCurrentUser } from '../../lib/current-user.ts';
import { refreshCredits, refreshFreemiumCredits, setDownloadCredits } from '../../lib/credits.ts';
import { saveBlob } from '../../lib/download.ts';
import { followTasks, runStreamedCall } from '../../lib/event-stream.ts';
import { generationsLeft, useGlobalState } from '../../lib/global-state.ts';
import { tellProductEvent } from '../../lib/product-events.ts';
import { ensureSession } from '../../lib/session.ts';
import { keepsHistory, saveOwnPicture, saveRecord } from '../../lib/saved-records.ts';
import type { FinishedResult, OwnPicture } from '../../lib/saved-records.ts';
import { showToast } from '../../lib/toast.ts';
import type { ToastType } from '../../lib/toast.ts';
import { forgetUnfiled, noteUnfiled } from '../../lib/unfiled.ts';
import { uploadImage } from '../../lib/upload.ts';
import type { Box } from '@packshot/image-engine/pixels';
import type { Crop } from './crop/crop.ts';
import { createOffPage } from './drawing/off-page.ts';
import { createDocumentStore } from './document/document-store.ts';
import type { DocumentStore } from './document/document-store.ts';
import type { EncodeOrder } from './export/encode-export.ts';
import type { PsdOrder } from './export/write-psd.ts';
import type { EngineFields } from './engines/engine-fields.ts';
import type { SceneForm } from './job/scene-form.ts';
import { exportMask } from './magic/rasterise.ts';
import type { Stroke } from './magic/strokes.ts';
import type { CorrectionStroke } from './refine/corrections.ts';
import { exportCorrection } from './refine/export-strokes.ts';
import type { Composite, CompositionOrder } from './scene/compose.ts';
import { visibleBox } from './scene/visible-box.ts';
import type { VisibleBox } from './scene/composition.ts';
import { decodePhoto, decodePicture, makeStandard, makeThumbnail, release } from './photo/decode.ts';
import type { DecodedPhoto, Picture } from './photo/decode.ts';

/** What every tool's call has. */
export interface ToolCall {
  /** Which engine is asked; absent: the built-in one. */
  readonly engine?: EngineFields;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** The server has accepted it. */
  onTaskIds(taskIds: readonly string[]): void;
  onTask(task: TaskState): void;
}

/** A tool that works on one picture. */
export interface PictureCall extends ToolCall {
  readonly imageKey: string;
}
export interface MagicCall extends PictureCall {
  readonly maskKey: string;
  /** Empty: take away what was drawn over. */
  readonly prompt: string;
}
export interface HarmonizeCall extends PictureCall {
  /** Where the product is. */
  readonly maskKey: string;
  /** 0 to 1. */
  readonly strength: number;
}
/** `imageKey` is the photo that was cut out. */
export interface RefineCall extends PictureCall {
  readonly cutOutKey: string;
  readonly strokesKey: string;
  readonly edges: RefineEdges;
}
export interface ExportCall extends PictureCall {
  /** 1 to 100. */
  readonly quality: number;
  readonly metadata: PictureMetadata;
}
export interface GenerateCall extends ToolCall {
  readonly form: SceneForm;
}
export interface UpscaleCall extends PictureCall {
  readonly factor: UpscaleFactor;
  readonly mode: UpscaleMode;
}

export interface StudioServices {
  readonly documents: DocumentStore;
  /** Waits for the session and tells whose it is; null when nobody can tell, as without a connection. */
  userId(): Promise<string | null>;
  upload(photo: Blob, options: { signal: AbortSignal; onProgress(fraction: number): void }): Promise<string>;
  removeBackground(options: PictureCall): Promise<TaskState>;
  /** Scenes: one task a variant. */
  generate(options: GenerateCall): Promise<TaskState[]>;
  harmonize(options: HarmonizeCall): Promise<TaskState>;
  magic(options: MagicCall): Promise<TaskState>;
  /** Corrects a cut-out where strokes were drawn; costs nothing. */
  refine(options: RefineCall): Promise<TaskState>;
  upscale(options: UpscaleCall): Promise<TaskState>;
  /** A picture as AVIF, which browsers do not write. */
  exportPicture(options: ExportCall): Promise<TaskState>;
  /** Background, shadow and product of a scene, in this order. */
  sceneLayers(options: PictureCall): Promise<TaskState[]>;
  /** Says what is in the picture. */
  describe(options: PictureCall): Promise<TaskState>;
  /** A description as scenes that would suit it. */
  suggestScenes(
    description: string,
    engine: EngineFields,
    signal: AbortSignal,
  ): Promise<DescriptionToPromptResponse>;
  /** Engines besides the built-in one that are there now. */
  engines(): Promise<readonly EngineOffer[]>;
  /** The built-in references. */
  references(): Promise<readonly Reference[]>;
  copyText(text: string): Promise<void>;
  /** Strokes as a PNG mask of the picture's shape, with an edge as soft as a share of its longest side; null when nothing is drawn. */
  exportMask(
    strokes: readonly Stroke[],
    image: { readonly widthPx: number; readonly heightPx: number },
    feather: number,
  ): Promise<Blob | null>;
  /** Strokes of a correction as a picture of the photo's shape; null when there are none. */
  exportCorrection(
    strokes: readonly CorrectionStroke[],
    image: { readonly widthPx: number; readonly heightPx: number },
  ): Promise<Blob | null>;
  /** Goes on with tasks that were accepted earlier. */
  followTasks(taskIds: readonly string[], options: Pick<ToolCall, 'signal' | 'onTask'>): Promise<TaskState[]>;
  taskState(taskId: string): Promise<TaskState>;
  /** @returns those that are cancelled; the others had already ended */
  cancelTasks(taskIds: readonly string[]): Promise<readonly string[]>;
  /** Generations left as last read; null while that is not known. */
  generationsLeft(): number | null;
  refreshGenerations(): Promise<unknown>;
  refreshBalances(): Promise<unknown>;
  downloadBalance(): Promise<{ id: string; download_credits: number }>;
  /** Debits one download, unless this picture was downloaded before. */
  requestDownload(key: string): Promise<{ download_credits: number; url?: string | undefined }>;
  /** Bytes behind an address. */
  fetchBlob(url: string): Promise<Blob>;
  saveFile(blob: Blob, name: string): void;
  decodePhoto(photo: Blob, isHeic: boolean): Promise<DecodedPhoto>;
  decodePicture(blob: Blob): Promise<Picture>;
  makeThumbnail(picture: Picture): Promise<Blob | null>;
  /** A picture at a size that is quick to show. */
  makeStandard(picture: Picture): Promise<Blob | null>;
  release(picture: Picture | null): void;
  /** Where the product is in a picture; null when nothing of it is visible, or the browser cannot tell. */
  visibleBox(picture: Picture): Promise<VisibleBox | null>;
  /** The product on its background as one picture, and where the product is in it. */
  compose(order: CompositionOrder): Promise<Composite>;
  /** A picture's file as a PNG with words about it; the bytes of a PNG's pixels stay as they are. */
  pngOf(file: Blob, metadata: PictureMetadata): Promise<Blob>;
  /** A picture as a PNG, JPEG or WebP. */
  encodeExport(order: EncodeOrder): Promise<Blob>;
  /** Files as one ZIP; they are asked for one after another. */
  zip(files: AsyncIterable<{ readonly name: string; readonly input: Blob }>): Promise<Blob>;
  /** @throws the signal's reason */
  wait(durationMs: number, signal: AbortSignal): Promise<void>;
  /** A picture's parts as a Photoshop file. */
  writePsd(order: PsdOrder): Promise<Blob>;
  /** Files a finished result in the user's history; nothing for a guest. */
  keepInHistory(result: FinishedResult): Promise<void>;
  /** The user is no guest: what they make is filed. */
  keepsHistory(): boolean;
  /** Files a picture that was made here. */
  keepOwnPicture(picture: OwnPicture): Promise<void>;
  /** Notes accepted tasks, so that their results are filed even when this page does not live to see them. */
  noteUnfiled(taskIds: readonly string[], toolType: ToolId, name: string): void;
  /** They are filed. */
  forgetUnfiled(taskIds: readonly string[]): void;
  /** Tells the server that results were shown. */
  reportShown(taskIds: readonly string[]): Promise<unknown>;
  /** A part of a picture as a file of its own. @param isOpaque it has no transparency to keep */
  crop(picture: Picture, crop: Crop, isOpaque: boolean): Promise<Blob>;
  /** The box around everything visible in a picture, to the pixel; null when nothing is. */
  productBounds(picture: Picture): Promise<Box | null>;
  /** The third image of a request is there. */
  reportThirdImage(): void;
  /** The shell hears what is asked for, and whether it was cancelled. */
  tellShell(run: { readonly isCancelled: boolean; readonly prompt?: string }): void;
  /** Text with which a result is being gone on from; null when that is over. */
  markReimagining(text: string | null): void;
  notify(type: ToastType, message: string): void;
  newId(): string;
  nowMs(): number;
}

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
  const drawing = createOffPage();
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
    fetchBlob: async (url) => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`Answer ${response.status} for a stored picture.`);
      return response.blob();
    },
    saveFile: saveBlob,
    decodePhoto,
    decodePicture,
    makeThumbnail,
    makeStandard,
    release,
    visibleBox,
    compose: drawing.compose,
    crop: drawing.cropPicture,
    productBounds: drawing.productBounds,
    pngOf: drawing.pngOf,
    encodeExport: drawing.encodeExport,
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
    writePsd: drawing.writePsd,
    keepInHistory: saveRecord,
    keepsHistory,
    keepOwnPicture: saveOwnPicture,
    noteUnfiled,
    forgetUnfiled,
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
