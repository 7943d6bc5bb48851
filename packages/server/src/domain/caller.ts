import type { Role } from '@packshot/contract';

/**
 * The authenticated caller: proven by the access token, with organization and role as stored when the request
 * arrives. Created only by `SessionService.authenticate`, so that no use case sees a revoked role. Every
 * query is scoped by `userId`.
 */
export interface Caller {
  readonly userId: string;
  readonly organizationId: string;
  /** The refresh-token family (one per sign-in) that issued the access token. */
  readonly familyId: string;
  readonly role: Role;
}

/** The client's address, used only for allowances and abuse limits. */
export interface ClientAddress {
  readonly ip: string;
  readonly userAgent: string;
}
