import { z } from 'zod';
import { ACCOUNT_MESSAGES } from '../accounts/messages.ts';
import { idTextSchema, linkTokenSchema, trimmedText } from '../bounded-text.ts';
import { roleSchema } from '../accounts/session.ts';
import { emailSchema } from '../validation.ts';

export const MEMBER_ROLES = ['member', 'admin', 'owner'] as const;
const memberRoleSchema = z.enum(MEMBER_ROLES);
export type MemberRole = z.infer<typeof memberRoleSchema>;

export const memberSchema = z.object({
  user_id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  role: roleSchema,
  is_you: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  role: memberRoleSchema,
  expires_at: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitationSchema>;

export const organizationSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  members: z.array(memberSchema),
  /** Open invitations; empty for callers who can't invite members. */
  invitations: z.array(invitationSchema),
  can_manage: z.boolean(),
});
export type Organization = z.infer<typeof organizationSchema>;
export const organizationResponseSchema = z.object({ data: organizationSchema });

export const organizationPatchSchema = z.object({
  name: trimmedText(80, ACCOUNT_MESSAGES.invalidOrganizationName)
    .min(1, ACCOUNT_MESSAGES.invalidOrganizationName)
    .regex(/^[^\p{C}]*$/u, ACCOUNT_MESSAGES.invalidOrganizationName),
});
export const invitationRequestSchema = z.object({
  email: emailSchema,
  role: z.enum(['member', 'admin']).default('member'),
});
export const invitationParamsSchema = z.object({ id: idTextSchema });
export const acceptInvitationRequestSchema = z.object({ token: linkTokenSchema });
export const memberParamsSchema = z.object({ user_id: idTextSchema });
export const memberPatchSchema = z.object({ role: memberRoleSchema });
