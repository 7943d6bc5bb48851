import type { ApiKeyMode, ApiScope, Role } from '@packshot/contract';
import type { SQL } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { and, asc, count, eq, isNull, or, sql } from '../../platform/database/orm.ts';
import { users } from '../../accounts/schema.ts';
import { apiKeyMonths, apiKeys } from '../schema.ts';

export interface ApiKeyTerms {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly addresses: readonly string[];
  readonly monthlyCeiling: number | null;
  readonly expiresAt: Date | null;
}

export interface ApiKeySecret {
  readonly secretHash: Uint8Array;
  readonly secretStart: string;
}

export interface NewApiKeyRow extends ApiKeyTerms, ApiKeySecret {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly mode: ApiKeyMode;
  readonly createdAt: Date;
}

/** An API key that hasn't ended, as listed in the web app. */
export interface ApiKeyRow extends ApiKeyTerms {
  readonly id: string;
  readonly userId: string;
  readonly mode: ApiKeyMode;
  readonly secretStart: string;
  readonly previousUntil: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly memberFirstName: string;
  readonly memberLastName: string;
  /** Credits spent in the requested month. */
  readonly spent: number;
}

/** An API key with the current rights of the member it belongs to. */
export interface PresentedKey {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly mode: ApiKeyMode;
  readonly scopes: readonly ApiScope[];
  readonly addresses: readonly string[];
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

type PresentedRow = Record<string, unknown> & {
  id: string;
  user_id: string;
  organization_id: string;
  role: Role;
  mode: ApiKeyMode;
  scopes: ApiScope[];
  addresses: string[];
  expires_at: string | null;
  last_used_at: string | null;
};

const columns = {
  id: apiKeys.id,
  userId: apiKeys.userId,
  name: apiKeys.name,
  mode: apiKeys.mode,
  scopes: apiKeys.scopes,
  addresses: apiKeys.addresses,
  monthlyCeiling: apiKeys.monthlyCeiling,
  secretStart: apiKeys.secretStart,
  previousUntil: apiKeys.previousUntil,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  createdAt: apiKeys.createdAt,
  memberFirstName: users.firstName,
  memberLastName: users.lastName,
  spent: sql<number>`coalesce(${apiKeyMonths.spent}, 0)`,
};

/**
 * Selects API keys with the current rights of their members. Leaves out keys of members who have left the organization
 * or are disabled.
 */
const keysOfMembers = sql`
  select k.id, k.user_id, k.organization_id, m.role, k.mode, k.scopes, k.addresses, k.expires_at, k.last_used_at
  from api_keys k
  join users u on u.id = k.user_id and u.deleted_at is null and u.disabled_at is null
  join memberships m on m.user_id = k.user_id and m.organization_id = k.organization_id`;

const endKey = (at: Date) => ({ endedAt: at, secretHash: null, previousHash: null, previousUntil: null });

export function createApiKeyStore(db: Executor) {
  const select = (month: string, condition: SQL | undefined): Promise<ApiKeyRow[]> =>
    db
      .select(columns)
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .leftJoin(apiKeyMonths, and(eq(apiKeyMonths.keyId, apiKeys.id), eq(apiKeyMonths.month, month)))
      .where(and(isNull(apiKeys.endedAt), condition))
      .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));

  return {
    async insert(key: NewApiKeyRow): Promise<void> {
      await db.insert(apiKeys).values({
        ...key,
        scopes: [...key.scopes],
        addresses: [...key.addresses],
        secretHash: Buffer.from(key.secretHash),
      });
    },

    /**
     * Lists an organization's API keys, with the credits that each spent in a month.
     * @param userId owner of the keys, or null for the whole organization
     */
    list: (organizationId: string, userId: string | null, month: string) =>
      select(
        month,
        and(
          eq(apiKeys.organizationId, organizationId),
          userId === null ? undefined : eq(apiKeys.userId, userId),
        ),
      ),

    async find(organizationId: string, id: string, month: string): Promise<ApiKeyRow | null> {
      const [row] = await select(month, and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id)));
      return row ?? null;
    },

    async countForUser(userId: string): Promise<number> {
      const [row] = await db
        .select({ keys: count() })
        .from(apiKeys)
        .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.endedAt)));
      return row?.keys ?? 0;
    },

    async change(id: string, { scopes, addresses, ...terms }: Partial<ApiKeyTerms>): Promise<void> {
      const changes = {
        ...terms,
        ...(scopes !== undefined && { scopes: [...scopes] }),
        ...(addresses !== undefined && { addresses: [...addresses] }),
      };
      if (Object.keys(changes).length > 0) await db.update(apiKeys).set(changes).where(eq(apiKeys.id, id));
    },

    /**
     * Replaces the key's secret. The old secret keeps working until `previousUntil`; the one before that stops working
     * now.
     */
    async rotate(id: string, { secretHash, secretStart }: ApiKeySecret, previousUntil: Date): Promise<void> {
      await db
        .update(apiKeys)
        .set({
          previousHash: sql`secret_hash`,
          previousUntil,
          secretHash: Buffer.from(secretHash),
          secretStart,
        })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.endedAt)));
    },

    /** Ends a key. The row stays for a while, because the log of past calls refers to it. */
    async end(id: string, at: Date): Promise<void> {
      await db
        .update(apiKeys)
        .set(endKey(at))
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.endedAt)));
    },

    async endOfUser(userId: string, at: Date): Promise<void> {
      await db
        .update(apiKeys)
        .set(endKey(at))
        .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.endedAt)));
    },

    /**
     * Finds a key by its current or previous secret. Returns null if the key has ended, or if its member has left the
     * organization or is disabled.
     */
    async findPresented(secretHash: Uint8Array, at: Date): Promise<PresentedKey | null> {
      // Runs for each API call: one statement with lookups by unique indexes.
      const hash = Buffer.from(secretHash);
      const { rows } = await db.execute<PresentedRow>(sql`
        ${keysOfMembers}
        where (k.secret_hash = ${hash} or (k.previous_hash = ${hash} and k.previous_until > ${at}))
          and k.ended_at is null`);
      return toPresentedKey(rows[0]);
    },

    /**
     * Finds a key for work that runs after the call, such as a queued job. Returns null if the key has ended or
     * expired, or if its member has left the organization or is disabled.
     */
    async findWorking(id: string, at: Date): Promise<PresentedKey | null> {
      const { rows } = await db.execute<PresentedRow>(sql`
        ${keysOfMembers}
        where k.id = ${id} and k.ended_at is null and (k.expires_at is null or k.expires_at > ${at})`);
      return toPresentedKey(rows[0]);
    },

    /** Records the time of use of a key, unless a use later than `before` is already recorded. */
    async noteUse(id: string, at: Date, before: Date): Promise<void> {
      await db.execute(sql`
        update api_keys set last_used_at = ${at}
        where id = ${id} and (last_used_at is null or last_used_at <= ${before})`);
    },

    /**
     * Adds credits to the key's spending of a month in one statement, so that parallel calls never exceed the key's
     * monthly ceiling.
     * @returns false, without a change, if the credits would exceed the ceiling
     */
    async charge(id: string, month: string, credits: number): Promise<boolean> {
      const { rowCount } = await db.execute(sql`
        insert into api_key_months (key_id, month, spent)
        select id, ${month}::date, ${credits}::integer from api_keys
        where id = ${id} and (monthly_ceiling is null or monthly_ceiling >= ${credits})
        on conflict (key_id, month) do update set spent = api_key_months.spent + excluded.spent
        where not exists (
          select from api_keys k
          where k.id = excluded.key_id and k.monthly_ceiling < api_key_months.spent + excluded.spent)`);
      return rowCount === 1;
    },

    async giveBack(id: string, month: string, credits: number): Promise<void> {
      await db.execute(sql`
        update api_key_months set spent = spent - ${credits} where key_id = ${id} and month = ${month}::date`);
    },

    /**
     * Deletes keys that ended or expired before this time.
     * @returns the number of deleted keys
     */
    async deleteEnded(before: Date): Promise<number> {
      const { rowCount } = await db
        .delete(apiKeys)
        .where(or(sql`${apiKeys.endedAt} < ${before}`, sql`${apiKeys.expiresAt} < ${before}`));
      return rowCount ?? 0;
    },
  };
}

/** API keys and their monthly spending. Months are given as their first day (UTC), such as `2026-11-01`. */
export type ApiKeyStore = ReturnType<typeof createApiKeyStore>;

function toPresentedKey(row: PresentedRow | undefined) {
  if (row === undefined) return null;
  const { id, role, mode, scopes, addresses } = row;
  return {
    id,
    userId: row.user_id,
    organizationId: row.organization_id,
    role,
    mode,
    scopes,
    addresses,
    expiresAt: asDate(row.expires_at),
    lastUsedAt: asDate(row.last_used_at),
  };
}

const asDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
