import { z } from 'zod';
import { ACCOUNT_MESSAGES } from './messages.ts';
import { boundedText, idTextSchema, linkTokenSchema, trimmedText } from '../bounded-text.ts';
import { interfaceLanguageSchema } from './session.ts';
import { emailSchema, passwordSchema, personNameSchema } from '../validation.ts';

export const companyNameSchema = trimmedText(80, ACCOUNT_MESSAGES.invalidCompanyName).regex(
  /^[^\p{C}]*$/u,
  ACCOUNT_MESSAGES.invalidCompanyName,
);

export const registerRequestSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  first_name: personNameSchema,
  last_name: personNameSchema,
  company_name: companyNameSchema.optional(),
  language: interfaceLanguageSchema.optional().describe('Language of mails to this user'),
});
export type RegisterRequest = z.infer<typeof registerRequestSchema>;

/** Maximum number of device tokens in a sign-in request: one for each user that the browser remembers. */
export const KNOWN_DEVICE_TOKENS_MAX = 5;
/** Format of a device token: a device ID, its expiry (milliseconds since 1970), and the server's signature. */
export const DEVICE_TOKEN = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/;

export const loginRequestSchema = z.object({
  email: emailSchema,
  /** The rules for new passwords don't apply when signing in: a password that breaks them is simply wrong. */
  password: boundedText(512).min(1, ACCOUNT_MESSAGES.passwordMissing),
  /** The `device_token`s of earlier sign-ins in this browser, by any user. */
  device_tokens: z.array(boundedText(128).regex(DEVICE_TOKEN)).max(KNOWN_DEVICE_TOKENS_MAX).optional(),
});
export type LoginRequest = z.infer<typeof loginRequestSchema>;

export const forgotPasswordRequestSchema = z.object({ email: emailSchema });
export const resetPasswordRequestSchema = z.object({ token: linkTokenSchema, password: passwordSchema });
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequestSchema>;

export const setEmailRequestSchema = z.object({ email: emailSchema });
export type SetEmailRequest = z.infer<typeof setEmailRequestSchema>;

export const verifyEmailRequestSchema = z.object({ token: linkTokenSchema });
/** `granted` is false if the free allowance was already granted to this email address. */
export const verifyEmailResponseSchema = z.object({ email: z.string(), granted: z.boolean() });
export type VerifyEmailResponse = z.infer<typeof verifyEmailResponseSchema>;

export const profilePatchSchema = z.object({
  first_name: personNameSchema.optional(),
  last_name: personNameSchema.optional(),
  company_name: companyNameSchema.optional(),
  signs_pictures: z.boolean().optional(),
  language: interfaceLanguageSchema.optional().describe('Language of mails to this user'),
});
export type ProfilePatch = z.infer<typeof profilePatchSchema>;

/** Request to delete an account; users with a password must send it as confirmation. */
export const deleteAccountRequestSchema = z.object({ password: boundedText(512).optional() });

/** One sign-in of the user, as listed on the account page. */
export const sessionEntrySchema = z.object({
  id: z.uuid(),
  /** The browser's user agent at sign-in; empty when it sent none. */
  user_agent: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  is_current: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntrySchema>;
export const sessionListSchema = z.object({ data: z.array(sessionEntrySchema) });
export const sessionParamsSchema = z.object({ id: idTextSchema });

export const GOOGLE_SCOPES = ['openid', 'profile', 'email'] as const;

/**
 * Proof of identity: a token from the marketplace or, from Google, an access token (implicit flow) or a code (PKCE).
 */
export const socialRequestSchema = z.union([
  /** Secret after the `#` in the address to which the marketplace's sign-up redirected the browser. */
  z.object({ provider: z.literal('gcp'), access_token: linkTokenSchema }),
  z.object({ provider: z.literal('google'), access_token: boundedText(4096).min(1) }),
  z.object({
    provider: z.literal('google'),
    code: boundedText(2048).min(1),
    code_verifier: boundedText(128).regex(/^[\w.~-]{43,128}$/),
    redirect_uri: boundedText(512).check(z.url()),
  }),
]);
export type SocialRequest = z.infer<typeof socialRequestSchema>;

/** Ways to sign in besides a password; `google` is null if the operator hasn't configured it. */
export const signInOptionsSchema = z.object({
  google: z
    .object({
      client_id: z.string(),
      authorization_url: z.url(),
      flow: z.enum(['implicit', 'code']),
    })
    .nullable(),
});
export type SignInOptions = z.infer<typeof signInOptionsSchema>;

/** The form that Google Cloud Marketplace posts after sign-up, with a token signed by Google. */
export const marketplaceFormSchema = z.object({ 'x-gcp-marketplace-token': boundedText(8192).min(1) });
