import type { SocialRequest } from '@packshot/contract';

export type GoogleProof = Extract<SocialRequest, { provider: 'google' }>;

/** A person's identity as another company states it. */
export interface Identity {
  /** The company's own id of the person; it stays when the address changes. */
  readonly subject: string;
  /** Confirmed by the company. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}
