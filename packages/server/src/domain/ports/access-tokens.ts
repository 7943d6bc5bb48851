import type { Caller } from '../caller.ts';

/** Short-lived bearer tokens that say who the caller is without a look into the database. */
export interface AccessTokens {
  issue(caller: Caller): Promise<string>;
  /** Null for a token that is not ours, was altered, or has expired. */
  verify(token: string): Promise<Caller | null>;
}
