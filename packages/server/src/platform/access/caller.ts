import type { ApiKeyMode, ApiScope, Role } from '@packshot/contract';

/**
 * The authenticated caller, identified by an access token or an API key. Organization and role are those stored when
 * the request arrives. Created by `SessionService.authenticate` and `ApiKeyService.authenticate`.
 */
export interface Caller {
  readonly userId: string;
  readonly organizationId: string;
  /**
   * Refresh-token family (one per sign-in) that issued the access token. For calls with an API key, the key's id,
   * which never matches a family.
   */
  readonly familyId: string;
  readonly role: Role;
  /** API key of the call; undefined for a user with an access token. */
  readonly key?: CallerKey;
}

export interface CallerKey {
  readonly id: string;
  readonly mode: ApiKeyMode;
  readonly scopes: readonly ApiScope[];
}

/** A program that calls with an API key. Has the current rights of the member who owns the key. */
export interface KeyCaller extends Caller {
  readonly key: CallerKey;
}

export interface ClientAddress {
  readonly ip: string;
  readonly userAgent: string;
}
