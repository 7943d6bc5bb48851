/**
 * Mails that are to be written. An order names who or what it is about and holds no secret: links are made when the
 * mail is, so that the queue never keeps one.
 */
export type MailOrder =
  /** To an address that somebody typed: whether there is an account is found out where nobody can measure it. */
  | { readonly kind: 'reset-password'; readonly email: string }
  | { readonly kind: 'verify-email'; readonly userId: string }
  /** To an address that an account without one is to get. */
  | { readonly kind: 'set-email'; readonly userId: string; readonly email: string }
  /** Tells the owner, in case it was not them. */
  | { readonly kind: 'password-changed'; readonly userId: string }
  | { readonly kind: 'invitation'; readonly invitationId: string }
  /** To sales: somebody wants to talk. */
  | { readonly kind: 'lead'; readonly leadId: string };
