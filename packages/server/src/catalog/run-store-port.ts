import type {
  Doubt,
  ErrorCode,
  ItemCounts,
  ItemReview,
  ItemState,
  NewRunItem,
  Recipe,
  RunDownloadRequest,
  RunPause,
  RunStatus,
  StyleFacts,
} from '@packshot/contract';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import type { StoredOutput } from '../tools/model.ts';

export interface KeptRun {
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
  /** Names of the columns of its tables that are none of ours, in their order. */
  readonly ownColumns: readonly string[];
  /** The key that last set it going; null: a person did. */
  readonly apiKeyId: string | null;
  /** Of the call that made it with an idempotency key. */
  readonly fingerprint: Uint8Array | null;
  /** Null: its files go nowhere, or the bucket was disconnected, whose name stays. */
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

export type KeptDestination = Pick<
  KeptRun,
  'toBucketId' | 'toBucketName' | 'toFolder' | 'toOverwrite' | 'toHold'
>;

type NewRun = Omit<
  KeptRun,
  | 'status'
  | 'pausedBecause'
  | 'apiKeyId'
  | 'fingerprint'
  | 'ownColumns'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt'
  | 'deliveredAt'
  | keyof KeptDestination
> &
  Partial<Pick<KeptRun, 'fingerprint'> & KeptDestination>;

/** A row that is added to a draft; of a bucket only after it was listed. */
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

export interface KeptItem {
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
  readonly state: ItemState;
  readonly reason: ErrorCode | null;
  readonly score: number | null;
  readonly doubts: readonly Doubt[];
  readonly review: ItemReview | null;
  /** Null: not measured. */
  readonly style: StyleFacts | null;
  readonly isReused: boolean;
  readonly credits: number;
  readonly requestId: string | null;
  readonly tries: number;
  readonly thumbKey: string | null;
}

export interface KeptOutput extends Omit<StoredOutput, 'id' | 'measured' | 'scale'> {
  /** Null: for no channel, or made before channels were asked. */
  readonly measured: PictureFacts | null;
  /** Size of the product compared with its photo; null: not known. */
  readonly scale: number | null;
  readonly row: number;
  readonly outputId: string;
  readonly place: number;
  readonly name: string;
}

/** What is known of many items at once. */
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

interface ItemsWindow {
  readonly state?: ItemState | undefined;
  readonly sort: 'row' | 'score';
  readonly offset: number;
  readonly limit: number;
}

/** What an item becomes when its task has ended. */
interface ItemEnding {
  readonly state: ItemState;
  readonly reason: ErrorCode | null;
  readonly score: number | null;
  readonly doubts: readonly Doubt[];
  readonly review: ItemReview | null;
  readonly style: StyleFacts | null;
  readonly thumbKey: string | null;
  /** Absent: what was taken for it. */
  readonly credits?: number;
}

export interface DownloadOrder {
  readonly runId: string;
  readonly kind: RunDownloadRequest['kind'];
  readonly states: readonly ItemState[] | null;
}

export interface RunStore {
  /** False when there is one of this id already. */
  insert(run: NewRun): Promise<boolean>;
  count(userId: string): Promise<number>;
  /** Newest first. @param after the last one of the page before */
  list(userId: string, after: string | null, limit: number): Promise<readonly KeptRun[]>;
  find(userId: string, id: string): Promise<KeptRun | null>;
  /** The same, locked until the transaction ends. */
  lock(userId: string, id: string): Promise<KeptRun | null>;
  update(id: string, change: Partial<Omit<KeptRun, 'id' | 'userId' | 'fingerprint'>>): Promise<void>;
  figures(runIds: readonly string[]): Promise<ReadonlyMap<string, RunFigures>>;

