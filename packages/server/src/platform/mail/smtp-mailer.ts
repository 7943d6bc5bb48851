import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

/** Time without a response from the mail server after which the mail is retried later. */
const TIMEOUT_MS = 20_000;

/**
 * Creates a mailer that sends by SMTP.
 * @param url smtp://user:password@host:port, or smtps://; STARTTLS is used if the server offers it
 * @param from the sender, such as `Packshot <hello@shop.example>`
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails contain only our own text, so the mail library must never read files or URLs for them.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, replyTo }) {
      await transport.sendMail({
        from,
        // The recipient is an object, so that a comma in an address isn't parsed as a separator.
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
