import type { ModelInfo, PictureMetadata, RefineEdges, UpscaleFactor, UpscaleMode } from '@packshot/contract';
import type { Precision } from './models/model-build.ts';
import type { OperatorModel } from './models/operator-model.ts';
import type { EnginePreparation, PreparationListener } from './models/shared-preparation.ts';
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
  /** Activation ranges to quantize with instead of the ones that ship (see the package's README). */
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

/** The stages are decode, segment, refine, defringe and encode; before them, where the network is not ready yet, prepare. */
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

/**
 * Every tool as one call: files' bytes go in, files' bytes come out, and the event loop of the caller stays free. Jobs run one after another, in
 * the order of arrival, in a process of the engine's own.
 */
export interface ImageEngine {
  /**
   * Makes a tool's model ready: the first time on a machine that takes seconds, later a check of the cache. Callers at the same
   * time share one preparation; aborting one caller's signal ends it only when nobody else waits.
   */
  prepare(onProgress?: PreparationListener, signal?: AbortSignal, tool?: PreparedTool): Promise<void>;
  /**
   * Cuts the object out of a PNG, JPEG, WebP or HEIC file. Throws ImageRefusal when the picture is at fault, JobLimitError when the job
   * took more time or memory than it may, the signal's reason when aborted, EngineCrashError when the engine's process stopped (the job may be
   * tried again).
   */
  removeBackground(photo: Uint8Array, options?: RemoveBackgroundOptions): Promise<RemoveBackgroundResult>;
  /**
   * Enlarges a photo to twice or four times its sides, alpha beside color. Throws like `removeBackground`; ImageRefusal
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
   * Says in one or two sentences what was measured on a photo's product: colors, finish, form, text that can be read. A photo with
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
  /** What the engine is ready for, and how much waits. */
  status(): EngineStatus;
  /** Every model with its file, hash, size, license and terms. Rejects when an operator's file cannot be read. */
  models(): Promise<ModelInfo[]>;
  /** Ends the engine's process; whatever waits or runs is rejected. */
  close(): Promise<void>;
}
