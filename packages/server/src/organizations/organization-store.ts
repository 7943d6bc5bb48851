import type { LeadStore, OrganizationStore } from './organization-store-port.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from '../platform/database/orm.ts';
import { memberships, organizations, users } from '../accounts/schema.ts';
import { invitations, leads } from './schema.ts';

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

export function createOrganizationStore(db: Executor): OrganizationStore {
  return {
    async insert(organization) {
      await db.insert(organizations).values(organization);
    },

    async rename(organizationId, name) {
      await db.update(organizations).set({ name }).where(eq(organizations.id, organizationId));
    },

    async grants(organizationId, at) {
      const [row] = await db
        .select(GRANTS)
        .from(organizations)
        .where(and(eq(organizations.id, organizationId), notEndedAt(at)));
      return row?.grants ?? [];
    },

    async grantsOfUser(userId, at) {
      const [row] = await db
        .select(GRANTS)
        .from(organizations)
        .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
        .where(and(eq(memberships.userId, userId), notEndedAt(at)));
      return row?.grants ?? [];
    },

    async setGrants(organizationId, grants, until) {
      await db
        .update(organizations)
        .set({ grants: [...grants], grantsUntil: until })
        .where(eq(organizations.id, organizationId));
    },

    async countSmallRun(organizationId, day, photos, limit) {
      const counted = sql`case when small_run_day = ${day}::date then small_run_photos else 0 end + ${photos}::integer`;
      const { rowCount } = await db.execute(sql`
        update organizations set small_run_day = ${day}::date, small_run_photos = ${counted}
        where id = ${organizationId} and ${counted} <= ${limit}`);
      return rowCount === 1;
    },

    async lock(organizationIds) {
      await db
        .select({ id: organizations.id })
        .from(organizations)
        .where(inArray(organizations.id, [...organizationIds]))
        // In a fixed order, so that two users moving between the same organizations cannot deadlock.
        .orderBy(asc(organizations.id))
        .for('update');
    },

    members(organizationId) {
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

    async setRole(userId, role) {
      await db.update(memberships).set({ role }).where(eq(memberships.userId, userId));
    },

    async move(userId, organizationId, role) {
      await db.update(memberships).set({ organizationId, role }).where(eq(memberships.userId, userId));
    },

    async removeIfEmpty(organizationId) {
      const { rowCount } = await db.execute(sql`
        delete from organizations o where o.id = ${organizationId}
          and not exists (select from memberships m where m.organization_id = o.id)`);
      return (rowCount ?? 0) > 0;
    },

    async insertInvitation(invitation) {
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

    invitations(organizationId, at) {
      return db
        .select(invitationColumns)
        .from(invitations)
        .where(and(eq(invitations.organizationId, organizationId), gt(invitations.expiresAt, at)))
        .orderBy(asc(invitations.createdAt));
    },

    async isInvited(email, at) {
      const rows = await db
        .select({ id: invitations.id })
        .from(invitations)
        .where(and(sql`lower(${invitations.email}) = lower(${email})`, gt(invitations.expiresAt, at)))
        .limit(1);
      return rows.length > 0;
    },

    async findInvitation(id, at) {
      const [row] = await db
        .select(invitationColumns)
        .from(invitations)
        .where(and(eq(invitations.id, id), gt(invitations.expiresAt, at)));
      return row ?? null;
    },

    async setInvitationToken(id, tokenHash) {
      await db
        .update(invitations)
        .set({ tokenHash: Buffer.from(tokenHash) })
        .where(eq(invitations.id, id));
    },

    async takeInvitation(tokenHash, at) {
      const [row] = await db
        .delete(invitations)
        .where(and(eq(invitations.tokenHash, Buffer.from(tokenHash)), gt(invitations.expiresAt, at)))
        .returning(invitationColumns);
      return row ?? null;
    },

    async deleteInvitation(organizationId, id) {
      const deleted = await db
        .delete(invitations)
        .where(and(eq(invitations.id, id), eq(invitations.organizationId, organizationId)))
        .returning({ id: invitations.id });
      return deleted.length > 0;
    },

    async deleteExpiredInvitations(before) {
      const { rowCount } = await db.delete(invitations).where(lte(invitations.expiresAt, before));
      return rowCount ?? 0;
    },
  };
}

export function createLeadStore(db: Executor): LeadStore {
  return {
    async insert(id, lead) {
      await db.insert(leads).values({
        id,
        firstName: lead.first_name,
        lastName: lead.last_name,
        email: lead.email,
        companyName: lead.company_name ?? null,
        message: lead.message ?? null,
      });
    },

    async find(id) {
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
