import { toolNow } from '../platform/earlier-names.ts';
import type {
  ApiKeyMode,
  CountedPixels,
  CutOutFacts,
  EngineChoice,
  EngineRecord,
  ErrorCode,
  GenerationType,
  OutputFormat,
  Placement,
  Provenance,
  QualityFlag,
  SceneFacts,
  ShareBox,
  StyleFacts,
  ShopTexts,
  TaskStatus,
  TaskTool,
  ToolId,
  V1Simulation,
} from '@packshot/contract';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';

/** A request as stored. Each tool adds its own fields (packages/server/src/tools/kinds). */
export interface GenerationInput {
  readonly tool: TaskTool;
  /** Storage key of the picture to edit, which belongs to the request's owner. */
  readonly imageKey?: string;
  readonly engine?: EngineChoice;
}

/** Values of a request with an API key, besides the tool's input. */
export interface CallTerms {
  readonly mode: ApiKeyMode;
  /** Failure to simulate, for calls with a test key. */
  readonly simulation?: V1Simulation;
  /** Name of the job's pictures in History; empty without one. */
  readonly name: string;
}

export type StoredTaskResult = (
  | StoredPicture
  | StoredCutOut
  | StoredScene
  | StoredOutputs
  | StoredDescription
) & {
  /** Engine that made the result; undefined if the built-in one was requested and made it. */
  readonly engine?: EngineRecord;
};

/** Result that is a text and has no files in the object store. */
interface StoredDescription {
  readonly finalDescription: string;
  /** Texts for a shop page; undefined if another engine or an older release made the description. */
  readonly shopTexts?: ShopTexts;
  /** Text that is readable on the product, by line; undefined if there is none, or for other engines. */
  readonly readText?: readonly string[];
}

/**
 * Result that is a picture: storage keys, and the full-size picture's dimensions. Links are created when it is read.
 */
export interface StoredPicture {
  readonly fullKey: string;
  readonly standardKey: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Provenance of the picture, which its files state too; undefined for results of older releases. */
  readonly provenance?: Provenance;
  /**
   * For a picture with an inserted product, the number of pixels that differ from the photo, and a heat map of them.
   */
  readonly productPixels?: StoredProductPixels;
  /** Number of the product that the layer shows, if the scene has several; 1 for the first one. */
  readonly product?: number;
}

export interface StoredProductPixels extends CountedPixels {
  /** Largest CIEDE2000 color difference of a changed pixel; undefined for results of older releases. */
  readonly worstDeltaE?: number;
  readonly heatMapKey: string;
}

/** A cut-out product with the engine's quality facts. */
export interface StoredCutOut extends StoredPicture {
  readonly cutOut: CutOutFacts;
  /** Bounding box of the product in pixels; undefined for other engines and older releases. */
  readonly foreground?: Foreground;
}

export interface Foreground {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Files that a recipe created from a photo; the first one is stored as the full size. */
export interface StoredOutputs extends StoredPicture {
  readonly recipeHash: string;
  readonly outputs: readonly StoredOutput[];
  /** Quality facts about the cut-out; null for a photo that was already a cut-out. */
  readonly cutOutFacts: CutOutFacts | null;
  /** Quality flags of the first file, with those of the cut-out; undefined for older releases. */
  readonly doubts?: readonly QualityFlag[];
  /**
   * Area of the cut-out that most needs a review, in fractions of the first file's size; undefined for older releases.
   */
  readonly doubtfulAt?: ShareBox | null;
  /** Style measurements of the first file; undefined for older releases. */
  readonly style?: StyleFacts | null;
}

export interface StoredOutput {
  readonly id: string;
  readonly key: string;
  readonly format: OutputFormat;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Hash of the file before it was signed. */
  readonly unsignedSha256: string;
  /** Measurements against which a sales channel's rules are checked; undefined if the output isn't for a channel. */
  readonly measured?: PictureFacts | undefined;
  /** Scale of the product relative to its photo; undefined for older releases. */
  readonly scale?: number | null;
}

/** Hashes of the products' files in a scene. */
export interface ProductHashes {
  /** Hash of the first product. Missing without a product, for other engines, and in records of older releases. */
  readonly productSha256?: string;
  /** Hashes of the products beside the first one, by storage key; missing if there are none. */
  readonly besideSha256?: Readonly<Record<string, string>>;
}

/** Result of the tool `scene`: a picture with the data needed to generate it again or split it into layers. */
export interface StoredScene extends StoredPicture {
  readonly scene: {
    /** Facts about the studio set; null for other scenes. */
    readonly facts: SceneFacts | null;
    readonly seed: number;
    /** Position of the product; null without a product. */
    readonly placement: Placement | null;
  } & ProductHashes;
}

export interface Task {
  readonly id: string;
  readonly requestId: string;
  readonly userId: string;
  /** Index of the task within its request, starting at 0. */
  readonly variant: number;
  readonly status: TaskStatus;
  /** 0 to 1. */
  readonly progress: number;
  readonly stage: string | null;
  readonly result: StoredTaskResult | null;
  readonly errorCode: ErrorCode | null;
  /** Number of the product that the error is about in a scene of several, from 1; null for other errors. */
  readonly errorProduct: number | null;
}

/**
 * A task claimed by one worker. All of the worker's writes contain `attempt`; once another worker claims the task,
 * they have no effect.
 */
export interface ClaimedTask {
  readonly id: string;
  readonly requestId: string;
  readonly userId: string;
  readonly variant: number;
  readonly attempt: number;
  readonly toolId: ToolId;
  readonly input: GenerationInput;
  readonly callTerms?: CallTerms;
  /** Milliseconds left until the deadline, by the database's clock. */
  readonly remainingMs: number;
}

/**
 * - `reserved`: debited when the request was accepted
 * - `settled`: a task succeeded, so the credit is spent
 * - `released`: every task ended without a result, so the credit was refunded
 * - `free`: never debited
 */
export type CreditState = 'reserved' | 'settled' | 'released' | 'free';

export interface GenerationRequest {
  readonly id: string;
  readonly userId: string;
  /** Generation type in API responses; null for tools that have none. */
  readonly type: GenerationType | null;
  readonly toolId: number;
  readonly input: GenerationInput;
  /** All pictures that the request uses: uploads or earlier results of the same user. */
  readonly inputKeys: readonly string[];
  readonly cost: number;
  readonly creditState: CreditState;
  /** API key of the request; null for requests from the web app, or if the key was deleted. */
  readonly apiKeyId: string | null;
  /** Month in which the cost counts toward the key's ceiling; null if it doesn't count. */
  readonly ceilingMonth: string | null;
  /** Values of the API call; null for requests from the web app. */
  readonly callTerms: CallTerms | null;
}

/** The finished task that made a result. */
export interface ResultOrigin {
  readonly input: GenerationInput;
  readonly toolId: ToolId;
  readonly result: StoredTaskResult;
  readonly variant: number;
  /** Terms of the API call; undefined for requests from the web app. */
  readonly callTerms?: CallTerms;
}

/** Returns a stored request with the current name of its tool. */
export const inputNow = (input: GenerationInput): GenerationInput => ({
  ...input,
  tool: toolNow(input.tool),
});

export interface NewAsset {
  readonly key: string;
  readonly userId: string;
  readonly taskId: string;
  readonly attempt: number;
  readonly rendition: 'full' | 'standard' | 'heat-map' | 'passing' | 'output';
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}
