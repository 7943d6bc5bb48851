/**
 * Processes one photo of a batch, from the upload to its file. Can be interrupted at any point and restarted; finished
 * steps aren't repeated.
 */
import { t } from '@packshot/contract/text/translation';
import { GENERATE_COUNTS } from '@packshot/contract/tools/limits';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { MESSAGES } from '@packshot/contract/messages';
import { TOOL_IDS } from '@packshot/contract/tools/ids';
import { recordTypes } from '@packshot/contract/tools/result-names';
import type { ToolName } from '@packshot/contract/tools/names';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import { digitalSourceFor } from '@packshot/contract/provenance/chain';
import { readSteps } from '../documents/file-words.ts';
import { createDocument } from '../model/document.ts';
import { PHOTO_ID } from '../model/results.ts';
import { DEFAULT_SCENE } from '../model/scene-settings.ts';
import type { SceneSettings } from '../model/scene-settings.ts';
import { exportFrame, frameMatrix } from '../export/export-frame.ts';
import { presetFraming } from '../export/shop-preset.ts';
import { FORMATS, getBackground } from '../model/export-settings.ts';
import { fileServerResult, recordName } from '../history/filing.ts';
import { completeResult } from '../documents/show-result.ts';
import type { CompleteResult } from '../documents/show-result.ts';
import type { TaskCall } from '../state/task-call.ts';
import { withBackground, storedDrawing } from '../run/drawn-from.ts';
import { signFile } from '../run/sign-file.ts';
import { requireServerWork } from '../state/tools.ts';
import type { BatchContext } from './batch-context.ts';
import { areaIn } from '../model/composition.ts';
import type { StagePicture } from '../model/picture.ts';
import type { StudioServices } from '../state/services.ts';
import { likelyView } from '@packshot/contract/tools/view';
import { itemView, toBatchLock } from './batch.ts';
import type { BatchItem, BatchRecipe, BatchStep, BatchLock } from './batch.ts';
import type { BatchFiles } from './batch-files.ts';

