import type { Caller } from '../access/caller.ts';

/**
 * The claims of a token. Nothing that may change during its life: organization and role are read from the
 * database.
 */
export type ProvenSession = Pick<Caller, 'userId' | 'familyId'>;

/** Short-lived bearer tokens that identify the sign-in behind a request. */
export interface AccessTokens {
  issue(session: ProvenSession): Promise<string>;
  /** Returns null for a token that is not ours, was altered, or has expired. */
  verify(token: string): Promise<ProvenSession | null>;
}
