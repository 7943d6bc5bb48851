import type { ApiKeyMode, TaskTool } from '@packshot/contract';
import type { CallTerms, CreditState, GenerationRequest } from './model.ts';

/** A request as it was accepted. */
interface AcceptedRequest extends GenerationRequest {
  readonly createdAt: Date;
}

/** A request that came with an API key. */
export interface CalledRequest extends AcceptedRequest {
  readonly callTerms: CallTerms;
}

interface IdempotentRequest {
  readonly requestId: string;
  readonly fingerprint: Uint8Array;
  readonly taskIds: readonly string[];
}

interface NewIdempotencyKey {
  readonly userId: string;
  readonly key: string;
  readonly fingerprint: Uint8Array;
  readonly requestId: string;
  readonly expiresAt: Date;
}

interface WorkOwner {
  readonly userId: string;
  /** Null: a person asks. */
  readonly keyId: string | null;
}

interface OpenWork {
  /** The user's requests of a kind since a moment. */
  readonly recentRequests: number;
  /** When the first of them came. */
  readonly oldestRecent: Date;
  /** The user's tasks that wait or run, but for items of runs. */
  readonly unfinishedTasks: number;
  /** Requests of the key with a task that waits or runs. */
  readonly openRequestsOfKey: number;
}

export interface RequestStore {
  insert(request: GenerationRequest): Promise<void>;
  /** The request, locked until the transaction ends. */
  lock(requestId: string): Promise<AcceptedRequest | null>;
  setCreditState(requestId: string, from: CreditState, to: CreditState): Promise<boolean>;
  /** @param kind files that were written of pictures, or everything else */
  countSince(userId: string, since: Date, kind: 'files' | 'generations'): Promise<number>;
  /** What a user and an API key have open, in one statement: every request that is accepted asks for it. */
  workOf(caller: WorkOwner, since: Date, kind: 'files' | 'generations'): Promise<OpenWork>;
  /**
   * Requests with live keys whose picture is being made, or was made since then and not taken yet.
   * @param tools that make pictures
   */
  countUntaken(userId: string, tools: readonly TaskTool[], since: Date): Promise<number>;
  /** Requests of all test keys of an organization. */
  countTestsSince(organizationId: string, since: Date): Promise<number>;
  /** What came with keys of this mode. */
  findCalled(userId: string, mode: ApiKeyMode, requestId: string): Promise<CalledRequest | null>;
  /** The same, newest first, those that come after this one. */
  listCalled(
    userId: string,
    mode: ApiKeyMode,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly CalledRequest[]>;
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
