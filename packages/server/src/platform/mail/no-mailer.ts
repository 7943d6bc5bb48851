import type { Logger } from '../logging/logger.ts';
import type { Mailer } from './mailer.ts';

/** Creates a mailer for production without a mail server: sends nothing and logs an error each time. */
export function createNoMailer(logger: Logger): Mailer {
  return {
    send({ subject }) {
      logger.error({ subject }, 'a mail was not sent: SMTP_URL is not set');
      return Promise.resolve();
    },
  };
}
