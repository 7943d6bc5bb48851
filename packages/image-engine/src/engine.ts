import { HARMONIZE_DEFAULT_STRENGTH, SCENE_LARGER_SIDE_PX, sceneSize } from '@packshot/contract';
import type { ModelInfo, PictureMetadata, RefineEdges, UpscaleFactor, UpscaleMode } from '@packshot/contract';
import type { ModelBuildName } from './models/builds.ts';
import type { Precision } from './models/model-build.ts';
import { describeOperatorModel } from './models/operator-model.ts';
import type { OperatorModel } from './models/operator-model.ts';
import { prepareModel } from './models/prepare-model.ts';
import type { PreparedModel } from './models/prepare-model.ts';
import { MODELS } from './models/registry.ts';
import { ISNET_SCALING, scalingOf } from './models/segmentation-session.ts';
import type { SegmentationModel } from './models/segmentation-session.ts';
import { SharedPreparation } from './models/shared-preparation.ts';
import type { EnginePreparation, MakeReady, PreparationListener } from './models/shared-preparation.ts';
import { probeImageHeader } from './pixels/header/probe.ts';
import { readMagicPrompt } from './pixels/magic-prompt.ts';
import { ImageRefusal } from './pixels/refusal.ts';
import { limitsOf } from './process/job-limits.ts';
import { ProcessHost } from './process/process-host.ts';
import type { SubmitOptions } from './process/process-host.ts';
import type { ToolInput, ToolName, ToolResult } from './process/tool-jobs.ts';
import type { DescribeResult } from './tools/describe.ts';
import type { CutOutNeeded, GenerateResult, GenerateRequest } from './tools/generate-scene.ts';
import type { EncodeAvifResult } from './tools/encode-avif.ts';
import type { HarmonizeResult } from './tools/harmonize.ts';
import type { MagicResult } from './tools/magic.ts';
import type { ModerateResult } from './tools/moderate.ts';
import type { FinishInput, FinishResult } from './tools/provided/finish.ts';
import type { PreparationInput, PreparationResult } from './tools/provided/prepare.ts';
import type { RefineResult } from './tools/refine.ts';
import type { RemoveBackgroundResult } from './tools/remove-background.ts';
import { assertUpscalable } from './tools/upscale.ts';
import type { UpscaleResult } from './tools/upscale.ts';

export interface EngineLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface EngineOptions {
  /** Where prepared models are kept; created when absent, may be shared by processes. */
  cacheDir: string;
  /** Hears of every preparation, whoever asked for it. */
  onProgress?: PreparationListener;
  logger?: EngineLogger;
  /** Activation ranges to quantise with instead of the ones that ship (see the package's README). */
  calibrationFile?: string;
  /** Cut out with this model instead of the one that ships. */
  operatorModel?: OperatorModel;
}

export interface EngineStatus {
  /** The cut-out's model is prepared; a job can start at once. So for precision, fallback and preparation below. */
  ready: boolean;
  precision: Precision | null;
  /** Why the slower single precision runs; null when it does not. */
  fallbackReason: string | null;
  /** Under way, or null. */
  preparation: EnginePreparation | null;
  /** Jobs that run or wait. */
  queueLength: number;
}

export interface JobOptions {
  signal?: AbortSignal;
  /** `fraction` from 0 to 1, never falling; `stage` is the name of what begins or goes on. */
  onProgress?: (fraction: number, stage: string) => void;
}

/** The stages are decode, segment, refine, defringe and encode. */
export type RemoveBackgroundOptions = JobOptions;

/** The stages are decode, enlarge and encode; before them, where the network is not ready yet, prepare. */
export interface UpscaleOptions extends JobOptions {
  factor: UpscaleFactor;
  /** `faithful` interpolates and adds nothing, quickly; `detailed` draws edges anew by a network. Default. */
  mode?: UpscaleMode;
}

/** The stages are decode, change and encode. */
export interface MagicOptions extends JobOptions {
  /** What to do inside the mask, in the user's words; see `readMagicPrompt`. Without one the mask is filled. */
  prompt?: string;
  /** Another seed fills differently; the same one gives the same bytes. */
  seed?: number;
}

/** The stages are decode, match and encode. */
export interface HarmonizeOptions extends JobOptions {
  /** 0 changes nothing, 1 goes as far as it goes. Default HARMONIZE_DEFAULT_STRENGTH. */
  strength?: number;
  /** Another seed gives other grain; the same one gives the same bytes. */
  seed?: number;
}

