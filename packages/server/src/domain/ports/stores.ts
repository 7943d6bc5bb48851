import type { ErrorCode, Ledger, LedgerKind, TaskStatus } from '@packshot/contract';
import type {
  ClaimedTask,
  CreditState,
  GenerationRequest,
  StoredTaskResult,
  Task,
  ToolName,
} from '../generations/model.ts';
import type { LedgerAbout } from '../credits/about.ts';
import type { BillingStore, PageOf } from './billing-store.ts';
import type { AccountStore, AttemptStore, LinkTokenStore, RefreshTokenStore } from './account-stores.ts';
import type { JobQueue } from './job-queue.ts';
import type { EventStore, LeadStore, OrganizationStore } from './organization-stores.ts';
import type { ArchiveStore, RecordStore } from './record-store.ts';
import type { UsageStore } from './usage-store.ts';

export interface LedgerEntry {
  readonly userId: string;
  readonly ledger: Ledger;
  readonly kind: LedgerKind;
  readonly delta: number;
  /** Unique over all entries. */
  readonly reference: string;
  readonly requestId?: string;
  readonly about?: LedgerAbout;
}

/** An entry that moved something, as a list shows it. */
export interface LedgerRow {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly delta: number;
  /** The sum up to and with this entry. */
  readonly balance: number;
  readonly reference: string;
  readonly about: LedgerAbout | null;
  /** What was asked for, of entries that a request made. */
  readonly tool: ToolName | null;
  readonly createdAt: Date;
}

export interface CreditBalance {
  readonly id: string;
  readonly balance: number;
}

export interface LedgerStore {
  /** Opens an empty account in both ledgers. */
  open(userId: string): Promise<void>;
  /**
   * Appends an entry and moves the balance by it, in one statement.
   * @returns the new balance, or null when it would have become negative (then nothing changed)
   */
  append(entry: LedgerEntry): Promise<number | null>;
  balance(userId: string, ledger: Ledger): Promise<CreditBalance>;
  /** The balance, which nobody else moves until the transaction ends. */
  lockBalance(userId: string, ledger: Ledger): Promise<number>;
  /** What moved the balance, newest first. */
  list(userId: string, ledger: Ledger, page: PageOf): Promise<readonly LedgerRow[]>;
}

export interface NewUpload {
  readonly key: string;
  readonly userId: string;
  readonly label: string;
  readonly policyExpiresAt: Date;
}

/** What moderation made of an upload's bytes. */
export interface Judgment {
  readonly sha256: string;
  /** How much they look indecent, 0 to 1. */
  readonly indecency: number;
}

export interface UploadStore {
  insert(upload: NewUpload): Promise<void>;
  isOwned(userId: string, key: string): Promise<boolean>;
  /** Notes how large it is; 0 for one that never came. Until then it counts as the largest. */
  noteSize(key: string, sizeBytes: number): Promise<void>;
  /** Uploads of the user whose size is not known, and whose permission ended before `at`. */
  listUnsized(userId: string, at: Date, limit: number): Promise<readonly string[]>;
  /** Null when nobody has looked yet; undefined when the key is no upload of this user. */
  judgment(userId: string, key: string): Promise<Judgment | null | undefined>;
  recordJudgment(userId: string, key: string, judgment: Judgment): Promise<void>;
  /** Uploads older than `before` that no request ever used, and no record names. */
  listOrphans(before: Date, limit: number): Promise<readonly string[]>;
  delete(keys: readonly string[]): Promise<void>;
}

