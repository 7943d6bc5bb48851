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
  /** The picture that is worked on: an object of the request's owner. */
  readonly imageKey?: string;
  readonly engine?: EngineChoice;
}

/** How a request with an API key is to be carried out, besides what is asked of the tool. */
export interface CallTerms {
  readonly mode: ApiKeyMode;
  /** Of a test: what is to go wrong. */
  readonly simulation?: V1Simulation;
  /** What its pictures are called in History; empty: nothing. */
  readonly name: string;
}

/** What a task produced. */
export type StoredTaskResult = (
  | StoredPicture
  | StoredCutOut
  | StoredScene
  | StoredOutputs
  | StoredDescription
) & {
  /** Absent: the built-in engine, as asked. */
  readonly engine?: EngineRecord;
};

/** Words, and no object in the store. */
interface StoredDescription {
  readonly finalDescription: string;
  /** Absent: another engine described it, or an older release. */
  readonly shopTexts?: ShopTexts;
  /** What is printed on the product, by line. Absent: nothing that can be read, or not the built-in engine. */
  readonly readText?: readonly string[];
}

/** Storage keys and the full-size picture's dimensions. Links are made when it is read. */
export interface StoredPicture {
  readonly fullKey: string;
  readonly standardKey: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** How it came to be, as its files say too; absent: an older release made it. */
  readonly provenance?: Provenance;
  /** Of a picture that a product was put into: how many of its pixels differ, and a picture of where. */
  readonly productPixels?: ProductPixels;
}

export interface ProductPixels extends CountedPixels {
  /** The largest CIEDE2000 difference of a changed pixel. Absent: an older release made it. */
  readonly worstDeltaE?: number;
  readonly heatMapKey: string;
}

/** A product alone, and what the engine thinks of its own work. */
export interface StoredCutOut extends StoredPicture {
  readonly cutOut: CutOutFacts;
  /** The box around it, in pixels. Absent: another engine made it, or an older release. */
  readonly foreground?: Foreground;
}

export interface Foreground {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The files that a recipe made of a photo; the first of them is the full size. */
export interface StoredOutputs extends StoredPicture {
  /** Of the recipe. */
  readonly recipeHash: string;
  readonly outputs: readonly StoredOutput[];
  /** Null for a photo that came as a cut-out. */
  readonly cutOutFacts: CutOutFacts | null;
  /** The most doubtful place of the cut-out, in shares of the first file. Absent: an older release made it. */
  readonly doubtfulAt?: ShareBox | null;
  /** Measured on the first file. Absent: an older release made it. */
  readonly style?: StyleFacts | null;
}

export interface StoredOutput {
  /** The recipe’s output. */
  readonly id: string;
  readonly key: string;
  readonly format: OutputFormat;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Of the same file before its signature. */
  readonly unsignedSha256: string;
  /** What a channel's rules are held against; absent: the output is for none. */
  readonly measured?: PictureFacts | undefined;
  /** Size of the product compared with its photo. Absent: an older release made it. */
  readonly scale?: number | null;
}

/** A picture, and what it takes to make it again or to take it apart. */
export interface StoredScene extends StoredPicture {
  readonly scene: {
    /** Null when it is no studio set. */
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
  /** Which of the request's tasks it is, from 0. */
  readonly variant: number;
  readonly status: TaskStatus;
  /** 0 to 1. */
  readonly progress: number;
  readonly stage: string | null;
  readonly result: StoredTaskResult | null;
  readonly errorCode: ErrorCode | null;
}

/** A task in the hands of one worker. Whatever it writes carries `attempt`; a newer attempt shuts it out. */
export interface ClaimedTask {
  readonly id: string;
  readonly requestId: string;
  readonly userId: string;
  readonly variant: number;
  readonly attempt: number;
  readonly toolId: ToolId;
  readonly input: GenerationInput;
  /** Absent: a person asked for it. */
  readonly callTerms?: CallTerms;
  /** Time left until the deadline, by the database's clock. */
  readonly remainingMs: number;
}

/**
 * - `reserved`: debited when the request was accepted
 * - `settled`: a task succeeded; the credit is spent
 * - `released`: every task ended without a result; the credit was given back
 * - `free`: nothing was debited, and nothing ever is
 */
export type CreditState = 'reserved' | 'settled' | 'released' | 'free';

export interface GenerationRequest {
  readonly id: string;
  readonly userId: string;
  /** Null for tools that have no generation type on the wire. */
  readonly type: GenerationType | null;
  readonly toolId: number;
  readonly input: GenerationInput;
  /** Every picture that the request works on: uploads or earlier results of the same user. */
  readonly inputKeys: readonly string[];
  readonly cost: number;
  readonly creditState: CreditState;
  /** The API key that asked for it; null: a person, or the key is gone. */
  readonly apiKeyId: string | null;
  /** The month to whose ceiling of the key the cost counts; null when it counts to none. */
  readonly ceilingMonth: string | null;
  /** Null for what a person asked for. */
  readonly callTerms: CallTerms | null;
}

/** The finished task behind a result. */
export interface ResultOrigin {
  readonly input: GenerationInput;
  readonly toolId: ToolId;
  readonly result: StoredTaskResult;
  /** Index of the task within its request, from 0. */
  readonly variant: number;
}

/** Stored request, with the tool's present name. */
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
