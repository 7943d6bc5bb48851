import type { Grant, InterfaceLanguage } from '@packshot/contract';
import { LINK_PURPOSES } from './link-purposes.ts';
import { REVOCATION_REASONS } from './refresh-tokens.ts';
import { ROLES } from '@packshot/contract';
import {
  boolean,
  date,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
  uuid,
} from '../platform/database/orm.ts';
import { bytea, createdAt, moment } from '../platform/database/columns.ts';

export const roleEnum = pgEnum('role', ROLES);

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  subscriptionType: text('subscription_type').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  /** Entitlements that the operator granted, independent of the organization's plan. */
  grants: text('grants').array().$type<Grant[]>().notNull().default([]),
  /** Time at which the operator's grants end, or null if they don't end. */
  grantsUntil: moment('grants_until'),
  /** Day (UTC) to which `smallRunPhotos` refers. */
  smallRunDay: date('small_run_day', { mode: 'string' }),
  /** Number of photos started on that day by batch runs small enough to be allowed without a paid plan. */
  smallRunPhotos: integer('small_run_photos').notNull().default(0),
  createdAt: createdAt(),
});

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email'),
    isGuest: boolean('is_guest').notNull(),
    wasGuestUser: boolean('was_guest_user').notNull().default(false),
    isTestUser: boolean('is_test_user').notNull().default(false),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    companyName: text('company_name'),
    gcpUserIdentity: text('gcp_user_identity'),
    /** Argon2id hash as a PHC string; null for guests and for users who only sign in with another company's account. */
    passwordHash: text('password_hash'),
    emailVerifiedAt: moment('email_verified_at'),
    /** Google's `sub` claim, which stays the same when the user's Google address changes. */
    googleSubject: text('google_subject').unique(),
    signsPictures: boolean('signs_pictures').notNull().default(true),
    /** Language of mails to this user: the language in which they last used the app. */
    language: text('language').$type<InterfaceLanguage>().notNull().default('en'),
    /**
     * Set for a guest who signed in to an account: the account that now owns the guest's work. The guest's ledger
     * stays with the guest, because it paid for the work.
     */
    joinedUserId: uuid('joined_user_id'),
    /**
     * Time at which the account was deleted. Lookups then no longer find it, and the sweeper removes its files and
     * row.
     */
    deletedAt: moment('deleted_at'),
    /** Time at which the operator disabled the account, which then can't sign in or act. Its data is kept. */
    disabledAt: moment('disabled_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    index('users_joined')
      .on(table.joinedUserId)
      .where(sql`joined_user_id is not null`),
    index('users_guests')
      .on(table.createdAt)
      .where(sql`is_guest and deleted_at is null`),
    index('users_deleted')
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
  ],
);

export const memberships = pgTable(
  'memberships',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: roleEnum('role').notNull(),
    createdAt: createdAt(),
  },
  // A user belongs to one organization. When they accept an invitation, their row moves to the other organization.
  (table) => [
    uniqueIndex('memberships_user').on(table.userId),
    index('memberships_organization').on(table.organizationId),
  ],
);

/** A keyed hash of each guest's network address, used to limit free credits, storage and waiting tasks per address. */
export const guestOrigins = pgTable(
  'guest_origins',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    addressHash: bytea('address_hash').notNull(),
    isGranted: boolean('is_granted').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('guest_origins_address').on(table.addressHash, table.createdAt)],
);

/** Token families: one row per sign-in, to which its refresh tokens belong. */
export const refreshTokenFamilies = pgTable(
  'refresh_token_families',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The user agent at sign-in, for the list of sessions. */
    userAgent: text('user_agent').notNull().default(''),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    revokedAt: moment('revoked_at'),
    revokedBecause: text('revoked_because', { enum: REVOCATION_REASONS }),
  },
  (table) => [index('refresh_token_families_user').on(table.userId)],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    familyId: uuid('family_id')
      .notNull()
      .references(() => refreshTokenFamilies.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    issuedAt: moment('issued_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Time at which a newer token replaced this one. Null for the family's current token. */
    rotatedAt: moment('rotated_at'),
  },
  (table) => [
    primaryKey({ columns: [table.familyId, table.generation] }),
    uniqueIndex('refresh_tokens_hash').on(table.tokenHash),
    uniqueIndex('refresh_tokens_one_live')
      .on(table.familyId)
      .where(sql`rotated_at is null`),
    index('refresh_tokens_expiry').on(table.expiresAt),
  ],
);

/** Hashed secrets of links in mails. Using a link deletes its row, so a second use finds nothing. */
export const linkTokens = pgTable(
  'link_tokens',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: LINK_PURPOSES }).notNull(),
    /** Mail address to which the link was sent. The link is void once the account has another address. */
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('link_tokens_user').on(table.userId), index('link_tokens_expiry').on(table.expiresAt)],
);

/** Counts of attempts within a time window, per subject (a keyed hash). Shared by all API processes. */
export const attempts = pgTable(
  'attempts',
  {
    kind: text('kind').notNull(),
    subjectHash: bytea('subject_hash').notNull(),
    windowStart: moment('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectHash, table.windowStart] }),
    index('attempts_window').on(table.windowStart),
  ],
);

/**
 * Single-use items that were used, such as captcha puzzles and marketplace tokens. Rows are kept until the items
 * expire.
 */
export const usedCaptchas = pgTable(
  'used_captchas',
  { challenge: text('challenge').primaryKey(), expiresAt: moment('expires_at').notNull() },
  (table) => [index('used_captchas_expiry').on(table.expiresAt)],
);

/**
 * Keyed hashes of mailboxes and marketplace identities that received the free credits. Rows outlive the account, so
 * that deleting it doesn't allow another grant.
 */
export const grantedAddresses = pgTable('granted_addresses', {
  addressHash: bytea('address_hash').primaryKey(),
  createdAt: createdAt(),
});