/** Thrown when a task ended without a picture. The message is shown to the user. */
export class StepFailedError extends Error {
  /** Error code of the task, or null if the server gave none. */
  readonly code: string | null;
  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

export interface ItemRun {
  readonly batchId: string;
  readonly recipe: BatchRecipe;
  /**
   * Whether to stop after the cut-out. The photo whose scene the series shares is chosen once all photos are cut out.
   */
  readonly isForCutOut: boolean;
  /** Scene lock of the series, or null if there is none yet or the photo isn't part of the series. */
  readonly look: BatchLock | null;
  readonly signal: AbortSignal;
  item(): BatchItem;
  patch(part: Partial<BatchItem>): Promise<void>;
  /** Stores this photo's scene lock for the series, if the series is based on this photo. */
  storeLock(look: BatchLock): Promise<void>;
  /** Reports progress from 0 to 1, with a description. */
  report(fraction: number, words: string): void;
}

/**
 * Camera view for the scene request. In a series, a view of which the engine is unsure is omitted. Otherwise the server
 * might refuse the photo because of it.
 */
function viewFor({ item, recipe: { background } }: ItemRun): SceneSettings['view'] {
  const one = item();
  const isOneLook = background.kind === 'scene' && background.isOneLook;
  return itemView(one) ?? (isOneLook ? null : likelyView(one.cutOut?.made?.view ?? null));
}

/** Progress of an item after its upload, its cut-out and its picture, as shares of its time. */
const UPLOADED_AT = 0.15;
const CUT_OUT_AT = 0.6;
const PICTURE_AT = 0.95;
/** Longest wait for a file's signature: a busy server may take minutes, and the batch has time. */
const SIGNING_PATIENCE_MS = 300_000;
/** Smallest number of variants that a scene request makes for its credit. */
const [VARIANTS] = GENERATE_COUNTS;

type ItemContext = Pick<BatchContext, 'services' | 'tools' | 'files'>;

/**
 * Runs all steps for one photo.
 * @throws ApiError, StepFailedError, the signal's reason, or any browser error
 */
export async function runItem(context: ItemContext, run: ItemRun): Promise<void> {
  const { services, files } = context;
  const { recipe, report, signal } = run;
  const hasScene = recipe.background.kind === 'scene';
  const cutOutEndsAt = hasScene ? CUT_OUT_AT : PICTURE_AT;
  const cutOut = await take(context, run, {
    name: 'cutOut',
    tool: 'cut-out',
    startsAt: UPLOADED_AT,
    endsAt: cutOutEndsAt,
    scene: DEFAULT_SCENE,
    inputKey: () => uploadPhoto(services, files, run),
  });
  if (run.isForCutOut) return run.patch({ state: 'waiting' });
  let picture = cutOut;
  let sourceType: DigitalSourceType = 'algorithmicallyEnhanced';
  if (recipe.background.kind === 'scene') {
    const { prompt, referenceId } = recipe.background;
    const reference = referenceId === null ? null : ({ kind: 'built-in', id: referenceId } as const);
    picture = await take(context, run, {
      name: 'scene',
      tool: 'scene',
      startsAt: cutOutEndsAt,
      endsAt: PICTURE_AT,
      scene: {
        ...DEFAULT_SCENE,
        prompt,
        reference,
        count: VARIANTS,
        view: viewFor(run),
        look: run.look?.look ?? null,
      },
      inputKey: async () => cutOut.key,
      onMade: async (result) => {
        const look = toBatchLock(result?.scene);
        if (look) await run.storeLock(look);
      },
    });
    sourceType = 'composite';
  }
  report(0.96, t('Creating the file'));
  const bytes = await services.fetchBlob(picture.imageUrl);
  signal.throwIfAborted();
  const steps = await readSteps(bytes);
  if (steps) sourceType = digitalSourceFor(steps);
  const file = await createFile(services, bytes, {
    settings: recipe.file,
    sourceType,
    isTransparent: !hasScene,
    key: picture.key,
  });
  await files.write(run.batchId, run.item().id, 'file', file.bytes);
  if (file.thumbnail) await files.write(run.batchId, run.item().id, 'thumbnail', file.thumbnail);
  await run.patch({
    state: 'done',
    file: { sizeBytes: file.bytes.size, sourceType, ...(file.isUnsigned && { isUnsigned: true }) },
  });
}

async function uploadPhoto(services: StudioServices, files: BatchFiles, run: ItemRun): Promise<string> {
  const { id, uploadKey } = run.item();
  if (uploadKey !== null) return uploadKey;
  const photo = await files.read(run.batchId, id, 'photo');
  if (!photo) throw new StepFailedError(t('This photo is no longer in this browser.'), 'CORRUPT_IMAGE');
  run.report(0, t('Uploading'));
  const key = await services.upload(photo, {
    signal: run.signal,
    onProgress: (fraction) => run.report(fraction * UPLOADED_AT, t('Uploading')),
  });
  await run.patch({ uploadKey: key });
  return key;
}

/** One request of an item: its stored name, its tool, its range on the progress bar, and its input. */
interface ItemStep {
  readonly name: 'cutOut' | 'scene';
  readonly tool: ToolName;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly scene: SceneSettings;
  inputKey(): Promise<string>;
  onMade?(result: TaskState['result']): Promise<void>;
}

/** Sends the request with the tool's own code, for a document that is created only for this step. */
async function ask({ services, tools }: ItemContext, step: ItemStep, call: TaskCall): Promise<TaskState[]> {
  const document = createDocument({
    id: services.newId(),
    nowMs: services.nowMs(),
    photo: null,
    tool: step.tool,
  });
  const server = requireServerWork(tools, step.tool);
  const request = await server.request(
    {
      services,
      document: { ...document, edits: { ...document.edits, scene: step.scene } },
      findPicture: () => null,
      resolveKey: step.inputKey,
      keyOfMask: () => Promise.reject(new Error('Nothing is drawn in a batch.')),
    },
    PHOTO_ID,
  );
  return services.startTask(request, { ...call, failureMessage: server.failures?.refused });
}

/**
 * Makes the picture of a step: returns a finished one, follows the tasks of a request sent before a reload, or sends
 * the request. Stores the result.
 */
async function take(context: ItemContext, run: ItemRun, step: ItemStep): Promise<CompleteResult> {
  const { services, tools } = context;
  const { name, startsAt, endsAt } = step;
  const server = requireServerWork(tools, step.tool);
  const words = server.working;
  const [recordType = TOOL_IDS.default] = recordTypes(server.resultTool);
  const earlier = run.item()[name];
  if (earlier?.made) {
    const { result } = await services.taskState(earlier.made.taskId);
    const complete = completeResult(result);
    if (complete) await step.onMade?.(result);
    if (complete) return complete;
  }
  const unfinished = earlier?.made ? null : earlier;
  const idempotencyKey = unfinished?.idempotencyKey ?? services.newId();
  const taskIds = unfinished?.taskIds ?? [];
  const onTask = (task: TaskState): void =>
    run.report(startsAt + task.progress * (endsAt - startsAt), task.stage ?? words);
  const keep = (part: Partial<BatchStep>): Promise<void> =>
    run.patch({ [name]: { idempotencyKey, taskIds, made: null, ...part } });
  if (earlier !== null && taskIds.length === 0) run.report(startsAt, words);
  // Stores the step before sending it: after a crash, the page sends the same idempotency key again.
  if (taskIds.length === 0) await keep({});
  const states =
    taskIds.length > 0
      ? await services.followTasks(taskIds, { signal: run.signal, onTask })
      : await ask(context, step, {
          idempotencyKey,
          signal: run.signal,
          onTaskIds: (ids) => {
            services.noteUnfiled(ids, recordType, recordName(run.item().name));
            void keep({ taskIds: [...ids] });
          },
          onTask,
        });
  const { taskId, complete, result, read } = firstPicture(states);
  const { key, stdUrl, imageUrl, widthPx, heightPx } = complete;
  const madeIds = states.map(({ task_id: id }) => id);
  await keep({ taskIds: madeIds, made: { taskId, key, widthPx, heightPx, ...read } });
  await step.onMade?.(result);
  const filed = { toolType: recordType, name: run.item().name, key, taskIds: madeIds };
  void fileServerResult(services, filed, stdUrl ?? imageUrl);
  return complete;
}

interface FirstPicture {
  readonly taskId: string;
  readonly complete: CompleteResult;
  readonly result: TaskState['result'];
  /** Quality flags and camera view of a cut-out. */
  readonly read: Pick<NonNullable<BatchStep['made']>, 'doubts' | 'view'>;
}

/**
 * Finds the first finished picture among tasks.
 * @throws StepFailedError when none of the tasks made a picture
 */
function firstPicture(states: readonly TaskState[]): FirstPicture {
  for (const { task_id: taskId, status, result } of states) {
    const complete = status === 'SUCCESS' ? completeResult(result) : null;
    if (!complete) continue;
    const { doubts, view } = result?.cut_out ?? {};
    return { taskId, complete, result, read: { ...(doubts && { doubts }), ...(view && { view }) } };
  }
  const failed = states.find(({ error }) => error !== undefined)?.error;
  throw new StepFailedError(failed?.message ?? MESSAGES.taskFailed, failed?.code ?? null);
}

interface FileOrder {
  readonly settings: BatchRecipe['file'];
  readonly sourceType: DigitalSourceType;
  readonly isTransparent: boolean;
  readonly key: string;
}

/**
 * Makes the file of an item.
 * @returns the picture in the file format of the recipe, and its thumbnail, which is null if it can't be made
 */
async function createFile(
  services: StudioServices,
  bytes: Blob,
  { settings: ordered, sourceType, isTransparent, key }: FileOrder,
): Promise<{ bytes: Blob; thumbnail: Blob | null; isUnsigned: boolean }> {
  const picture = await services.decodePicture(bytes);
  try {
    const settings = isTransparent ? ordered : await inShopFrame(services, picture, ordered);
    const box = isTransparent && settings.isTrimmed ? await services.visibleBox(picture) : null;
    const frame = exportFrame({ picture, product: box && areaIn(box, picture), subject: null }, settings);
    const ground = getBackground(settings);
    const metadata = { altText: '', digitalSourceType: sourceType };
    const written = await services.encodeExport({
      picture,
      file: bytes,
      frame,
      ground,
      isTransparent,
      mimeType: FORMATS[settings.format].mimeType,
      quality: settings.quality,
      metadata,
    });
    const drawing = withBackground(storedDrawing(key), ground, frameMatrix(frame));
    const toSign = { file: written, drawn: drawing, metadata, patienceMs: SIGNING_PATIENCE_MS };
    const { file, isMissed } = await signFile(services, toSign);
    const decodedFile = await services.decodePicture(file);
    const thumbnail = await services.makeThumbnail(decodedFile);
    services.release(decodedFile);
    return { bytes: file, thumbnail, isUnsigned: isMissed };
  } finally {
    services.release(picture);
  }
}

/** Extends a picture with a background in a shop's frame by its edge color, unless the user chose another. */
async function inShopFrame(
  services: StudioServices,
  picture: StagePicture,
  settings: BatchRecipe['file'],
): Promise<BatchRecipe['file']> {
  const { size, fit, background } = settings;
  if (size.kind !== 'preset' || fit !== 'fit' || background !== null) return settings;
  const edgeColor = await services.edgeColor(picture);
  return {
    ...settings,
    ...presetFraming(size.id, { picture, subject: null, edgeColor, isTransparent: false }, settings),
  };
}
