import type {
  EngineRecord,
  ErrorCode,
  GenerationType,
  PictureMetadata,
  Placement,
  RefineEdges,
  SceneFacts,
  SceneLight,
  Shadow,
  TaskStatus,
  TaskTool,
  UpscaleFactor,
  UpscaleMode,
} from '@packshot/contract';

/** The user chose the engine that is offered beside the embedded one. */
export interface EngineChoice {
  /** When it cannot do it, the embedded one does. */
  readonly allowsFallback: boolean;
  /** Of a scene with a product: the product's own pixels go over what was made. */
  readonly keepsProduct: boolean;
}

/** What was asked for, as kept with the request, by tool. Keys name objects of the request's owner. */
export type GenerationInput = ToolInput & { readonly engine?: EngineChoice };

type ToolInput =
  | { readonly tool: 'cut-out'; readonly imageKey: string }
  | {
      readonly tool: 'magic';
      readonly imageKey: string;
      readonly maskKey: string;
      /** Absent: what the mask covers is removed. */
      readonly prompt?: string;
    }
  | {
      readonly tool: 'upscale';
      readonly imageKey: string;
      readonly factor: UpscaleFactor;
      readonly mode: UpscaleMode;
    }
  | {
      readonly tool: 'refine';
      /** The photo that was cut out. */
      readonly imageKey: string;
      /** The cut-out so far, or its matte. */
      readonly matteKey: string;
      /** What was drawn on it. */
      readonly strokesKey: string;
      /** Absent: the picture's own edges. */
      readonly edges?: RefineEdges;
    }
  | {
      readonly tool: 'harmonize';
      /** The photo with the product in it. */
      readonly imageKey: string;
      /** The product's alpha. */
      readonly maskKey: string;
      readonly strength: number;
    }
  | { readonly tool: 'describe'; readonly imageKey: string }
  | {
      readonly tool: 'export';
      readonly imageKey: string;
      /** 1 to 100. */
      readonly quality: number;
      /** What the file says of its picture. */
      readonly metadata: PictureMetadata;
    }
  | {
      readonly tool: 'layers';
      /** The scene. */
      readonly imageKey: string;
      /** What it was made of, so that it can be made again in parts. */
      readonly scene: SceneInput;
      readonly variant: number;
      /** Its parts, a task each. */
      readonly count: number;
    }
  | SceneInput;

/** A scene in several variants, one task each. */
export interface SceneInput {
  readonly tool: 'scene';
  /** The product; absent: the scene alone. */
  readonly imageKey?: string;
  /** May be empty. */
  readonly prompt: string;
  /** A picture of the user's own to follow. */
  readonly referenceKey?: string;
  /** A built-in one. */
  readonly referenceId?: string;
  readonly light: SceneLight;
  /** Colors as `#rrggbb`, the most important first. */
  readonly palette: readonly string[];
  /** Absent: on the stage of the scene. */
  readonly placement?: Placement;
  /** Absent: what the light of the scene throws. */
  readonly shadow?: Shadow;
  readonly aspectRatioId: number;
  readonly isLarger: boolean;
  readonly count: number;
  /** The user's, or drawn when the request was accepted. */
  readonly seed: number;
}

export type InputOf<Tool extends TaskTool> = Extract<GenerationInput, { readonly tool: Tool }>;

/** What a task produced. */
export type StoredTaskResult = (StoredPicture | StoredScene | StoredDescription) & {
  /** Absent: the embedded engine, as asked. */
  readonly engine?: EngineRecord;
};

/** Words, and no object in the store. */
export interface StoredDescription {
  readonly finalDescription: string;
}

/** Storage keys and the full-size picture's dimensions. Links are made when it is read. */
export interface StoredPicture {
  readonly fullKey: string;
  readonly standardKey: string;
  readonly widthPx: number;
  readonly heightPx: number;
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
  /** Of another engine's scene with a product: how many of its pixels differ, and a picture of where. */
  readonly productPixels?: {
    readonly total: number;
    readonly changed: number;
    readonly heatMapKey: string;
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
  readonly input: GenerationInput;
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
  readonly featureType: number;
  readonly input: GenerationInput;
  /** Every picture that the request works on: uploads or earlier results of the same user. */
  readonly inputKeys: readonly string[];
  readonly cost: number;
  readonly creditState: CreditState;
}
