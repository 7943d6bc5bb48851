/**
 * Mails waiting to be written. An order names its recipient or subject and holds no secret: links are created
 * together with the mail, so that the queue never stores one.
 */
export type MailOrder =
  /**
   * Sent to a typed address. Whether there is an account is looked up later, where response times reveal
   * nothing.
   */
  | { readonly kind: 'reset-password'; readonly email: string }
  | { readonly kind: 'verify-email'; readonly userId: string }
  /** Sent to the address that an account without one wants to use. */
  | { readonly kind: 'set-email'; readonly userId: string; readonly email: string }
  /** Notifies the owner, in case it was not them. */
  | { readonly kind: 'password-changed'; readonly userId: string }
  | { readonly kind: 'invitation'; readonly invitationId: string }
  /** A demo request for sales. */
  | { readonly kind: 'lead'; readonly leadId: string };
