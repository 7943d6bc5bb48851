import { z } from 'zod';
import { idTextSchema, timestampTextSchema, trimmedText } from '../bounded-text.ts';
import { API_MESSAGES } from './messages.ts';

/** `test` keys run the same engine, but their pictures are watermarked and cost nothing. */
export const API_KEY_MODES = ['live', 'test'] as const;
export type ApiKeyMode = (typeof API_KEY_MODES)[number];

/** Permissions of a key. Contains only scopes that an endpoint requires. */
export const API_SCOPES = [
  'images:read',
  'images:write',
  'jobs:run',
  'recipes:read',
  'recipes:write',
  'catalog:write',
  'buckets:use',
  'usage:read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** Header for a key, besides `Authorization: Bearer`. */
export const API_KEY_HEADER = 'x-api-key';

export const API_KEY_NAME_MAX_LENGTH = 60;
export const API_KEY_MAX_ADDRESSES = 20;
/** Higher than the credits of any plan. */
export const API_KEY_MAX_CEILING = 1_000_000;
/** Time for which the secret before the last rotation still works. */
export const API_KEY_OVERLAP_S = 24 * 3600;

/** Longest network: an IPv6 address of 39 characters with its prefix. */
const ADDRESS_MAX_LENGTH = 43;
const ADDRESS_FORMS = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];

const nameSchema = trimmedText(API_KEY_NAME_MAX_LENGTH, API_MESSAGES.invalidKeyName)
  .min(1, API_MESSAGES.invalidKeyName)
  .regex(/^[^\p{C}]*$/u, API_MESSAGES.invalidKeyName);
/** An address or a network, of either version. */
const addressSchema = trimmedText(ADDRESS_MAX_LENGTH, API_MESSAGES.invalidAddressRange).refine(
  (text) => ADDRESS_FORMS.some((form) => form.safeParse(text).success),
  API_MESSAGES.invalidAddressRange,
);
const scopesSchema = z.array(z.enum(API_SCOPES)).min(1, API_MESSAGES.noScope).max(API_SCOPES.length);
const addressesSchema = z.array(addressSchema).max(API_KEY_MAX_ADDRESSES);
const ceilingSchema = z.number().int().min(1).max(API_KEY_MAX_CEILING).nullable();
const expirySchema = timestampTextSchema.nullable();

/** A key, without its secret. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  mode: z.enum(API_KEY_MODES),
  /** First characters of its secret, to tell keys apart. */
  starts_with: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  /** Addresses and networks from which it can be used; empty for any. */
  addresses: z.array(z.string()),
  /** Credits that it may spend per calendar month (UTC). */
  monthly_ceiling: z.number().int().nullable(),
  /** Credits that it has spent in the current month. */
  spent_this_month: z.number().int(),
  expires_at: z.iso.datetime().nullable(),
  /** Accurate to the minute. */
  last_used_at: z.iso.datetime().nullable(),
  /** Time until which the secret before the last rotation still works. */
  rotated_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** Member whose permissions it has. */
  member: z.object({ user_id: z.uuid(), name: z.string(), is_you: z.boolean() }),
});
export type ApiKey = z.infer<typeof apiKeySchema>;
/** Key with its secret, shown once after creation or rotation. */
export const newApiKeySchema = apiKeySchema.extend({ secret: z.string() });
export type NewApiKey = z.infer<typeof newApiKeySchema>;

export const apiKeyListSchema = z.object({ data: z.array(apiKeySchema) });
export const apiKeyResponseSchema = z.object({ data: apiKeySchema });
export const newApiKeyResponseSchema = z.object({ data: newApiKeySchema });
export const apiKeyParamsSchema = z.object({ id: idTextSchema });

export const apiKeyRequestSchema = z.object({
  name: nameSchema,
  mode: z.enum(API_KEY_MODES),
  scopes: scopesSchema,
  addresses: addressesSchema.default([]),
  monthly_ceiling: ceilingSchema.default(null),
  expires_at: expirySchema.default(null),
});
export type ApiKeyRequest = z.infer<typeof apiKeyRequestSchema>;

/** Missing fields stay unchanged. */
export const apiKeyPatchSchema = z.object({
  name: nameSchema.optional(),
  scopes: scopesSchema.optional(),
  addresses: addressesSchema.optional(),
  monthly_ceiling: ceilingSchema.optional(),
  expires_at: expirySchema.optional(),
});
export type ApiKeyPatch = z.infer<typeof apiKeyPatchSchema>;
