import type { Ledger } from '@packshot/contract';

/*
 * References of ledger entries, unique across the ledger. An entry that may exist only once gets a reference derived
 * from its cause, so that the database refuses a second one.
 */

/** Reference of a user's free credits: one grant per user and ledger. */
export const grantReference = (userId: string, ledger: Ledger): string => `grant:${userId}:${ledger}`;

/**
 * Reference of the free credits of an account: one grant per mailbox or marketplace identity (its hash) and ledger,
 * even if several accounts used it.
 */
export const allowanceReference = (addressHash: Uint8Array, ledger: Ledger): string =>
  `allowance:${Buffer.from(addressHash).toString('base64url')}:${ledger}`;

/** Reference of the debit when a request is accepted. */
export const reserveReference = (requestId: string): string => `reserve:${requestId}`;

/**
 * Reference of the entry that ends a reservation. Settling and releasing share it, so that only one of them can
 * happen.
 */
export const outcomeReference = (requestId: string): string => `outcome:${requestId}`;

/** Reference of the debit for downloading an asset: one debit per user, however often the asset is downloaded. */
export const downloadReference = (userId: string, key: string): string => `download:${userId}:${key}`;

/** Reference of the credits that a month of a plan grants or revokes: one entry per change. */
export const planMonthReference = (subscriptionId: string, startsAt: Date, version: number): string =>
  `plan:${subscriptionId}:${startsAt.toISOString()}:${version}`;

/** Whether the reference belongs to free credits: those of a user, or those of a mailbox or marketplace identity. */
export const isAllowanceReference = (reference: string): boolean =>
  reference.startsWith('grant:') || reference.startsWith('allowance:');
export const isDownloadReference = (reference: string): boolean => reference.startsWith('download:');
