import { RESET_LINK_TTL_S } from '../../src/service/mail/mail-service.ts';
import type { Session } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { accountSuite } from '../../src/testing/account-suite.ts';

const suite = accountSuite();
const { clock, newAccount, readLink, expectRefusal, refreshWith } = suite;

describe('a forgotten password', () => {
  const forget = (email: string, ip: string) => suite.api.send('forgotPassword', { body: { email }, ip });

  it('gives the same answer for every address, but mails only existing accounts', async () => {
    const { email, ip } = await newAccount();
    const knownReply = await forget(email, ip);
    const unknown = await forget('nobody-here@shop.example', ip);
    expect([knownReply.statusCode, knownReply.body]).toEqual([unknown.statusCode, unknown.body]);
    await suite.api.deliverMails();
    expect(suite.api.services.mails.filter(({ to }) => to === 'nobody-here@shop.example')).toEqual([]);
    expect(suite.api.services.mails.findLast(({ to }) => to === email)?.subject).toBe(
      'Choose a new password',
    );
  });

  it('is replaced through the link, which signs in, ends every other session, and works once', async () => {
    const { email, password, ip, session } = await newAccount();
    await forget(email, ip);
    const token = await readLink(email);
    const answers = await Promise.all(
      ['newsecret1', 'newsecret2'].map((next) =>
        suite.api.send('resetPassword', { body: { token, password: next }, ip }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect((await refreshWith(session)).statusCode).toBe(401);
    const next = answers[winner]?.json<{ data: Session }>().data;
    expect(next?.info.user.id).toBe(session.info.user.id);
    expect((await suite.api.send('login', { body: { email, password }, ip })).statusCode).toBe(401);
    const acceptedPassword = winner === 0 ? 'newsecret1' : 'newsecret2';
    expect(
      (await suite.api.send('login', { body: { email, password: acceptedPassword }, ip })).statusCode,
    ).toBe(200);
    await suite.api.deliverMails();
    expect(suite.api.services.mails.at(-1)).toMatchObject({
      to: email,
      subject: 'Your password was changed',
    });
  });

  it('confirms the address when reset, because the link proves access to the mailbox', async () => {
    const { email, ip } = await newAccount();
    await forget(email, ip);
    const body = { token: await readLink(email), password: 'newsecret1' };
    const session = await suite.api.data<Session>('resetPassword', { body, ip });
    expect(await suite.api.balance(session.access)).toEqual({ generations: 20, downloads: 5 });
  });

  it('has links that expire after half an hour, and are all invalid once one is used', async () => {
    const { email, ip } = await newAccount();
    await forget(email, ip);
    const early = await readLink(email);
    clock.advance(RESET_LINK_TTL_S + 1);
    await expectRefusal('resetPassword', { body: { token: early, password: 'newsecret1' } }, 'LINK_EXPIRED');
    await forget(email, ip);
    const second = await readLink(email);
    await forget(email, ip);
    const third = await readLink(email);
    await suite.api.data('resetPassword', { body: { token: third, password: 'newsecret1' }, ip });
    await expectRefusal('resetPassword', { body: { token: second, password: 'newsecret1' } }, 'LINK_EXPIRED');
  });

  it('can’t be reset with a link of another kind, or an invented one', async () => {
    const { email } = await newAccount();
    const verification = await readLink(email);
    for (const token of [verification, 'A'.repeat(43)]) {
      await expectRefusal('resetPassword', { body: { token, password: 'newsecret1' } }, 'LINK_EXPIRED');
    }
    expect((await suite.api.send('verifyEmail', { body: { token: verification } })).statusCode).toBe(200);
  });

  it('mails at most five links an hour to one address, with or without an account', async () => {
    const { email, ip } = await newAccount();
    for (const address of [email, 'nobody-at-all@shop.example']) {
      const statuses = [];
      for (let tries = 0; tries < 6; tries += 1) statuses.push((await forget(address, ip)).statusCode);
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    }
  });

  it('keeps a link’s secret out of the database, the queue and the log', async () => {
    const { email, ip } = await newAccount();
    await forget(email, ip);
    const { rows: queued } = await suite.api.services.pool.query<{ data: unknown }>(
      `select data from pgboss.job where name = 'mail'`,
    );
    const token = await readLink(email);
    const { rows: stored } = await suite.api.services.pool.query<{ row: string }>(
      'select t::text as row from link_tokens t',
    );
    expect(token).toHaveLength(43);
    expect(stored.length).toBeGreaterThan(0);
    for (const text of [JSON.stringify(queued), JSON.stringify(stored), suite.api.log()]) {
      expect(text).not.toContain(token);
    }
  });

  it('is reset by a link to the configured site, whatever the request’s Host header says', async () => {
    const { email, ip } = await newAccount();
    await suite.api.send('forgotPassword', { body: { email }, ip, headers: { host: 'evil.example' } });
    await suite.api.deliverMails();
    const mail = suite.api.services.mails.findLast(({ to }) => to === email);
    expect(mail?.text).toContain('https://studio.example/reset-password/');
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
  });
});
