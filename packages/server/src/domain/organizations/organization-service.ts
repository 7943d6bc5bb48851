import type { DemoRequest, MemberRole, Organization, Session } from '@packshot/contract';
import type { Caller, ClientAddress } from '../caller.ts';

/** Who works together, and on whose behalf. The role is read from the database each time: a token may be older. */
export interface OrganizationService {
  read(caller: Caller): Promise<Organization>;
  rename(caller: Caller, name: string): Promise<Organization>;
  /** Sends a link; an earlier invitation of the same address is worth nothing any more. Throws ALREADY_MEMBER, TOO_MANY_REQUESTS. */
  invite(caller: Caller, email: string, role: MemberRole): Promise<Organization>;
  withdraw(caller: Caller, invitationId: string): Promise<Organization>;
  /**
   * Joins. An organisation that is left empty ends, and its subscription with it.
   * @throws DomainError LINK_EXPIRED (also for an invitation to another address), LAST_OWNER
   */
  accept(caller: Caller, token: string, from: ClientAddress): Promise<Session>;
  /** Only owners make owners, and unmake them. Throws FORBIDDEN, NOT_FOUND, LAST_OWNER. */
  changeRole(caller: Caller, userId: string, role: MemberRole): Promise<Organization>;
  /** The removed member goes on in an organisation of their own. Throws FORBIDDEN, NOT_FOUND, LAST_OWNER. */
  remove(caller: Caller, userId: string): Promise<Organization>;
  /** Throws LAST_OWNER. */
  leave(caller: Caller, from: ClientAddress): Promise<Session>;
  /** Stores what somebody wants to talk about, and tells sales. Throws CAPTCHA_REQUIRED, TOO_MANY_REQUESTS. */
  requestDemo(lead: DemoRequest, from: ClientAddress, captchaSolution?: string): Promise<string>;
}
