import type { SignInOptions, SocialRequest } from '@packshot/contract';

export type GoogleProof = Extract<SocialRequest, { provider: 'google' }>;

/** Who another company says somebody is. */
export interface Identity {
  /** The company's own id for the person; it stays when the address changes. */
  readonly subject: string;
  /** Confirmed by the company. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface IdentityProvider {
  readonly options: NonNullable<SignInOptions['google']>;
  /**
   * @returns null unless the proof was made for us, has not expired, and comes with a confirmed address
   * @throws DomainError SERVERS_BUSY when the company does not answer
   */
  identify(proof: GoogleProof): Promise<Identity | null>;
}
