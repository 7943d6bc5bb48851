import { ROLES } from '@packshot/contract';
import type { MemberRole, TrackedEvent } from '@packshot/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { LINK_PURPOSES } from '../domain/accounts/link-token-store.ts';
import { REVOCATION_REASONS } from '../domain/sessions/refresh-token-store.ts';
import { bytea, createdAt, moment } from './columns.ts';

/* People, their organizations, and how they prove who they are. */

export const roleEnum = pgEnum('role', ROLES);

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  subscriptionType: text('subscription_type').notNull(),
  isActive: boolean('is_active').notNull().default(true),
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
    /** A PHC string of Argon2id; null for guests, and for who signs in with another company's account only. */
    passwordHash: text('password_hash'),
    emailVerifiedAt: moment('email_verified_at'),
    /** Google's `sub`: stays the same when the address changes. */
    googleSubject: text('google_subject').unique(),
    /** Of a guest who signed in to an account: whose their work is now. Their ledger stays here, because it paid for it. */
    joinedUserId: uuid('joined_user_id'),
    /** Set when the account is deleted: nobody finds it any more, the sweeper removes files and row. */
    deletedAt: moment('deleted_at'),
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
  // One organization a user; an invitation to another one moves the row.
  (table) => [
    uniqueIndex('memberships_user').on(table.userId),
    index('memberships_organization').on(table.organizationId),
  ],
);

/** Where guests came from, as a keyed hash: only to count how many of one address were given free credits. */
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

/** One family a sign-in. */
export const refreshTokenFamilies = pgTable(
  'refresh_token_families',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the browser called itself at the sign-in, for the list of sessions. */
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
    /** When its successor was made; the token without one is the family's live token. */
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

/** Secrets of links in mails, hashed. Using one deletes it: whoever comes second finds nothing. */
export const linkTokens = pgTable(
  'link_tokens',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: LINK_PURPOSES }).notNull(),
    /** The address it was sent to; a link to an address that is no longer the account's is worth nothing. */
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('link_tokens_user').on(table.userId), index('link_tokens_expiry').on(table.expiresAt)],
);

/** How often something was tried within a window of time, by whom (a keyed hash). Shared by all API processes. */
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

/** What works once and was used (captcha puzzles, tokens of the marketplace), until it expires by itself. */
export const usedCaptchas = pgTable(
  'used_captchas',
  { challenge: text('challenge').primaryKey(), expiresAt: moment('expires_at').notNull() },
  (table) => [index('used_captchas_expiry').on(table.expiresAt)],
);

/** Addresses (keyed hashes) that have brought the free allowance. Outlives the account: deleting it is no way to more. */
export const grantedAddresses = pgTable('granted_addresses', {
  addressHash: bytea('address_hash').primaryKey(),
  createdAt: createdAt(),
});

export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: roleEnum('role').$type<MemberRole>().notNull(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null until the mail is written. */
    tokenHash: bytea('token_hash').unique(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('invitations_address').on(table.organizationId, sql`lower(${table.email})`),
    index('invitations_expiry').on(table.expiresAt),
  ],
);

/** Who asked for a conversation with sales. */
export const leads = pgTable('leads', {
  id: uuid('id').primaryKey(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  companyName: text('company_name'),
  message: text('message'),
  createdAt: createdAt(),
});

/** What visitors did who agreed to be counted. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    properties: jsonb('properties').$type<TrackedEvent['properties']>().notNull(),
    happenedAt: moment('happened_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('analytics_events_name').on(table.name, table.createdAt),
    index('analytics_events_user').on(table.userId),
  ],
);
