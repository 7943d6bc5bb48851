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

/** Stored request. The tool adds its own fields (packages/server/src/tools/kinds). */
export interface GenerationInput {
  readonly tool: TaskTool;
  /** Key of the picture that is edited, an object of the request's owner. */
  readonly imageKey?: string;
  readonly engine?: EngineChoice;
}

/** Terms of a request with an API key, besides the tool's input. */
export interface CallTerms {
  readonly mode: ApiKeyMode;
  /** Failure that a test simulates. */
  readonly simulation?: V1Simulation;
  /** Name of its pictures in History; empty without one. */
  readonly name: string;
}

/** Result of a task, as stored. */
export type StoredTaskResult = (
  | StoredPicture
  | StoredCutOut
  | StoredScene
  | StoredOutputs
  | StoredDescription
) & {
  /** Omitted for the built-in engine, if it was requested. */
  readonly engine?: EngineRecord;
};

/** A text result, without objects in the store. */
interface StoredDescription {
  readonly finalDescription: string;
  /** Missing if another engine or an older release described it. */
  readonly shopTexts?: ShopTexts;
  /** Text printed on the product, by line. Missing if there is no readable text, or for other engines. */
  readonly readText?: readonly string[];
}

/** Storage keys, and the full-size picture's dimensions. Links are created when it is read. */
export interface StoredPicture {
  readonly fullKey: string;
  readonly standardKey: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Provenance, which its files state too; missing for older releases. */
  readonly provenance?: Provenance;
  /** For a picture with an inserted product, the number of differing pixels and a heat map of them. */
  readonly productPixels?: StoredProductPixels;
}

export interface StoredProductPixels extends CountedPixels {
  /** Largest CIEDE2000 difference of a changed pixel; missing for older releases. */
  readonly worstDeltaE?: number;
  readonly heatMapKey: string;
}

/** A cut-out product with the engine's quality facts. */
export interface StoredCutOut extends StoredPicture {
  readonly cutOut: CutOutFacts;
  /** Bounding box in pixels; missing for other engines and older releases. */
  readonly foreground?: Foreground;
}

export interface Foreground {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Files that a recipe created from a photo; the first one is the full size. */
export interface StoredOutputs extends StoredPicture {
  /** Hash of the recipe. */
  readonly recipeHash: string;
  readonly outputs: readonly StoredOutput[];
  /** Null for a photo that was already a cut-out. */
  readonly cutOutFacts: CutOutFacts | null;
  /** Area of the cut-out most in need of review, in shares of the first file; missing for older releases. */
  readonly doubtfulAt?: ShareBox | null;
  /** Measured on the first file; missing for older releases. */
  readonly style?: StyleFacts | null;
}

export interface StoredOutput {
  /** Id of the recipe's output. */
  readonly id: string;
  readonly key: string;
  readonly format: OutputFormat;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Hash of the file before it was signed. */
  readonly unsignedSha256: string;
  /** Facts that a channel's rules are checked against; missing if the output has no channel. */
  readonly measured?: PictureFacts | undefined;
  /** Scale of the product relative to its photo; missing for older releases. */
  readonly scale?: number | null;
}

/** A picture with the data needed to generate it again or split it into layers. */
export interface StoredScene extends StoredPicture {
  readonly scene: {
    /** Null unless it is a studio set. */
    readonly facts: SceneFacts | null;
    readonly seed: number;
    /** Null without a product. */
    readonly placement: Placement | null;
  };
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
}

/** A task claimed by one worker. All of its writes carry `attempt`; a newer attempt invalidates them. */
export interface ClaimedTask {
  readonly id: string;
  readonly requestId: string;
  readonly userId: string;
  readonly variant: number;
  readonly attempt: number;
  readonly toolId: ToolId;
  readonly input: GenerationInput;
  /** Missing for requests from the web app. */
  readonly callTerms?: CallTerms;
  /** Time left until the deadline, by the database's clock. */
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
  /** Null for tools that have no generation type on the wire. */
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
  /** Null for requests from the web app. */
  readonly callTerms: CallTerms | null;
}

/** The finished task behind a result. */
export interface ResultOrigin {
  readonly input: GenerationInput;
  readonly toolId: ToolId;
  readonly result: StoredTaskResult;
  /** Index of the task within its request, starting at 0. */
  readonly variant: number;
}

/** Stored request, with the tool's current name. */
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