/** The stages are decode, segment, measure and read; before them, where the network is not ready yet, prepare. */
export type DescribeOptions = JobOptions;

/** The stages are decode and encode. */
export interface EncodeAvifOptions extends JobOptions {
  /** 1 to 100. */
  quality: number;
  /** What the file says of its picture. */
  metadata: PictureMetadata;
}

/** The stages are decode, refine and encode. */
export interface RefineOptions extends JobOptions {
  /** What the rims of strokes follow; the picture's own edges by default. */
  edges?: RefineEdges;
}

/** The stages are decode and score; before them, where the network is not ready yet, prepare. */
export type ModerateOptions = JobOptions;

/**
 * The stages are decode, segment, refine, plan, set, compose and encode; a photo that has to be cut out first may have the network prepared before
 * them.
 */
export type GenerateOptions = JobOptions;

/** Tools with a network to prepare. */
export type PreparedTool = 'remove-background' | 'upscale' | 'moderate';

export interface ImageEngine {
  /**
   * Makes a tool's model ready: the first time on a machine that takes seconds, later a check of the cache. Callers at the same
   * time share one preparation; aborting one caller's signal ends it only when nobody else waits.
   */
  prepare(onProgress?: PreparationListener, signal?: AbortSignal, tool?: PreparedTool): Promise<void>;
  /**
   * Cuts the object out of a PNG, JPEG, WebP or HEIC file. Jobs run one after another in the order of arrival. Throws
   * ImageRefusal when the picture is at fault, JobLimitError when the job took more time or memory than it may, the signal's reason
   * when aborted, EngineCrashError when the engine's process stopped (the job may be tried again).
   */
  removeBackground(input: Uint8Array, options?: RemoveBackgroundOptions): Promise<RemoveBackgroundResult>;
  /**
   * Enlarges a photo to twice or four times its sides, alpha beside colour. Throws like `removeBackground`; ImageRefusal
   * UPSCALE_TOO_LARGE when the result's longer side would exceed UPSCALE_MAX_SIDE_PX.
   */
  upscale(photo: Uint8Array, options: UpscaleOptions): Promise<UpscaleResult>;
  /**
   * Fills or edits what the mask covers; outside it no pixel changes. The mask is a picture of the photo's shape: white (or
   * opaque) where something is drawn. Throws like `removeBackground`; ImageRefusal also for a mask or a prompt at fault.
   */
  magic(photo: Uint8Array, mask: Uint8Array, options?: MagicOptions): Promise<MagicResult>;
  /**
   * Gives a product in a photo the photo's light. `productAlpha` is a picture of the photo's shape: white (or opaque) where the product
   * is. Throws like `removeBackground`; ImageRefusal also for a mask at fault, RangeError for a strength out of range.
   */
  harmonize(
    composite: Uint8Array,
    productAlpha: Uint8Array,
    options?: HarmonizeOptions,
  ): Promise<HarmonizeResult>;
  /**
   * Says in one or two sentences what was measured on a photo's product: colours, finish, form, text that can be read. A photo with
   * transparency is taken for a cut-out. `finalDescription` is null when nothing stands out in it. Throws like `removeBackground`.
   */
  describe(photo: Uint8Array, options?: DescribeOptions): Promise<DescribeResult>;
  /**
   * Restores and erases parts of a cut-out of `photo` where `strokes` are red and green (`strokesFromRaster`); elsewhere no pixel
   * changes. Throws like `removeBackground`; ImageRefusal also for pictures of another shape and for strokes that are none.
   */
  refine(
    photo: Uint8Array,
    cutOut: Uint8Array,
    strokes: Uint8Array,
    options?: RefineOptions,
  ): Promise<RefineResult>;
  /** Writes a picture as AVIF. Throws like `removeBackground`. */
  encodeAvif(photo: Uint8Array, options: EncodeAvifOptions): Promise<EncodeAvifResult>;
  /**
   * Says how much a photo looks like each of five kinds, indecent ones among them. What follows from that is the caller's to
   * decide. Throws like `removeBackground`.
   */
  moderate(photo: Uint8Array, options?: ModerateOptions): Promise<ModerateResult>;
  /**
   * Makes one variant of a scene, with a product (a cut-out, or a photo whose background is removed first) or without. The same product and
   * request give the same bytes. Throws like `removeBackground`; ImageRefusal NO_SUBJECT when nothing of the product is visible,
   * RangeError for an aspect ratio or variant that there is not, Error for a family.
   */
  generate(
    product: Uint8Array | null,
    request: GenerateRequest,
    options?: GenerateOptions,
  ): Promise<GenerateResult>;
  /**
   * Makes what an engine outside of the product is sent (see providers/). A product that is no cut-out is answered with `isCutOutNeeded`:
   * to be asked for again with one. Throws like `removeBackground`; ImageRefusal also for a mask or a placement at fault.
   */
  prepareForEngine(input: PreparationInput, options?: JobOptions): Promise<PreparationResult | CutOutNeeded>;
  /**
   * Makes a result of what such an engine has made: the product's own pixels put back, an edit kept inside its mask. Throws like
   * `removeBackground`; ImageRefusal ENGINE_BAD_ANSWER when what was made cannot be used.
   */
  finishOfEngine(input: FinishInput, options?: JobOptions): Promise<FinishResult>;
  status(): EngineStatus;
  /** Every model with its file, hash, size, licence and terms. Rejects when an operator's file cannot be read. */
  models(): Promise<ModelInfo[]>;
  /** Ends the engine's process; whatever waits or runs is rejected. */
  close(): Promise<void>;
}

