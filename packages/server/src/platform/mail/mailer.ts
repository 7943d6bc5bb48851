/** One mail to one recipient, as text and HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address for replies, if it isn't the sender. */
  readonly replyTo?: string;
}

/** Passes mails on for delivery. Rejects if a retry may succeed. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
