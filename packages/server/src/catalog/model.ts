import type {
  DeliveryStep,
  ErrorCode,
  QualityFlag,
  ItemCounts,
  ItemReview,
  ItemState,
  MadeScene,
  NewRunItem,
  Recipe,
  RunDownloadRequest,
  RunPause,
  RunStatus,
  StyleFacts,
} from '@packshot/contract';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import type { StoredOutput } from '../tools/model.ts';

export interface StoredRun {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly status: RunStatus;
  readonly pausedBecause: RunPause | null;
  readonly recipeId: string | null;
  readonly recipeName: string;
  readonly recipeVersion: number;
  readonly recipeHash: string;
  readonly recipe: Recipe;
  readonly onlyChanged: boolean;
  /** Names of the columns that the user's tables add to ours, in order. */
  readonly ownColumns: readonly string[];
  /** Id of the API key that last started the run, or null if a user did. */
  readonly apiKeyId: string | null;
  /** Hash of the API request that created the run, for requests with an idempotency key. */
  readonly fingerprint: Uint8Array | null;
  /**
   * Bucket to which the run's files are delivered. Null without a destination, or after the bucket was disconnected;
   * `toBucketName` remains.
   */
  readonly toBucketId: string | null;
  readonly toBucketName: string | null;
  readonly toFolder: string;
  readonly toOverwrite: boolean;
  readonly toHold: boolean;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export type StoredDestination = Pick<
  StoredRun,
  'toBucketId' | 'toBucketName' | 'toFolder' | 'toOverwrite' | 'toHold'
>;

export type NewRun = Omit<
  StoredRun,
  | 'status'
  | 'pausedBecause'
  | 'apiKeyId'
  | 'fingerprint'
  | 'ownColumns'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt'
  | 'deliveredAt'
  | keyof StoredDestination
> &
  Partial<Pick<StoredRun, 'fingerprint'> & StoredDestination>;

/**
 * A row to add to a draft. A source in a bucket has the ETag from the bucket's listing, because such rows are created
 * by listing it.
 */
export type NewItem = Omit<NewRunItem, 'source'> & {
  readonly source:
    | NewRunItem['source']
    | {
        readonly kind: 'bucket';
        readonly bucketId: string;
        readonly key: string;
        readonly etag: string;
      };
};

export interface StoredItem {
  readonly runId: string;
  readonly row: number;
  readonly sku: string;
  readonly variant: string;
  readonly slot: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly sourceKind: 'upload' | 'url' | 'file' | 'bucket';
  readonly sourceName: string;
  readonly bucketId: string | null;
  readonly etag: string | null;
  readonly photoKey: string | null;
  readonly photoSha256: string | null;
  /** Scene that the owner adjusted for this item alone; null for the recipe's. */
  readonly ownScene: MadeScene | null;
  /** Hash of the photo whose pictures are paid for, so that changing their scene is free; null before such a change. */
  readonly paidSha256: string | null;
  readonly state: ItemState;
  readonly reason: ErrorCode | null;
  readonly score: number | null;
  readonly doubts: readonly QualityFlag[];
  readonly review: ItemReview | null;
  readonly style: StyleFacts | null;
  readonly isReused: boolean;
  readonly credits: number;
  readonly requestId: string | null;
  readonly tries: number;
  readonly thumbKey: string | null;
}

export interface ItemOutput extends Omit<StoredOutput, 'id' | 'measured' | 'scale'> {
  /**
   * Measurements for the rules of a sales channel. Null if the output isn't for a channel, or was made before these
   * measurements existed.
   */
  readonly measured: PictureFacts | null;
  /** Scale of the product relative to its photo, or null if unknown. */
  readonly scale: number | null;
  readonly row: number;
  readonly outputId: string;
  readonly place: number;
  readonly name: string;
}

export interface RunFigures {
  readonly counts: ItemCounts;
  readonly sources: {
    readonly upload: number;
    readonly url: number;
    readonly bucket: number;
    readonly missing: number;
  };
  readonly credits: number;
}

/** States of items whose pictures are made and paid for. */
export const MADE_STATES = [
  'done',
  'needs_review',
  'approved',
  'rejected',
] as const satisfies readonly ItemState[];

/** Replacement of an item's photo, its scene, or both. */
export interface ItemChange {
  readonly photoKey?: string;
  readonly ownScene?: MadeScene;
}

export interface ItemsSelection {
  readonly state?: ItemState | undefined;
  readonly sort: 'row' | 'score';
  readonly offset: number;
  readonly limit: number;
}

/** State of an item after its task has ended. */
export interface ItemEnding {
  readonly state: ItemState;
  readonly reason: ErrorCode | null;
  readonly score: number | null;
  readonly doubts: readonly QualityFlag[];
  readonly review: ItemReview | null;
  readonly style: StyleFacts | null;
  readonly thumbKey: string | null;
  /** Credits to charge; omitted if the charged credits don't change. */
  readonly credits?: number;
}

export interface DownloadOrder {
  readonly runId: string;
  readonly kind: RunDownloadRequest['kind'];
  readonly states: readonly ItemState[] | null;
}

/** Row number under which `manifest.csv` is delivered; real rows start at 1. */
export const MANIFEST_ROW = 0;

/** A file that the server delivers to the user's bucket. */
export interface StoredDelivery {
  readonly runId: string;
  readonly row: number;
  readonly outputId: string;
  readonly name: string;
  readonly state: DeliveryStep;
  readonly reason: ErrorCode | null;
  readonly tries: number;
}

export interface ClaimedRunDelivery extends StoredDelivery {
  /** Key of the file in this server's object store; null for the manifest. */
  readonly storedKey: string | null;
  readonly sha256: string;
}

export interface DeliveryFigures {
  readonly waiting: number;
  readonly delivered: number;
  readonly failed: number;
  readonly held: number;
  readonly manifest: DeliveryStep | null;
  readonly reason: ErrorCode | null;
}
