/** One mail to one person, in both forms. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where an answer goes, when not to the sender. */
  readonly replyTo?: string;
}

/** Hands mails to whoever delivers them. Rejects when that may succeed later. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
