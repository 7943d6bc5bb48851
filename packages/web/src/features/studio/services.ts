/** What the studio needs from outside, as one type: the app's own in `realServices`, doubles in tests. */
import type { TaskState } from '@packshot/contract/generation';
import type { UpscaleFactor, UpscaleMode } from '@packshot/contract/limits';
import { MESSAGES } from '@packshot/contract/messages';
import { TOOL_IDS } from '@packshot/contract/tools';
import { call } from '../../lib/api-client.ts';
import { readCurrentUser } from '../../lib/current-user.ts';
import { refreshCredits, refreshFreemiumCredits, setDownloadCredits } from '../../lib/credits.ts';
import { saveBlob } from '../../lib/download.ts';
import { followTasks, runStreamedCall } from '../../lib/event-stream.ts';
import { useGlobalState } from '../../lib/global-state.ts';
import { ensureSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import type { ToastType } from '../../lib/toast.ts';
import { uploadImage } from '../../lib/upload.ts';
import { createDocumentStore } from './document/document-store.ts';
import type { DocumentStore } from './document/document-store.ts';
import { exportMask } from './magic/rasterise.ts';
import type { Stroke } from './magic/strokes.ts';
import { decodePhoto, decodePicture, makeThumbnail, release } from './photo/decode.ts';
import type { DecodedPhoto, Picture } from './photo/decode.ts';

/** What every tool's call has. */
export interface ToolCall {
  readonly imageKey: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  onTaskId(taskId: string): void;
  onTask(task: TaskState): void;
}

export interface MagicCall extends ToolCall {
  readonly maskKey: string;
  /** Empty: take away what was drawn over. */
  readonly prompt: string;
}
export interface UpscaleCall extends ToolCall {
  readonly factor: UpscaleFactor;
  readonly mode: UpscaleMode;
}

export interface StudioServices {
  readonly documents: DocumentStore;
  /** Waits for the session and tells whose it is; null when nobody can tell, as without a connection. */
  userId(): Promise<string | null>;
  upload(photo: Blob, options: { signal: AbortSignal; onProgress(fraction: number): void }): Promise<string>;
  removeBackground(options: ToolCall): Promise<TaskState>;
  magic(options: MagicCall): Promise<TaskState>;
  upscale(options: UpscaleCall): Promise<TaskState>;
  /** Says what is in the picture. */
  describe(options: ToolCall): Promise<TaskState>;
  copyText(text: string): Promise<void>;
  /** Strokes as a PNG mask of the picture's size; null when nothing is drawn. */
  exportMask(
    strokes: readonly Stroke[],
    image: { readonly widthPx: number; readonly heightPx: number },
  ): Promise<Blob | null>;
  /** Goes on with a task that was accepted earlier. */
  followTask(taskId: string, options: Pick<ToolCall, 'signal' | 'onTask'>): Promise<TaskState>;
  taskState(taskId: string): Promise<TaskState>;
  /** @returns true when the task is cancelled, false when it had already ended */
  cancelTask(taskId: string): Promise<boolean>;
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
  release(picture: Picture | null): void;
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

function streamOf({ idempotencyKey, signal, onTaskId, onTask }: ToolCall) {
  return {
    idempotencyKey,
    signal,
    onTask,
    onTaskIds: ([taskId]: readonly string[]): void => {
      if (taskId !== undefined) onTaskId(taskId);
    },
  };
}

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
          form: { image_s3: toolCall.imageKey, feature_type: TOOL_IDS.bgRemove },
          ...streamOf(toolCall),
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
          },
          ...streamOf(toolCall),
          failureMessage: MESSAGES.taskFailed,
        }),
      ),
    upscale: async ({ factor, mode, ...toolCall }) =>
      onlyTask(
        await runStreamedCall('upscale', {
          form: { image_s3: toolCall.imageKey, value: factor, mode, feature_type: TOOL_IDS.upscale },
          ...streamOf(toolCall),
        }),
      ),
    describe: async (toolCall) =>
      onlyTask(
        await runStreamedCall('analyze', {
          form: { image_s3: toolCall.imageKey, feature_type: TOOL_IDS.default },
          ...streamOf(toolCall),
        }),
      ),
    copyText: (text) => navigator.clipboard.writeText(text),
    exportMask,
    followTask: async (taskId, options) => onlyTask(await followTasks([taskId], options)),
    taskState: (taskId) => call('checkStatus', { query: { task_id: taskId } }),
    cancelTask: async (taskId) => {
      const { cancelled } = await call('cancel', { body: { task_ids: [taskId] } });
      return cancelled.includes(taskId);
    },
    generationsLeft: () => {
      const { areCreditsKnown, currentFreemiumCredits } = useGlobalState.getState();
      return areCreditsKnown ? currentFreemiumCredits : null;
    },
    refreshGenerations: refreshFreemiumCredits,
    refreshBalances: refreshCredits,
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
    release,
    notify: showToast,
    newId: () => crypto.randomUUID(),
    nowMs: () => Date.now(),
  };
}
