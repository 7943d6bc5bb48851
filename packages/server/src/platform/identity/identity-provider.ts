import type { SocialRequest } from '@packshot/contract';

export type GoogleProof = Extract<SocialRequest, { provider: 'google' }>;

/** A person's identity as stated by another company. */
export interface Identity {
  /** The company's own id of the person; stays the same when the address changes. */
  readonly subject: string;
  /** Mail address, confirmed by the company. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}
