import type { Role } from '@packshot/contract';

/**
 * Who is calling: proven by the access token, and with what the database says of them as the request arrives. Made in one
 * place (`SessionService.authenticate`), so that no use case ever sees a role that was taken away. Every query is scoped
 * by `userId`.
 */
export interface Caller {
  readonly userId: string;
  readonly organizationId: string;
  /** The refresh-token family (one per sign-in) that the access token came from. */
  readonly familyId: string;
  readonly role: Role;
}

/** Where a request came from; used for allowances and abuse limits only. */
export interface ClientAddress {
  readonly ip: string;
  readonly userAgent: string;
}
