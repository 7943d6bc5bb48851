import type { Ledger } from '@packshot/contract';

/*
 * References of ledger entries, unique across the ledger. An entry that may exist only once gets a reference derived
 * from its subject, so that the database refuses a second one.
 */

/** The free allowance: once per user and ledger. */
export const grantReference = (userId: string, ledger: Ledger): string => `grant:${userId}:${ledger}`;

/**
 * The free allowance of a confirmed mail address: once per address (its hash) and ledger, across accounts.
 */
export const allowanceReference = (addressHash: Uint8Array, ledger: Ledger): string =>
  `allowance:${Buffer.from(addressHash).toString('base64url')}:${ledger}`;

/** The debit for a request when it is accepted. */
export const reserveReference = (requestId: string): string => `reserve:${requestId}`;

/** The end of a reservation. Settling and releasing share the reference, so that they exclude each other. */
export const outcomeReference = (requestId: string): string => `outcome:${requestId}`;

/** The debit for an asset: once per user, however often it is downloaded. */
export const downloadReference = (userId: string, key: string): string => `download:${userId}:${key}`;

/** The credits that a month of a plan grants or revokes: once per change. */
export const planMonthReference = (subscriptionId: string, startsAt: Date, version: number): string =>
  `plan:${subscriptionId}:${startsAt.toISOString()}:${version}`;

/** True for both kinds of the free allowance. */
export const isAllowanceReference = (reference: string): boolean =>
  reference.startsWith('grant:') || reference.startsWith('allowance:');
export const isDownloadReference = (reference: string): boolean => reference.startsWith('download:');