/** Creates an engine. Nothing is loaded before `prepare` or the first job. */
export function createImageEngine(options: EngineOptions): ImageEngine {
  return new EmbeddedEngine(options);
}

/** What the engine's process loads. */
interface ReadyCutOut extends Pick<PreparedModel, 'precision' | 'fallbackReason'> {
  readonly model: SegmentationModel;
}

/** The largest picture that a scene may be. */
const SCENE_PIXELS = SCENE_LARGER_SIDE_PX ** 2;

/** Throws RangeError for what no scene can be made of; refused before it waits behind others. */
function assertSceneRequest({ aspectRatioId, variant, count }: GenerateRequest): void {
  sceneSize(aspectRatioId, false);
  if (!(Number.isInteger(variant) && variant >= 0 && variant < count)) {
    throw new RangeError(`There is no variant ${variant} of ${count}`);
  }
}

/** Share of a job's progress that a first use's preparation takes. */
const PREPARED_AT = 0.3;

const PACKAGED_ROWS: readonly ModelInfo[] = MODELS.map(
  ({ id, tool, file, sha256, sizeBytes, licence, terms, source }) => {
    return { id, tool, file, sha256, sizeBytes, licence, terms, source };
  },
);

/** The registry's rows when an operator's model takes the place of ours. Throws when its file cannot be read. */
async function rowsWith(operatorModel: OperatorModel): Promise<ModelInfo[]> {
  const row = await describeOperatorModel(operatorModel);
  return [row, ...PACKAGED_ROWS.filter(({ tool }) => tool !== row.tool)];
}

