/** One mail to one person, as text and HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where replies go, if not to the sender. */
  readonly replyTo?: string;
}

/** Passes mails on for delivery. Rejects when a retry may succeed. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
