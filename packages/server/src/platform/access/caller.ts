import type { ApiKeyMode, ApiScope, Role } from '@packshot/contract';

/**
 * The authenticated caller: proven by the access token or an API key, with organization and role as stored when the
 * request arrives. Created only by `SessionService.authenticate` and `ApiKeyService.authenticate`, so that no use case
 * sees a revoked role. Every query is scoped by `userId`.
 */
export interface Caller {
  readonly userId: string;
  readonly organizationId: string;
  /** The refresh-token family (one per sign-in) that issued the access token; of a call with a key the key's id, which no family has. */
  readonly familyId: string;
  readonly role: Role;
  /** Absent: a person, by their access token. */
  readonly key?: CallerKey;
}

/** The API key behind a call. */
export interface CallerKey {
  readonly id: string;
  readonly mode: ApiKeyMode;
  readonly scopes: readonly ApiScope[];
}

/** A program, with the present rights of the member who made its key. */
export interface KeyCaller extends Caller {
  readonly key: CallerKey;
}

/** The client's address, used only for allowances and abuse limits. */
export interface ClientAddress {
  readonly ip: string;
  readonly userAgent: string;
}
