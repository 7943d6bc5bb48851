import type { ApiKeyMode, ApiScope, Role } from '@packshot/contract';

/** What its owner may change. */
interface ApiKeyTerms {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly addresses: readonly string[];
  readonly monthlyCeiling: number | null;
  readonly expiresAt: Date | null;
}

interface ApiKeySecret {
  readonly secretHash: Uint8Array;
  readonly secretStart: string;
}

interface NewApiKeyRow extends ApiKeyTerms, ApiKeySecret {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly mode: ApiKeyMode;
  readonly createdAt: Date;
}

/** A key that has not ended, for people. */
export interface ApiKeyRow extends ApiKeyTerms {
  readonly id: string;
  readonly userId: string;
  readonly mode: ApiKeyMode;
  readonly secretStart: string;
  readonly previousUntil: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly memberFirstName: string;
  readonly memberLastName: string;
  /** Credits, in the month that was asked about. */
  readonly spent: number;
}

/** A key with the present rights of its member. */
interface PresentedKey {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly mode: ApiKeyMode;
  readonly scopes: readonly ApiScope[];
  readonly addresses: readonly string[];
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** Months are the first days of calendar months (UTC), as `2026-11-01`. */
export interface ApiKeyStore {
  insert(key: NewApiKeyRow): Promise<void>;
  /** @param userId whose; null for all of the organization */
  list(organizationId: string, userId: string | null, month: string): Promise<readonly ApiKeyRow[]>;
  find(organizationId: string, id: string, month: string): Promise<ApiKeyRow | null>;
  countOf(userId: string): Promise<number>;
  change(id: string, terms: Partial<ApiKeyTerms>): Promise<void>;
  /** The present secret works until `previousUntil`, one before it no longer. */
  rotate(id: string, secret: ApiKeySecret, previousUntil: Date): Promise<void>;
  /** Ends a key, or all of a user's. Only what a list of past calls says about it stays, for a while. */
  end(id: string, at: Date): Promise<void>;
  endOfUser(userId: string, at: Date): Promise<void>;
  /** By either secret; null also for what has ended, and when its member is no longer in the organization. */
  findPresented(secretHash: Uint8Array, at: Date): Promise<PresentedKey | null>;
  /** What works in its name later; null also for what has ended or expired, and when its member is no longer in the organization. */
  findWorking(id: string, at: Date): Promise<PresentedKey | null>;
  /** Does nothing when a later use than `before` is noted. */
  noteUse(id: string, at: Date, before: Date): Promise<void>;
  /**
   * Adds to what the key has spent in a month, in one statement, so that parallel calls never exceed its ceiling.
   * @returns false when they would; nothing is changed then
   */
  charge(id: string, month: string, credits: number): Promise<boolean>;
  giveBack(id: string, month: string, credits: number): Promise<void>;
  /** Deletes keys that ended or expired before. @returns how many */
  deleteEnded(before: Date): Promise<number>;
}
