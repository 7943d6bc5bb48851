import type { MemberRole, Role, DemoRequest, Grant } from '@packshot/contract';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from '../platform/database/orm.ts';
import { memberships, organizations, users } from '../accounts/schema.ts';
import { invitations, leads } from './schema.ts';

export interface MemberRow {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly role: Role;
}

export interface InvitationRow {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly invitedBy: string;
  readonly expiresAt: Date;
}

export interface NewInvitation extends InvitationRow {
  readonly createdAt: Date;
}

const invitationColumns = {
  id: invitations.id,
  organizationId: invitations.organizationId,
  email: invitations.email,
  role: invitations.role,
  invitedBy: invitations.invitedBy,
  expiresAt: invitations.expiresAt,
};

const GRANTS = { grants: organizations.grants };
const notEndedAt = (at: Date) => or(isNull(organizations.grantsUntil), gt(organizations.grantsUntil, at));

export function createOrganizationStore(db: Executor) {
  return {
    async insert(organization: {
      readonly id: string;
      readonly name: string;
      readonly subscriptionType: string;
    }): Promise<void> {
      await db.insert(organizations).values(organization);
    },

    async rename(organizationId: string, name: string): Promise<void> {
      await db.update(organizations).set({ name }).where(eq(organizations.id, organizationId));
    },

    /** Lists the operator's grants for the organization that haven't expired. */
    async grants(organizationId: string, at: Date): Promise<readonly Grant[]> {
      const [row] = await db
        .select(GRANTS)
        .from(organizations)
        .where(and(eq(organizations.id, organizationId), notEndedAt(at)));
      return row?.grants ?? [];
    },

    /** Lists the operator's grants for this user's organization that haven't expired. */
    async grantsOfUser(userId: string, at: Date): Promise<readonly Grant[]> {
      const [row] = await db
        .select(GRANTS)
        .from(organizations)
        .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
        .where(and(eq(memberships.userId, userId), notEndedAt(at)));
      return row?.grants ?? [];
    },

    /**
     * Replaces all of the organization's grants.
     * @param until null without an end
     */
    async setGrants(organizationId: string, grants: readonly Grant[], until: Date | null): Promise<void> {
      await db
        .update(organizations)
        .set({ grants: [...grants], grantsUntil: until })
        .where(eq(organizations.id, organizationId));
    },

    /**
     * Counts photos of a run small enough to need no entitlement. One statement, so that runs started in parallel
     * never exceed the limit.
     * @param day such as `2026-11-29`
     * @returns false, without counting, if the day's limit would be exceeded
     */
    async countSmallRun(organizationId: string, day: string, photos: number, limit: number) {
      const counted = sql`case when small_run_day = ${day}::date then small_run_photos else 0 end + ${photos}::integer`;
      const { rowCount } = await db.execute(sql`
        update organizations set small_run_day = ${day}::date, small_run_photos = ${counted}
        where id = ${organizationId} and ${counted} <= ${limit}`);
      return rowCount === 1;
    },

    /** Reads how many photos `countSmallRun` has counted on the day. */
    async smallRunPhotos(organizationId: string, day: string): Promise<number> {
      const [row] = await db
        .select({ photos: organizations.smallRunPhotos })
        .from(organizations)
        .where(and(eq(organizations.id, organizationId), eq(organizations.smallRunDay, day)));
      return row?.photos ?? 0;
    },

    /** Serializes changes of these organizations' members until the transaction ends. */
    async lock(organizationIds: readonly string[]): Promise<void> {
      await db
        .select({ id: organizations.id })
        .from(organizations)
        .where(inArray(organizations.id, [...organizationIds]))
        // Locks organizations in a fixed order, so that two users moving between the same organizations can't deadlock.
        .orderBy(asc(organizations.id))
        .for('update');
    },

    members(organizationId: string): Promise<readonly MemberRow[]> {
      return db
        .select({
          userId: users.id,
          firstName: users.firstName,
          lastName: users.lastName,
          email: users.email,
          role: memberships.role,
        })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(and(eq(memberships.organizationId, organizationId), isNull(users.deletedAt)))
        .orderBy(asc(memberships.createdAt), asc(users.id));
    },

    async setRole(userId: string, role: Role): Promise<void> {
      await db.update(memberships).set({ role }).where(eq(memberships.userId, userId));
    },

    async move(userId: string, organizationId: string, role: Role): Promise<void> {
      await db.update(memberships).set({ organizationId, role }).where(eq(memberships.userId, userId));
    },

    /**
     * Removes an organization that has no members.
     * @returns true if it was empty and has been removed
     */
    async removeIfEmpty(organizationId: string): Promise<boolean> {
      const { rowCount } = await db.execute(sql`
        delete from organizations o where o.id = ${organizationId}
          and not exists (select from memberships m where m.organization_id = o.id)`);
      return (rowCount ?? 0) > 0;
    },

    /** Stores an invitation. Replaces an earlier one to the same address. */
    async insertInvitation(invitation: NewInvitation): Promise<void> {
      await db
        .delete(invitations)
        .where(
          and(
            eq(invitations.organizationId, invitation.organizationId),
            sql`lower(${invitations.email}) = lower(${invitation.email})`,
          ),
        );
      await db.insert(invitations).values(invitation);
    },

    invitations(organizationId: string, at: Date): Promise<readonly InvitationRow[]> {
      return db
        .select(invitationColumns)
        .from(invitations)
        .where(and(eq(invitations.organizationId, organizationId), gt(invitations.expiresAt, at)))
        .orderBy(asc(invitations.createdAt));
    },

    /** Whether there is an open invitation to this mail address, ignoring case. */
    async isInvited(email: string, at: Date): Promise<boolean> {
      const rows = await db
        .select({ id: invitations.id })
        .from(invitations)
        .where(and(sql`lower(${invitations.email}) = lower(${email})`, gt(invitations.expiresAt, at)))
        .limit(1);
      return rows.length > 0;
    },

    async findInvitation(id: string, at: Date): Promise<InvitationRow | null> {
      const [row] = await db
        .select(invitationColumns)
        .from(invitations)
        .where(and(eq(invitations.id, id), gt(invitations.expiresAt, at)));
      return row ?? null;
    },

    /** Stores the hash of the secret in the invitation's link; the secret itself isn't stored. */
    async setInvitationToken(id: string, tokenHash: Uint8Array): Promise<void> {
      await db
        .update(invitations)
        .set({ tokenHash: Buffer.from(tokenHash) })
        .where(eq(invitations.id, id));
    },

    /**
     * Consumes an invitation.
     * @returns null if the invitation is unknown, used, withdrawn or expired
     */
    async takeInvitation(tokenHash: Uint8Array, at: Date): Promise<InvitationRow | null> {
      const [row] = await db
        .delete(invitations)
        .where(and(eq(invitations.tokenHash, Buffer.from(tokenHash)), gt(invitations.expiresAt, at)))
        .returning(invitationColumns);
      return row ?? null;
    },

    /**
     * Withdraws an invitation.
     * @returns false if the organization has no such invitation
     */
    async deleteInvitation(organizationId: string, id: string): Promise<boolean> {
      const deleted = await db
        .delete(invitations)
        .where(and(eq(invitations.id, id), eq(invitations.organizationId, organizationId)))
        .returning({ id: invitations.id });
      return deleted.length > 0;
    },

    async deleteExpiredInvitations(before: Date): Promise<number> {
      const { rowCount } = await db.delete(invitations).where(lte(invitations.expiresAt, before));
      return rowCount ?? 0;
    },
  };
}

export type OrganizationStore = ReturnType<typeof createOrganizationStore>;

export function createLeadStore(db: Executor) {
  return {
    async insert(id: string, lead: DemoRequest): Promise<void> {
      await db.insert(leads).values({
        id,
        firstName: lead.first_name,
        lastName: lead.last_name,
        email: lead.email,
        companyName: lead.company_name ?? null,
        message: lead.message ?? null,
      });
    },

    async find(id: string): Promise<DemoRequest | null> {
      const [row] = await db.select().from(leads).where(eq(leads.id, id));
      if (row === undefined) return null;
      return {
        first_name: row.firstName,
        last_name: row.lastName,
        email: row.email,
        ...(row.companyName !== null && { company_name: row.companyName }),
        ...(row.message !== null && { message: row.message }),
      };
    },
  };
}

export type LeadStore = ReturnType<typeof createLeadStore>;
