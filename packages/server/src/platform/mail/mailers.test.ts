import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryLog } from '../../testing/memory-log.ts';
import { createNoMailer } from './no-mailer.ts';
import { createOutboxMailer } from './outbox-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const MAIL = {
  to: 'zoë@shop.example',
  subject: 'Überraschung – confirm\r\nBcc: everybody@shop.example',
  text: `Hello Zoë,\n\nopen https://studio.example/sign-in#verify-email=secret\n`,
  html: '<p>Hello Zoë</p>',
};

describe('mail by SMTP, to a real server', () => {
  const received: { to: string[]; raw: string }[] = [];
  let isBusy = false;
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth(auth, _session, done) {
      if (auth.username === 'user' && auth.password === 'pass/word') done(null, { user: 'user' });
      else done(new Error('No such user'));
    },
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk) => (raw += String(chunk)));
      stream.on('end', () => {
        if (isBusy) return done(Object.assign(new Error('Come back later'), { responseCode: 451 }));
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  let port: number;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.server.address() as { port: number }).port;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const mailer = (password = 'pass%2Fword') =>
    createSmtpMailer(`smtp://user:${password}@127.0.0.1:${port}`, 'Packshot <hello@studio.example>');

  it('arrives as text and HTML, with non-ASCII characters, for one recipient', async () => {
    await mailer().send(MAIL);
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toHaveLength(1);
    const parsed = await PostalMime.parse(received[0]?.raw ?? '');
    expect(parsed.from?.address).toBe('hello@studio.example');
    expect(parsed.subject).toContain('Überraschung – confirm');
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.text?.trim()).toBe(MAIL.text.trim());
    expect(parsed.html?.trim()).toBe(MAIL.html);
    expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  it('rejects when the server refuses it, so that it is retried', async () => {
    await expect(mailer('wrong').send(MAIL)).rejects.toThrow();
    isBusy = true;
    await expect(mailer().send(MAIL)).rejects.toThrow('Come back later');
    isBusy = false;
  });
});

describe('mail without a server', () => {
  it('is written to a folder in development, readable only by its owner, with the link in the log', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-outbox-'));
    const log = memoryLog();
    await createOutboxMailer(join(folder, 'outbox'), log.logger).send(MAIL);
    const files = (await readdir(join(folder, 'outbox'))).toSorted();
    expect(files.map((name) => name.slice(name.lastIndexOf('.')))).toEqual(['.html', '.txt']);
    const text = join(folder, 'outbox', files[1] ?? '');
    expect(await readFile(text, 'utf8')).toContain('To: zoë@shop.example');
    expect((await stat(text)).mode & 0o077).toBe(0);
    expect(log.text()).toContain('https://studio.example/sign-in#verify-email=secret');
    await rm(folder, { recursive: true });
  });

  it('isn’t sent in production, and is logged without the link', async () => {
    const log = memoryLog();
    await createNoMailer(log.logger).send(MAIL);
    expect(log.text()).toContain('SMTP_URL');
    expect(log.text()).not.toContain('secret');
  });
});
