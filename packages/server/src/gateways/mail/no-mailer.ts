import type { Logger } from '../../domain/ports/logger.ts';
import type { Mailer } from '../../domain/ports/mailer.ts';

/** In production without a mail server: nothing is sent, and each time an operator is told. */
export function createNoMailer(logger: Logger): Mailer {
  return {
    send({ subject }) {
      logger.error({ subject }, 'a mail was not sent: SMTP_URL is not set');
      return Promise.resolve();
    },
  };
}