  /** Rows that are there already stay as they are. Returns how many were added. */
  addItems(run: Pick<KeptRun, 'id' | 'userId'>, firstRow: number, items: readonly NewItem[]): Promise<number>;
  /** Of a draft; those after them move up, so that numbers have no gaps. Returns how many were there. */
  removeItems(runId: string, rows: readonly number[] | 'incomplete'): Promise<number>;
  countItems(runId: string): Promise<number>;
  /** The row that waits for this file, or those rows: they get it. Returns how many. */
  attach(runId: string, fileName: string, key: string): Promise<number>;
  /** The same for a row with a path of somebody’s disk: the one that ends most like the file’s, if that is clear. @param minParts names that are to be the same */
  attachByEnd(runId: string, fileName: string, key: string, minParts: number): Promise<number>;
  listItems(
    runId: string,
    window: ItemsWindow,
  ): Promise<{ readonly items: readonly KeptItem[]; readonly total: number }>;
  /** By number, those after this one. */
  pageOfItems(runId: string, afterRow: number, limit: number): Promise<readonly KeptItem[]>;
  /** Names of the columns that items have, in the order in which they first come. */
  itemColumns(runId: string): Promise<readonly string[]>;
  findItem(runId: string, row: number): Promise<KeptItem | null>;
  /** Those of these rows that there are, by number. */
  itemsAt(runId: string, rows: readonly number[]): Promise<readonly KeptItem[]>;
  /** What was measured on pictures in these states. */
  stylesOf(
    runId: string,
    states: readonly ItemState[],
  ): Promise<readonly { readonly row: number; readonly style: StyleFacts | null }[]>;
  /** Rows without a photo or an address of one. */
  listIncomplete(runId: string, limit: number): Promise<readonly number[]>;
  /** Gives an item another photo, and lets it wait. False when it is not to be changed now. */
  replacePhoto(runId: string, row: number, key: string): Promise<boolean>;
  /** Of these states, to another one; the rows that changed. */
  moveItems(
    runId: string,
    rows: readonly number[] | 'all',
    from: readonly ItemState[],
    to: ItemState,
  ): Promise<readonly number[]>;
  /** Back to what they were before somebody looked. */
  undoReview(runId: string, rows: readonly number[]): Promise<readonly number[]>;
  outputsOf(runId: string, rows: readonly number[]): Promise<readonly KeptOutput[]>;
  /** The payers of the photos in these states: the first file of each, which pays for its other files. */
  payersOf(runId: string, states: readonly ItemState[]): Promise<readonly string[]>;

  /** Every run that runs, the longest first. */
  listRunning(limit: number): Promise<readonly KeptRun[]>;
  nextWaiting(runId: string, limit: number): Promise<readonly KeptItem[]>;
  notePhoto(
    runId: string,
    row: number,
    photo: { readonly key: string; readonly sha256: string; readonly etag?: string },
  ): Promise<void>;
  /** What is known of a photo in a bucket that the owner had done by this recipe before; the last time. */
  findFetched(
    userId: string,
    photo: { readonly bucketId: string; readonly key: string },
    recipeHash: string,
  ): Promise<{ readonly etag: string; readonly sha256: string } | null>;
  /** A waiting item of a run that runs is in work from now on. False when it is not one. */
  take(runId: string, row: number, requestId: string, credits: number): Promise<boolean>;
  /** The item whose task a request is, locked; null when it is none, or is in work by another request. */
  lockItemOf(requestId: string): Promise<{ readonly item: KeptItem; readonly run: KeptRun } | null>;
  endItem(runId: string, row: number, ending: ItemEnding): Promise<void>;
  /** The last one of the owner that was made from the same photo by the same recipe, and is still there; before all, one whose photo was corrected since. */
  findSame(userId: string, photoSha256: string, recipeHash: string): Promise<KeptItem | null>;
  /** Whether there are items of the owner that were made by this recipe: only then may another one be the same. */
  hasMade(userId: string, recipeHash: string): Promise<boolean>;
  /** A waiting item that needs no work: it gets another one’s files. False when it no longer waits. */
  reuse(runId: string, row: number, same: KeptItem): Promise<boolean>;
  addOutputs(runId: string, row: number, outputs: readonly Omit<KeptOutput, 'row'>[]): Promise<void>;
  removeOutputs(runId: string, row: number): Promise<void>;
  /** Requests of items that are said to be in work although their tasks have ended. */
  listLeft(
    limit: number,
  ): Promise<
    readonly { readonly requestId: string; readonly isRevoked: boolean; readonly code: ErrorCode | null }[]
  >;
  /** Tasks that do items of a run now. */
  openTasks(runId: string): Promise<readonly string[]>;

  orderDownload(
    order: DownloadOrder & { readonly tokenHash: Uint8Array; readonly expiresAt: Date },
  ): Promise<void>;
  findDownload(tokenHash: Uint8Array, now: Date): Promise<(DownloadOrder & { readonly run: KeptRun }) | null>;
  deleteExpiredDownloads(before: Date): Promise<number>;

  /** Ends a run for its owner: nobody sees it anymore. */
  markDeleted(userId: string, id: string): Promise<boolean>;
  /** Ended before this; drafts that were made before it. */
  expire(before: Date): Promise<number>;
  listDeleted(limit: number): Promise<readonly KeptRun[]>;
  /** Files of a run that no other run shows. */
  listOwnFiles(
    runId: string,
    limit: number,
  ): Promise<readonly { readonly key: string; readonly row: number }[]>;
  forgetFiles(runId: string, keys: readonly string[]): Promise<void>;
  remove(id: string): Promise<void>;
}
