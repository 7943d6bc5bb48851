import type { Logger } from '../../domain/ports/logger.ts';
import type { Mailer } from '../../domain/ports/mailer.ts';

/** For production without a mail server: sends nothing and logs an error each time. */
export function createNoMailer(logger: Logger): Mailer {
  return {
    send({ subject }) {
      logger.error({ subject }, 'a mail was not sent: SMTP_URL is not set');
      return Promise.resolve();
    },
  };
}