class EmbeddedEngine implements ImageEngine {
  readonly #options: EngineOptions;
  readonly #host = new ProcessHost();
  readonly #cutOut: SharedPreparation<ReadyCutOut>;
  readonly #upscaler: SharedPreparation<PreparedModel>;
  readonly #moderator: SharedPreparation<PreparedModel>;
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#cutOut = new SharedPreparation(
      this.#makeCutOutReady,
      (ready, durationMs) => this.#report(ready, ready.model.modelFile, durationMs),
      options.onProgress,
    );
    this.#upscaler = this.#preparationOf('esrgan');
    this.#moderator = this.#preparationOf('nsfw');
  }

  #preparationOf(name: ModelBuildName): SharedPreparation<PreparedModel> {
    const { cacheDir, onProgress: listener } = this.#options;
    return new SharedPreparation(
      (signal, onProgress) => prepareModel({ name, cacheDir, signal, onProgress }),
      (ready, durationMs) => this.#report(ready, ready.modelFile, durationMs),
      listener,
    );
  }

  async prepare(
    onProgress?: PreparationListener,
    signal?: AbortSignal,
    tool: PreparedTool = 'remove-background',
  ): Promise<void> {
    this.#assertOpen();
    const preparation = {
      'remove-background': this.#cutOut,
      upscale: this.#upscaler,
      moderate: this.#moderator,
    }[tool];
    await preparation.ensure(onProgress, signal);
  }

  async removeBackground(
    photo: Uint8Array,
    { signal, onProgress }: RemoveBackgroundOptions = {},
  ): Promise<RemoveBackgroundResult> {
    const pixels = this.#assertAcceptable([photo], signal);
    const { model } = await this.#cutOut.ensure(undefined, signal);
    return this.#submit('remove-background', { photo, model }, pixels, { signal, onProgress });
  }

  async upscale(
    photo: Uint8Array,
    { factor, mode = 'detailed', signal, onProgress }: UpscaleOptions,
  ): Promise<UpscaleResult> {
    const pixels = this.#assertAcceptable([photo], signal) * factor ** 2;
    const { widthPx, heightPx } = probeImageHeader(photo, photo.length);
    assertUpscalable(widthPx, heightPx, factor);
    if (mode === 'faithful') {
      const input = { photo, factor, modelFile: undefined };
      return this.#submit('upscale', input, pixels, { signal, onProgress });
    }
    const { ready, options } = await withPreparation(this.#upscaler, { signal, onProgress });
    return this.#submit('upscale', { photo, factor, modelFile: ready.modelFile }, pixels, options);
  }

  async magic(
    photo: Uint8Array,
    mask: Uint8Array,
    { prompt, seed, signal, onProgress }: MagicOptions = {},
  ): Promise<MagicResult> {
    const pixels = this.#assertAcceptable([photo, mask], signal);
    const reading = readMagicPrompt(prompt);
    if (!reading.understood) throw new ImageRefusal(reading.code);
    const { instruction } = reading;
    return this.#submit('magic', { photo, mask, instruction, seed }, pixels, { signal, onProgress });
  }

  async harmonize(
    composite: Uint8Array,
    productAlpha: Uint8Array,
    { strength = HARMONIZE_DEFAULT_STRENGTH, seed, signal, onProgress }: HarmonizeOptions = {},
  ): Promise<HarmonizeResult> {
    const pixels = this.#assertAcceptable([composite, productAlpha], signal);
    if (!(strength >= 0 && strength <= 1)) throw new RangeError('The strength goes from 0 to 1');
    const input = { composite, productAlpha, strength, seed };
    return this.#submit('harmonize', input, pixels, { signal, onProgress });
  }

  async describe(photo: Uint8Array, { signal, onProgress }: DescribeOptions = {}): Promise<DescribeResult> {
    const pixels = this.#assertAcceptable([photo], signal);
    const { ready, options } = await withPreparation(this.#cutOut, { signal, onProgress });
    return this.#submit('describe', { photo, model: ready.model }, pixels, options);
  }

  async refine(
    photo: Uint8Array,
    cutOut: Uint8Array,
    strokes: Uint8Array,
    { signal, onProgress, edges }: RefineOptions = {},
  ): Promise<RefineResult> {
    const pixels = this.#assertAcceptable([photo, cutOut, strokes], signal);
    return this.#submit('refine', { photo, cutOut, strokes, edges }, pixels, { signal, onProgress });
  }

  async encodeAvif(
    photo: Uint8Array,
    { signal, onProgress, quality, metadata }: EncodeAvifOptions,
  ): Promise<EncodeAvifResult> {
    const pixels = this.#assertAcceptable([photo], signal);
    return this.#submit('encode-avif', { photo, quality, metadata }, pixels, { signal, onProgress });
  }

  async moderate(photo: Uint8Array, { signal, onProgress }: ModerateOptions = {}): Promise<ModerateResult> {
    const pixels = this.#assertAcceptable([photo], signal);
    const { ready, options } = await withPreparation(this.#moderator, { signal, onProgress });
    return this.#submit('moderate', { photo, modelFile: ready.modelFile }, pixels, options);
  }

  async generate(
    product: Uint8Array | null,
    request: GenerateRequest,
    { signal, onProgress }: GenerateOptions = {},
  ): Promise<GenerateResult> {
    const { reference } = request;
    const files = [product, reference].filter((file) => file !== null && file !== undefined);
    const pixels = Math.max(SCENE_PIXELS, this.#assertAcceptable(files, signal));
    assertSceneRequest(request);
    const submit = (model: SegmentationModel | undefined, options: SubmitOptions) =>
      this.#submit('generate-scene', { product, request, model }, pixels, options);
    const scene = await submit(this.#cutOut.ready?.model, { signal, onProgress });
    if (!('isCutOutNeeded' in scene)) return scene;
    // The only kind of job that cannot know before it has decoded its picture whether it needs the network.
    const { ready, options } = await withPreparation(this.#cutOut, { signal, onProgress });
    const made = await submit(ready.model, options);
    if ('isCutOutNeeded' in made) throw new Error('The cut-out was not made');
    return made;
  }

  async prepareForEngine(
    input: PreparationInput,
    { signal, onProgress }: JobOptions = {},
  ): Promise<PreparationResult | CutOutNeeded> {
    const pixels = this.#assertAcceptable(filesOf(input), signal);
    return this.#submit('prepare-for-engine', input, Math.max(SCENE_PIXELS, pixels), { signal, onProgress });
  }

  async finishOfEngine(input: FinishInput, { signal, onProgress }: JobOptions = {}): Promise<FinishResult> {
    const factor = input.kind === 'upscale' ? input.factor ** 2 : 1;
    const pixels = this.#assertAcceptable(filesOf(input), signal) * factor;
    return this.#submit('finish-of-engine', input, Math.max(SCENE_PIXELS, pixels), { signal, onProgress });
  }

  status(): EngineStatus {
    const { ready, progress } = this.#cutOut;
    return {
      ready: ready !== undefined,
      precision: ready?.precision ?? null,
      fallbackReason: ready?.fallbackReason ?? null,
      preparation: progress ?? null,
      queueLength: this.#host.queueLength,
    };
  }

  async models(): Promise<ModelInfo[]> {
    const { operatorModel } = this.#options;
    return [...(operatorModel === undefined ? PACKAGED_ROWS : await rowsWith(operatorModel))];
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const preparation of [this.#cutOut, this.#upscaler, this.#moderator]) {
      preparation.abort(new Error('The engine is closed'));
    }
    await this.#host.close();
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('The engine is closed');
  }

  /** A hopeless file is refused before it waits behind others. Returns the pixels of the largest; 0 when no header says. */
  #assertAcceptable(files: readonly Uint8Array[], signal: AbortSignal | undefined): number {
    signal?.throwIfAborted();
    const pixels = files.map((file) => {
      const { widthPx, heightPx } = probeImageHeader(file, file.length);
      return widthPx * heightPx;
    });
    this.#assertOpen();
    return Math.max(0, ...pixels);
  }

  #submit<Tool extends ToolName>(
    tool: Tool,
    input: ToolInput<Tool>,
    pixels: number,
    options: SubmitOptions,
  ): Promise<ToolResult<Tool>> {
    return this.#host.submit(tool, input, limitsOf(tool, pixels), options);
  }

  readonly #makeCutOutReady: MakeReady<ReadyCutOut> = async (signal, onProgress) => {
    // Beside the check of the cache, so that the first job finds both.
    this.#host.start();
    const { cacheDir, calibrationFile, operatorModel } = this.#options;
    if (operatorModel === undefined) {
      const prepared = await prepareModel({ name: 'isnet', cacheDir, calibrationFile, signal, onProgress });
      const model = { modelFile: prepared.modelFile, scaling: ISNET_SCALING };
      return { ...prepared, model };
    }
    const { file, mean = [0.5, 0.5, 0.5], std = [1, 1, 1] } = operatorModel;
    return { model: { modelFile: file, scaling: scalingOf(mean, std) }, precision: 'fp32' };
  };

  #report(
    { precision, fallbackReason }: Pick<PreparedModel, 'precision' | 'fallbackReason'>,
    modelFile: string,
    durationMs: number,
  ): void {
    const details = { precision, modelFile, durationMs: Math.round(durationMs) };
    if (fallbackReason === undefined) this.#options.logger?.info(details, 'The image engine is ready');
    else
      this.#options.logger?.warn({ ...details, fallbackReason }, 'The image engine runs in single precision');
  }
}

/** The files of a job that are the user's. */
function filesOf(input: PreparationInput | FinishInput): readonly Uint8Array[] {
  switch (input.kind) {
    case 'scene':
      return input.product === null ? [] : [input.product];
    case 'edit':
      return [input.photo, input.mask];
    case 'photo':
    case 'cut-out':
    case 'upscale':
      return [input.photo];
  }
}

/** A prepared model, and options under which the job goes on from where its preparation got to. */
async function withPreparation<Ready>(
  preparation: SharedPreparation<Ready>,
  { signal, onProgress }: SubmitOptions,
): Promise<{ ready: Ready; options: SubmitOptions }> {
  const startAt = preparation.ready === undefined ? PREPARED_AT : 0;
  const ready = await preparation.ensure(
    ({ fraction }) => onProgress?.(fraction * startAt, 'prepare'),
    signal,
  );
  return {
    ready,
    options: {
      signal,
      onProgress: (fraction, stage) => onProgress?.(startAt + fraction * (1 - startAt), stage),
    },
  };
}