export interface NewAsset {
  readonly key: string;
  readonly userId: string;
  readonly taskId: string;
  readonly attempt: number;
  readonly rendition: 'full' | 'standard' | 'heat-map';
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface AssetStore {
  /** Notes objects that are about to be written. */
  announce(assets: readonly NewAsset[]): Promise<void>;
  /** From now on the attempt's objects belong to their owner. */
  markStored(taskId: string, attempt: number): Promise<void>;
  isStored(userId: string, key: string): Promise<boolean>;
  /** Announced before `before` and never settled. */
  listAbandoned(before: Date, limit: number): Promise<readonly string[]>;
  delete(keys: readonly string[]): Promise<void>;
  /** Notes that these are no longer in the store: they were, and their task keeps saying so. */
  retire(keys: readonly string[]): Promise<void>;
  isDownloaded(userId: string, key: string): Promise<boolean>;
  /** False when this user has downloaded this asset before. */
  recordDownload(userId: string, key: string): Promise<boolean>;
}

export interface IdempotentRequest {
  readonly fingerprint: Uint8Array;
  readonly taskIds: readonly string[];
}

export interface NewIdempotencyKey {
  readonly userId: string;
  readonly key: string;
  readonly fingerprint: Uint8Array;
  readonly requestId: string;
  readonly expiresAt: Date;
}

export interface RequestStore {
  insert(request: GenerationRequest): Promise<void>;
  /** The request, locked until the transaction ends. */
  lock(requestId: string): Promise<GenerationRequest | null>;
  setCreditState(requestId: string, from: CreditState, to: CreditState): Promise<boolean>;
  countSince(userId: string, since: Date): Promise<number>;
  /**
   * Makes another user the owner of everything of this one that has ended: requests with their tasks, results and keys,
   * and the uploads that no running request needs. What the ledgers say stays.
   */
  moveEnded(fromUserId: string, toUserId: string): Promise<void>;
  findByIdempotencyKey(userId: string, key: string, now: Date): Promise<IdempotentRequest | null>;
  /** False when the key is taken; waits for a transaction that is about to take it. */
  takeIdempotencyKey(key: NewIdempotencyKey, now: Date): Promise<boolean>;
  deleteExpiredIdempotencyKeys(now: Date): Promise<number>;
}

export interface NewTask {
  readonly id: string;
  readonly variant: number;
  readonly requestId: string;
  readonly userId: string;
  /** From now, by the database's clock. */
  readonly timeoutMs: number;
}

export interface TaskEnding {
  readonly taskId: string;
  /** Only this attempt; absent: whichever. */
  readonly attempt?: number;
}

export interface UnfinishedTask {
  readonly id: string;
  /** Whose job is to be queued for it. */
  readonly job: ToolName | 'provided';
}

export interface TaskStore {
  insert(tasks: readonly NewTask[]): Promise<void>;
  find(userId: string, taskIds: readonly string[]): Promise<readonly Task[]>;
  statusesOf(requestId: string): Promise<readonly TaskStatus[]>;
  countUnfinished(userId: string): Promise<number>;
  countPending(): Promise<number>;
  /** Makes the caller the task's only worker: the attempt grows by one. Null when it has ended or its deadline has passed. */
  claim(taskId: string): Promise<ClaimedTask | null>;
  /** False when the attempt is no longer the task's worker. */
  reportProgress(taskId: string, attempt: number, progress: number, stage: string | null): Promise<boolean>;
  /** Ends the task with a result. Returns the request's id, or null when the attempt is stale or the task has ended. */
  succeed(taskId: string, attempt: number, result: StoredTaskResult): Promise<string | null>;
  /** Ends the task without a result. Null as for `succeed`. */
  fail(ending: TaskEnding, code: ErrorCode): Promise<string | null>;
  /** Revokes what has not ended of these tasks; the requests concerned, each once. */
  revoke(userId: string, taskIds: readonly string[]): Promise<readonly string[]>;
  /** Tasks that have not ended although their deadline has passed. */
  listOverdue(limit: number): Promise<readonly string[]>;
  /** Unfinished tasks that were queued, or last looked at by the sweeper, longer ago than this. */
  listUnfinished(minAgeMs: number, limit: number): Promise<readonly UnfinishedTask[]>;
  /** Notes when the user was first shown the results of these tasks; those of them that were shown now or earlier. */
  markShown(userId: string, taskIds: readonly string[], at: Date): Promise<readonly string[]>;
  /** Notes that these tasks are known to be queued now. */
  markQueued(taskIds: readonly string[]): Promise<void>;
}

/** Everything stored in the database, within one transaction or, outside of one, statement by statement. */
export interface Stores {
  readonly accounts: AccountStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly linkTokens: LinkTokenStore;
  readonly attempts: AttemptStore;
  readonly organizations: OrganizationStore;
  readonly leads: LeadStore;
  readonly events: EventStore;
  readonly ledger: LedgerStore;
  readonly uploads: UploadStore;
  readonly assets: AssetStore;
  readonly requests: RequestStore;
  readonly tasks: TaskStore;
  readonly billing: BillingStore;
  readonly records: RecordStore;
  readonly archives: ArchiveStore;
  readonly usage: UsageStore;
  readonly jobs: JobQueue;
}

export interface Database {
  readonly stores: Stores;
  /** All or nothing; an error that `work` throws undoes everything and is thrown on. */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}
