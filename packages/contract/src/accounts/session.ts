import { z } from 'zod';
import { boundedText } from '../bounded-text.ts';
import { INTERFACE_LANGUAGES } from '../text/interface-languages.ts';
import type { InterfaceLanguage } from '../text/interface-languages.ts';

export const interfaceLanguageSchema = z.enum(
  Object.keys(INTERFACE_LANGUAGES) as [InterfaceLanguage, ...InterfaceLanguage[]],
);

export const ROLES = ['guest', 'member', 'admin', 'owner'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** The user as seen by clients; the web app stores it under `current_user`. */
export const userSchema = z.object({
  id: z.uuid(),
  member_id: z.uuid().nullable(),
  email: z.string().nullable(),
  created_at: z.iso.datetime(),
  is_guest: z.boolean(),
  was_guest_user: z.boolean(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company_name: z.string().nullable(),
  is_test_user: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

export const organizationDetailSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  subscription_type: z.string(),
  status: z.object({ id: z.number().int(), name: z.string() }),
});
export type OrganizationDetail = z.infer<typeof organizationDetailSchema>;

export const roleDetailSchema = z.object({ id: z.number().int(), name: roleSchema });

/** The answer to signing in, registering and starting as a guest, inside `{data}`. */
export const sessionSchema = z.object({
  access: z.string(),
  refresh: z.string(),
  info: z.object({ user: userSchema }),
  organization_detail: organizationDetailSchema,
  role: roleDetailSchema,
  user_pilot_id: z.string(),
  /** Set for users from the marketplace. */
  gcp_user_identity: z.string().nullable().default(null),
  freemium_credits: z.number().int().default(0),
  /**
   * Proof for later sign-ins that this browser belongs to the account's owner. The token doesn't grant access; guests
   * have none. Clients store it even after signing out.
   */
  device_token: z.string().nullable().default(null),
  was_guest_user: z.boolean(),
  is_test_user: z.boolean(),
  is_guest: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;
export const sessionResponseSchema = z.object({ data: sessionSchema });

export const currentUserSchema = z.object({
  user: userSchema,
  organization_detail: organizationDetailSchema,
  role_detail: roleDetailSchema,
  user_pilot_id: z.string(),
  freemium_credits: z.number().int(),
  gcp_user_identity: z.string().nullable(),
  is_email_verified: z.boolean(),
  /** Whether the account has a password; false for guests, and for users of only Google or the marketplace. */
  has_password: z.boolean(),
  /** Whether pictures are signed with Content Credentials; pictures from a generative model always are. */
  signs_pictures: z.boolean(),
  /** Language of mails. */
  language: interfaceLanguageSchema,
});
export type CurrentUser = z.infer<typeof currentUserSchema>;
export const currentUserResponseSchema = z.object({ data: currentUserSchema });

export const refreshRequestSchema = z.object({ refresh: boundedText(512).min(1) });
export const refreshResponseSchema = z.object({ access: z.string().min(1), refresh: z.string().min(1) });
export type TokenPair = z.infer<typeof refreshResponseSchema>;

export const authorizationSummarySchema = z.object({
  role: roleSchema,
  plan: z.string(),
  permissions: z.array(z.string()),
  freemium_credits: z.number().int(),
  download_credits: z.number().int(),
});
export type AuthorizationSummary = z.infer<typeof authorizationSummarySchema>;
