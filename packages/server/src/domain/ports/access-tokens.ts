import type { Caller } from '../caller.ts';

/** What a token proves. Nothing that may change while it lives: organization and role are read from the database. */
export type ProvenSession = Pick<Caller, 'userId' | 'familyId'>;

/** Short-lived bearer tokens that say which sign-in a request belongs to. */
export interface AccessTokens {
  issue(session: ProvenSession): Promise<string>;
  /** Null for a token that is not ours, was altered, or has expired. */
  verify(token: string): Promise<ProvenSession | null>;
}
