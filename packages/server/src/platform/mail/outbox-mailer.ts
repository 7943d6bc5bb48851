import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../logging/logger.ts';
import type { Mailer } from './mailer.ts';

const LINK = /https?:\/\/\S+/;

/**
 * Creates a mailer for development: writes each mail to a folder as text and HTML, and logs its link, so that
 * developers needn't open the file.
 */
export function createOutboxMailer(folder: string, logger: Logger): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')} ${randomUUID().slice(0, 8)}`;
      await writeFile(join(folder, `${name}.txt`), `To: ${to}\nSubject: ${subject}\n\n${text}`, {
        mode: 0o600,
      });
      await writeFile(join(folder, `${name}.html`), html, { mode: 0o600 });
      logger.info(
        { to, subject, link: LINK.exec(text)?.[0] ?? null, folder },
        'a mail was written to the outbox',
      );
    },
  };
}
