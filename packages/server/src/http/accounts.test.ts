import { RESET_LINK_TTL_S, ERRORS, VERIFICATION_LINK_TTL_S } from '@packshot/contract';
import type { CurrentUser, EndpointName, ErrorCode, Session } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../testing/invariants.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { startTestApi } from '../testing/test-api.ts';
import type { ApiRequest, TestApi } from '../testing/test-api.ts';
import { bgRemoval } from '../testing/test-services.ts';

const clock = new ManualClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());
afterEach(async () => {
  expect(await brokenInvariants(api.services.pool)).toEqual([]);
});

let people = 0;
/** Somebody new, at an address of their own, so that no limit of one test counts in another. */
function somebody() {
  people += 1;
  return {
    form: {
      email: `person${people}@shop.example`,
      password: 'rightpass1',
      first_name: 'Ann',
      last_name: 'O’Neill',
    },
    ip: `198.51.100.${people}`,
  };
}

async function newAccount(guest?: Session) {
  const { form, ip } = somebody();
  const request = { body: form, ip, ...(guest && { access: guest.access }) };
  const session = await api.data<Session>('register', request);
  return { ...form, ip, session };
}

async function linkOf(email: string): Promise<string> {
  await api.deliverMails();
  const mail = api.services.mails.findLast(({ to }) => to === email);
  return /(?:verify-email=|reset-password\/)([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function expectRefusal(name: EndpointName, request: ApiRequest, code: ErrorCode): Promise<void> {
  const answer = await api.send(name, request);
  expect({ status: answer.statusCode, ...answer.json<object>() }).toMatchObject({
    status: ERRORS[code].status,
    code,
    message: ERRORS[code].message,
  });
}

const refreshWith = (session: Session) => api.send('refreshSession', { body: { refresh: session.refresh } });

describe('registering', () => {
  it('answers a session of an account that is a member of its own organisation', async () => {
    const { session, email } = await newAccount();
    expect(session).toMatchObject({ is_guest: false, was_guest_user: false, role: { name: 'owner' } });
    expect(session.info.user).toMatchObject({ email, name: 'Ann O’Neill', is_guest: false });
    expect(session.organization_detail.name).toBe('Ann’s workspace');
    const user = await api.data<CurrentUser>('getUserDetails', { access: session.access });
    expect(user).toMatchObject({ is_email_verified: false, has_password: true, freemium_credits: 0 });
  });

  it('turns a guest into the account: same user, work and balance', async () => {
    const guest = await api.guest();
    const caller = await api.services.sessions.authenticate(guest.access);
    const key = await api.services.upload(caller);
    const { taskIds } = await api.services.generations.removeBackground(caller, bgRemoval(key));
    const { session } = await newAccount(guest);
    expect(session.info.user.id).toBe(guest.info.user.id);
    expect(session).toMatchObject({ was_guest_user: true, is_guest: false });
    expect(session.organization_detail.id).toBe(guest.organization_detail.id);
    expect(await api.balance(session.access)).toEqual({ generations: 4, downloads: 2 });
    const task = await api.send('checkStatus', {
      access: session.access,
      query: { task_id: taskIds[0] ?? '' },
    });
    expect(task.statusCode).toBe(200);
    // The guest's own session has become the account's.
    expect((await refreshWith(guest)).statusCode).toBe(401);
    await api.services.generations.cancel(caller, taskIds);
  });

  it('makes a new account for whoever has one already, and leaves that one alone', async () => {
    const first = await newAccount();
    const second = await newAccount(first.session);
    expect(second.session.info.user.id).not.toBe(first.session.info.user.id);
    expect((await refreshWith(first.session)).statusCode).toBe(200);
  });

  it('gives an address to one of many who ask at once, whatever the case of its letters', async () => {
    const { form, ip } = somebody();
    const answers = await Promise.all(
      [form.email, form.email.toUpperCase(), ` ${form.email}`, form.email, form.email].map((email) =>
        api.send('register', { body: { ...form, email }, ip }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409]);
    await expectRefusal('register', { body: form, ip }, 'EMAIL_TAKEN');
  });

  it('gives one guest one account, although two forms are sent at once', async () => {
    const guest = await api.guest();
    const [one, two] = await Promise.all([newAccount(guest), newAccount(guest)]);
    const upgraded = [one, two].filter(({ session }) => session.info.user.id === guest.info.user.id);
    expect(upgraded).toHaveLength(1);
  });

  it.each([
    ['email', 'ann', 'Please enter an e-mail address like name@example.com.'],
    ['email', 'a nn@shop.example', 'Please enter an e-mail address like name@example.com.'],
    ['password', 'abc1', 'Please use at least 8 characters.'],
    ['password', 'abcdefgh', 'Please use at least one letter and one digit.'],
    ['password', 'abcdefg1#', 'Please use only letters, digits and @ $ ! % * ? &.'],
    ['first_name', 'R2D2', 'Please use 2 to 30 letters; spaces, apostrophes and hyphens are fine.'],
    ['last_name', 'x', 'Please use 2 to 30 letters; spaces, apostrophes and hyphens are fine.'],
  ])('says what is wrong with %s %j', async (field, value, message) => {
    const { form, ip } = somebody();
    const answer = await api.send('register', { body: { ...form, [field]: value }, ip });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST', detail: { fields: [{ field, message }] } });
  });

  it('stores and logs no password', async () => {
    const { session, password } = await newAccount();
    const { rows } = await api.services.pool.query<{ password_hash: string }>(
      'select password_hash from users where id = $1',
      [session.info.user.id],
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(api.log()).not.toContain(password);
  });

  it('stops at so many an hour from one address', async () => {
    const { ip } = somebody();
    const register = async () => (await api.send('register', { body: somebody().form, ip })).statusCode;
    const statuses = [];
    for (let tries = 0; tries < 22; tries += 1) statuses.push(await register());
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
  });
});

describe('confirming the address', () => {
  it('brings the free allowance on top of what the guest had left, once', async () => {
    const { session, email } = await newAccount(await api.guest());
    const token = await linkOf(email);
    const answer = await api.send('verifyEmail', { body: { token } });
    expect(answer.json()).toEqual({ email, granted: true });
    expect(await api.balance(session.access)).toEqual({ generations: 25, downloads: 7 });
    await expectRefusal('verifyEmail', { body: { token } }, 'LINK_EXPIRED');
    expect(await api.balance(session.access)).toEqual({ generations: 25, downloads: 7 });
  });

  it('brings it once, however many links are opened at once', async () => {
    const { session, email } = await newAccount();
    const tokens = [await linkOf(email)];
    for (let more = 0; more < 2; more += 1) {
      await api.send('resendVerification', { access: session.access });
      tokens.push(await linkOf(email));
    }
    expect(new Set(tokens).size).toBe(3);
    const answers = await Promise.all(
      [...tokens, ...tokens].map((token) => api.send('verifyEmail', { body: { token } })),
    );
    expect(answers.filter((answer) => answer.json<{ granted?: boolean }>().granted === true)).toHaveLength(1);
    expect(await api.balance(session.access)).toEqual({ generations: 20, downloads: 5 });
  });

  it('brings nothing for another spelling of the same mailbox, nor after the account was deleted', async () => {
    const first = await newAccount();
    await api.send('verifyEmail', { body: { token: await linkOf(first.email) } });
    await api.send('deleteAccount', { access: first.session.access, body: { password: first.password } });
    for (const email of [first.email, first.email.replace('@', '+again@')]) {
      const { form, ip } = somebody();
      const session = await api.data<Session>('register', { body: { ...form, email }, ip });
      const answer = await api.send('verifyEmail', { body: { token: await linkOf(email) } });
      expect(answer.json()).toEqual({ email, granted: false });
      expect(await api.balance(session.access)).toEqual({ generations: 0, downloads: 0 });
    }
  });

  it('ends with the link after a day', async () => {
    const { email } = await newAccount();
    const token = await linkOf(email);
    clock.advance(VERIFICATION_LINK_TTL_S + 1);
    await expectRefusal('verifyEmail', { body: { token } }, 'LINK_EXPIRED');
  });
});

describe('signing in', () => {
  it('answers a session for the right password, however the address is written', async () => {
    const { email, password, ip, session } = await newAccount();
    const again = await api.data<Session>('login', { body: { email: email.toUpperCase(), password }, ip });
    expect(again.info.user.id).toBe(session.info.user.id);
    expect((await refreshWith(session)).statusCode).toBe(200);
  });

  it('gives the same answer for a wrong password, an unknown address and an account without password', async () => {
    const { email, ip } = await newAccount();
    const withoutPassword = await newAccount();
    await api.services.pool.query('update users set password_hash = null where email = $1', [
      withoutPassword.email,
    ]);
    const answers = await Promise.all(
      [email, 'nobody@shop.example', withoutPassword.email].map((address) =>
        api.send('login', { body: { email: address, password: 'wrongpass1' }, ip }),
      ),
    );
    const bodies = answers.map((answer) => `${answer.statusCode} ${answer.body}`);
    expect(new Set(bodies).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  });

  it('stops after ten wrong passwords, all at once too, for the right one as well, and goes on later', async () => {
    const { email, password, ip } = await newAccount();
    const guesses = await Promise.all(
      Array.from({ length: 15 }, () => api.send('login', { body: { email, password: 'wrongpass1' }, ip })),
    );
    expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    const refused = await api.send('login', { body: { email, password }, ip });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Whoever owns the account and sits elsewhere is not locked out.
    expect((await api.send('login', { body: { email, password }, ip: '203.0.113.5' })).statusCode).toBe(200);
    clock.advance(15 * 60);
    expect((await api.send('login', { body: { email, password }, ip })).statusCode).toBe(200);
  });

  it('cannot be used to begin counting anew by a sign-in of one’s own', async () => {
    const victim = await newAccount();
    const attacker = await newAccount();
    const statuses: number[] = [];
    const tryPassword = async (email: string, password: string) => {
      const answer = await api.send('login', { body: { email, password }, ip: attacker.ip });
      statuses.push(answer.statusCode);
    };
    for (let round = 0; round < 6; round += 1) {
      await tryPassword(victim.email, 'wrongpass1');
      await tryPassword(victim.email, 'wrongpass2');
      await tryPassword(attacker.email, attacker.password);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

describe('a forgotten password', () => {
  const forget = (email: string, ip: string) => api.send('forgotPassword', { body: { email }, ip });

  it('is answered alike for every address, and mailed only where there is an account', async () => {
    const { email, ip } = await newAccount();
    const known = await forget(email, ip);
    const unknown = await forget('nobody-here@shop.example', ip);
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    await api.deliverMails();
    expect(api.services.mails.filter(({ to }) => to === 'nobody-here@shop.example')).toEqual([]);
    expect(api.services.mails.findLast(({ to }) => to === email)?.subject).toBe('Choose a new password');
  });

  it('is replaced by the link, which signs in, ends every other session, and works once', async () => {
    const { email, password, ip, session } = await newAccount();
    await forget(email, ip);
    const token = await linkOf(email);
    const answers = await Promise.all(
      ['newsecret1', 'newsecret2'].map((next) =>
        api.send('resetPassword', { body: { token, password: next }, ip }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect((await refreshWith(session)).statusCode).toBe(401);
    const next = answers[winner]?.json<{ data: Session }>().data;
    expect(next?.info.user.id).toBe(session.info.user.id);
    expect((await api.send('login', { body: { email, password }, ip })).statusCode).toBe(401);
    const chosen = winner === 0 ? 'newsecret1' : 'newsecret2';
    expect((await api.send('login', { body: { email, password: chosen }, ip })).statusCode).toBe(200);
    await api.deliverMails();
    expect(api.services.mails.at(-1)).toMatchObject({ to: email, subject: 'Your password was changed' });
  });

  it('confirms the address: who has the link reads the mail', async () => {
    const { email, ip } = await newAccount();
    await forget(email, ip);
    const body = { token: await linkOf(email), password: 'newsecret1' };
    const session = await api.data<Session>('resetPassword', { body, ip });
    expect(await api.balance(session.access)).toEqual({ generations: 20, downloads: 5 });
  });

  it('has links that end after half an hour, and with the first one that is used', async () => {
    const { email, ip } = await newAccount();
    await forget(email, ip);
    const early = await linkOf(email);
    clock.advance(RESET_LINK_TTL_S + 1);
    await expectRefusal('resetPassword', { body: { token: early, password: 'newsecret1' } }, 'LINK_EXPIRED');
    await forget(email, ip);
    const second = await linkOf(email);
    await forget(email, ip);
    const third = await linkOf(email);
    await api.data('resetPassword', { body: { token: third, password: 'newsecret1' }, ip });
    await expectRefusal('resetPassword', { body: { token: second, password: 'newsecret1' } }, 'LINK_EXPIRED');
  });

  it('takes no link of another kind, and none that was made up', async () => {
    const { email } = await newAccount();
    const verification = await linkOf(email);
    for (const token of [verification, 'A'.repeat(43)]) {
      await expectRefusal('resetPassword', { body: { token, password: 'newsecret1' } }, 'LINK_EXPIRED');
    }
    expect((await api.send('verifyEmail', { body: { token: verification } })).statusCode).toBe(200);
  });

  it('is mailed five times an hour to one address that asks, whether there is an account or not', async () => {
    const { email, ip } = await newAccount();
    for (const address of [email, 'nobody-at-all@shop.example']) {
      const statuses = [];
      for (let tries = 0; tries < 6; tries += 1) statuses.push((await forget(address, ip)).statusCode);
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    }
  });

  it('keeps the secret of a link out of the database, the queue and the log', async () => {
    const { email, ip } = await newAccount();
    await forget(email, ip);
    const { rows: queued } = await api.services.pool.query<{ data: unknown }>(
      `select data from pgboss.job where name = 'mail'`,
    );
    const token = await linkOf(email);
    const { rows: stored } = await api.services.pool.query<{ row: string }>(
      'select t::text as row from link_tokens t',
    );
    expect(token).toHaveLength(43);
    expect(stored.length).toBeGreaterThan(0);
    for (const text of [JSON.stringify(queued), JSON.stringify(stored), api.log()]) {
      expect(text).not.toContain(token);
    }
  });

  it('leads to the configured site, whatever the request calls its host', async () => {
    const { email, ip } = await newAccount();
    await api.send('forgotPassword', { body: { email }, ip, headers: { host: 'evil.example' } });
    await api.deliverMails();
    const mail = api.services.mails.findLast(({ to }) => to === email);
    expect(mail?.text).toContain('https://studio.example/reset-password/');
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
  });
});

describe('sessions', () => {
  it('are listed with the device, the newest use first, and end one by one', async () => {
    const { email, password, ip, session } = await newAccount();
    clock.advance(60);
    const headers = { 'user-agent': 'a phone' };
    const phone = await api.data<Session>('login', { body: { email, password }, ip, headers });
    const list = await api.data<{ id: string; user_agent: string; is_current: boolean }[]>('listSessions', {
      access: session.access,
    });
    expect(list.map(({ user_agent, is_current }) => [user_agent, is_current])).toEqual([
      ['a phone', false],
      ['test browser', true],
    ]);
    const params = { id: list[0]?.id ?? '' };
    const stranger = await newAccount();
    await expectRefusal('revokeSession', { access: stranger.session.access, params }, 'NOT_FOUND');
    expect((await api.send('revokeSession', { access: session.access, params })).statusCode).toBe(204);
    expect((await refreshWith(phone)).statusCode).toBe(401);
    await expectRefusal('revokeSession', { access: session.access, params }, 'NOT_FOUND');
    expect((await refreshWith(session)).statusCode).toBe(200);
  });

  it('end all but one', async () => {
    const { email, password, ip, session } = await newAccount();
    const others = [];
    for (let count = 0; count < 2; count += 1) {
      others.push(await api.data<Session>('login', { body: { email, password }, ip }));
    }
    await api.send('revokeOtherSessions', { access: session.access });
    for (const other of others) expect((await refreshWith(other)).statusCode).toBe(401);
    expect((await refreshWith(session)).statusCode).toBe(200);
    expect(await api.data<unknown[]>('listSessions', { access: session.access })).toHaveLength(1);
  });
});

describe('the profile', () => {
  it('changes what is sent and nothing else', async () => {
    const { session, email } = await newAccount();
    const body = { last_name: 'Smith-Jones', company_name: ' Shop & Sons ' };
    const user = await api.data<CurrentUser>('updateUserDetails', { access: session.access, body });
    expect(user.user).toMatchObject({ email, name: 'Ann Smith-Jones', company_name: 'Shop & Sons' });
    await api.send('updateUserDetails', { access: session.access, body: { company_name: '' } });
    const later = await api.data<CurrentUser>('getUserDetails', { access: session.access });
    expect(later.user).toMatchObject({ last_name: 'Smith-Jones', company_name: null });
  });

  it('is no guest’s', async () => {
    const { access } = await api.guest();
    await expectRefusal('updateUserDetails', { access, body: {} }, 'FORBIDDEN');
    await expectRefusal('deleteAccount', { access, body: {} }, 'FORBIDDEN');
  });
});

describe('deleting the account', () => {
  it('wants the password, then ends sessions, subscription and sign-in, and frees the address', async () => {
    const { email, password, ip, session } = await newAccount();
    const { access } = session;
    await expectRefusal('deleteAccount', { access, body: {} }, 'WRONG_PASSWORD');
    await expectRefusal('deleteAccount', { access, body: { password: 'wrongpass1' } }, 'WRONG_PASSWORD');
    expect((await api.send('deleteAccount', { access, body: { password } })).statusCode).toBe(204);
    expect(api.services.endedSubscriptions).toContain(session.organization_detail.id);
    expect((await refreshWith(session)).statusCode).toBe(401);
    await expectRefusal('getUserDetails', { access }, 'UNAUTHENTICATED');
    expect((await api.send('login', { body: { email, password }, ip })).statusCode).toBe(401);
    const { form } = somebody();
    expect((await api.send('register', { body: { ...form, email }, ip })).statusCode).toBe(200);
  });
});
