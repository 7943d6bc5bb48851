import { HARMONIZE_DEFAULT_STRENGTH, SCENE_LARGER_SIDE_PX, sceneSize } from '@packshot/contract';
import type { ModelInfo } from '@packshot/contract';
import { EngineModels, withPreparation } from './engine-models.ts';
import type {
  DescribeOptions,
  EncodeAvifOptions,
  EngineOptions,
  EngineStatus,
  GenerateOptions,
  HarmonizeOptions,
  ImageEngine,
  JobOptions,
  MagicOptions,
  ModerateOptions,
  PreparedTool,
  RefineOptions,
  RemoveBackgroundOptions,
  UpscaleOptions,
} from './image-engine.ts';
import type { SegmentationModel } from './models/segmentation-session.ts';
import type { PreparationListener } from './models/shared-preparation.ts';
import { probeImageHeader } from './pixels/header/probe.ts';
import { readMagicPrompt } from './pixels/magic-prompt/read-magic-prompt.ts';
import { ImageRefusal } from './pixels/refusal.ts';
import { limitsOf } from './process/job-limits.ts';
import { ProcessHost } from './process/process-host.ts';
import type { SubmitOptions } from './process/process-host.ts';
import type { ToolInput, ToolName, ToolResult } from './process/tool-jobs.ts';
import type { DescribeResult } from './tools/describe.ts';
import type { EncodeAvifResult } from './tools/encode-avif.ts';
import type { CutOutNeeded, GenerateRequest, GenerateResult } from './tools/generate-scene.ts';
import type { HarmonizeResult } from './tools/harmonize.ts';
import type { MagicResult } from './tools/magic.ts';
import type { ModerateResult } from './tools/moderate.ts';
import type { FinishInput, FinishResult } from './tools/providers/finish.ts';
import type { PreparationInput, PreparationResult } from './tools/providers/prepare.ts';
import type { RefineResult } from './tools/refine.ts';
import type { RemoveBackgroundResult } from './tools/remove-background.ts';
import { assertUpscalable } from './tools/upscale.ts';
import type { UpscaleResult } from './tools/upscale.ts';

/** Creates an engine. Nothing is loaded before `prepare` or the first job. */
export function createImageEngine(options: EngineOptions): ImageEngine {
  return new EmbeddedEngine(options);
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

class EmbeddedEngine implements ImageEngine {
  readonly #host = new ProcessHost();
  readonly #models: EngineModels;
  #closed = false;

  constructor(options: EngineOptions) {
    // The process starts beside the check of the cache, so that the first job finds both.
    this.#models = new EngineModels(options, () => this.#host.start());
  }

  async prepare(
    onProgress?: PreparationListener,
    signal?: AbortSignal,
    tool: PreparedTool = 'remove-background',
  ): Promise<void> {
    this.#assertOpen();
    await this.#models.of(tool).ensure(onProgress, signal);
  }

  async removeBackground(
    photo: Uint8Array,
    { signal, onProgress }: RemoveBackgroundOptions = {},
  ): Promise<RemoveBackgroundResult> {
    const pixels = this.#assertAcceptable([photo], signal);
    const { ready, options } = await withPreparation(this.#models.cutOut, { signal, onProgress });
    return this.#submit('remove-background', { photo, model: ready.model }, pixels, options);
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
    const { ready, options } = await withPreparation(this.#models.upscaler, { signal, onProgress });
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
    const { ready, options } = await withPreparation(this.#models.cutOut, { signal, onProgress });
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
    const { ready, options } = await withPreparation(this.#models.moderator, { signal, onProgress });
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
    const scene = await submit(this.#models.cutOut.ready?.model, { signal, onProgress });
    if (!('isCutOutNeeded' in scene)) return scene;
    // The only kind of job that cannot know before it has decoded its picture whether it needs the network.
    const { ready, options } = await withPreparation(this.#models.cutOut, { signal, onProgress });
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
    const { ready, progress } = this.#models.cutOut;
    return {
      ready: ready !== undefined,
      precision: ready?.precision ?? null,
      fallbackReason: ready?.fallbackReason ?? null,
      preparation: progress ?? null,
      queueLength: this.#host.queueLength,
    };
  }

  models(): Promise<ModelInfo[]> {
    return this.#models.rows();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#models.abort(new Error('The engine is closed'));
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
