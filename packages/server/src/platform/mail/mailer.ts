export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address for replies, if it differs from the sender. */
  readonly replyTo?: string;
}

/** Delivers mails. Rejects after an error, so that the mail can be sent again. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
