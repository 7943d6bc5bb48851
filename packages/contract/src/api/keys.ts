import { z } from 'zod';
import { idTextSchema, timestampTextSchema, trimmedText } from '../bounded-text.ts';
import { API_MESSAGES } from './messages.ts';

/** `test` keys run the same engine, but their pictures are watermarked and cost nothing. */
export const API_KEY_MODES = ['live', 'test'] as const;
export type ApiKeyMode = (typeof API_KEY_MODES)[number];

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

/** Header that carries the key, as an alternative to `Authorization: Bearer`. */
export const API_KEY_HEADER = 'x-api-key';

export const API_KEY_NAME_MAX_LENGTH = 60;
export const API_KEY_MAX_ADDRESSES = 20;
/** Highest monthly credit limit that a key can have. */
export const API_KEY_MAX_CEILING = 1_000_000;
/** Time after a rotation during which the previous secret still works. */
export const API_KEY_OVERLAP_S = 24 * 3600;

/** Longest network in characters: an IPv6 address (39) with its prefix length. */
const ADDRESS_MAX_LENGTH = 43;
const ADDRESS_FORMS = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];

const nameSchema = trimmedText(API_KEY_NAME_MAX_LENGTH, API_MESSAGES.invalidKeyName)
  .min(1, API_MESSAGES.invalidKeyName)
  .regex(/^[^\p{C}]*$/u, API_MESSAGES.invalidKeyName);
/** IP address or network (CIDR), IPv4 or IPv6. */
const addressSchema = trimmedText(ADDRESS_MAX_LENGTH, API_MESSAGES.invalidAddressRange).refine(
  (text) => ADDRESS_FORMS.some((form) => form.safeParse(text).success),
  API_MESSAGES.invalidAddressRange,
);
const scopesSchema = z.array(z.enum(API_SCOPES)).min(1, API_MESSAGES.noScope).max(API_SCOPES.length);
const addressesSchema = z.array(addressSchema).max(API_KEY_MAX_ADDRESSES);
const ceilingSchema = z.number().int().min(1).max(API_KEY_MAX_CEILING).nullable();
const expirySchema = timestampTextSchema.nullable();

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  mode: z.enum(API_KEY_MODES),
  /** First characters of the key's secret, to tell keys apart. */
  starts_with: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  /** IP addresses and networks from which the key can be used; empty for any. */
  addresses: z.array(z.string()),
  /** Credits that the key may spend per calendar month (UTC); null for no limit. */
  monthly_ceiling: z.number().int().nullable(),
  spent_this_month: z.number().int(),
  expires_at: z.iso.datetime().nullable(),
  /** Time of the key's last call, accurate to the minute. */
  last_used_at: z.iso.datetime().nullable(),
  /** Time until which the secret before the last rotation still works, or null. */
  rotated_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** Member of the organization whose permissions the key has. */
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

export const apiKeyPatchSchema = z.object({
  name: nameSchema.optional(),
  scopes: scopesSchema.optional(),
  addresses: addressesSchema.optional(),
  monthly_ceiling: ceilingSchema.optional(),
  expires_at: expirySchema.optional(),
});
export type ApiKeyPatch = z.infer<typeof apiKeyPatchSchema>;
