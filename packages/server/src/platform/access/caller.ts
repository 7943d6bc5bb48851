import type { ApiKeyMode, ApiScope, Role } from '@packshot/contract';

/**
 * The authenticated caller: proven by the access token or an API key, with organization and role as stored when the
 * request arrives. Created only by `SessionService.authenticate` and `ApiKeyService.authenticate`, so that no use case
 * sees a revoked role. Every query is scoped by `userId`.
 */
export interface Caller {
  readonly userId: string;
  readonly organizationId: string;
  /**
   * Refresh-token family (one per sign-in) that issued the access token. For calls with a key, the key's id, which
   * never matches a family.
   */
  readonly familyId: string;
  readonly role: Role;
  /** Undefined for a user with an access token. */
  readonly key?: CallerKey;
}

/** The API key behind a call. */
export interface CallerKey {
  readonly id: string;
  readonly mode: ApiKeyMode;
  readonly scopes: readonly ApiScope[];
}

/** A program, with the current rights of the member who owns its key. */
export interface KeyCaller extends Caller {
  readonly key: CallerKey;
}

/** The client's address, used only for allowances and abuse limits. */
export interface ClientAddress {
  readonly ip: string;
  readonly userAgent: string;
}
