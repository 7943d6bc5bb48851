import type { SocialRequest } from '@packshot/contract';

export type GoogleProof = Extract<SocialRequest, { provider: 'google' }>;

/** A person's identity as stated by another company, such as Google. */
export interface Identity {
  /** The other company's id of the person; stays the same when the person's address changes. */
  readonly subject: string;
  /** Mail address, which the other company has confirmed. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}
