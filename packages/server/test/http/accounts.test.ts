import { VERIFICATION_LINK_TTL_S } from '../../src/service/mail/mail-service.ts';
import type { CurrentUser, Session } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { accountSuite } from '../../src/testing/account-suite.ts';
import { bgRemoval } from '../../src/testing/test-services.ts';

const suite = accountSuite();
const { clock, newPerson, newAccount, readLink, expectRefusal, refreshWith } = suite;

describe('registration', () => {
  it('returns a session of a member of the account’s own organization', async () => {
    const { session, email } = await newAccount();
    expect(session).toMatchObject({ is_guest: false, was_guest_user: false, role: { name: 'owner' } });
    expect(session.info.user).toMatchObject({ email, name: 'Ann O’Neill', is_guest: false });
    expect(session.organization_detail.name).toBe('Ann’s workspace');
    const user = await suite.api.data<CurrentUser>('getUserDetails', { access: session.access });
    expect(user).toMatchObject({ is_email_verified: false, has_password: true, freemium_credits: 0 });
  });

  it('turns a guest into the account, with the same user, work and balance', async () => {
    const guest = await suite.api.guest();
    const caller = await suite.api.services.sessions.authenticate(guest.access);
    const key = await suite.api.services.upload(caller);
    const { taskIds } = await suite.api.services.generations.accept(caller, 'cut-out', bgRemoval(key));
    const { session } = await newAccount(guest);
    expect(session.info.user.id).toBe(guest.info.user.id);
    expect(session).toMatchObject({ was_guest_user: true, is_guest: false });
    expect(session.organization_detail.id).toBe(guest.organization_detail.id);
    expect(await suite.api.balance(session.access)).toEqual({ generations: 4, downloads: 2 });
    const task = await suite.api.send('checkStatus', {
      access: session.access,
      query: { task_id: taskIds[0] ?? '' },
    });
    expect(task.statusCode).toBe(200);
    // The guest's own session is invalid, because the account's session replaced it.
    expect((await refreshWith(guest)).statusCode).toBe(401);
    await suite.api.services.generations.cancel(caller, taskIds);
  });

  it('creates a new account when called by a member, and leaves the member’s account unchanged', async () => {
    const first = await newAccount();
    const second = await newAccount(first.session);
    expect(second.session.info.user.id).not.toBe(first.session.info.user.id);
    expect((await refreshWith(first.session)).statusCode).toBe(200);
  });

  it('gives an address to one of many parallel registrations, ignoring case', async () => {
    const { form, ip } = newPerson();
    const answers = await Promise.all(
      [form.email, form.email.toUpperCase(), ` ${form.email}`, form.email, form.email].map((email) =>
        suite.api.send('register', { body: { ...form, email }, ip }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409]);
    await expectRefusal('register', { body: form, ip }, 'EMAIL_TAKEN');
  });

  it('creates one account per guest, even from two parallel forms', async () => {
    const guest = await suite.api.guest();
    const [one, two] = await Promise.all([newAccount(guest), newAccount(guest)]);
    const upgraded = [one, two].filter(({ session }) => session.info.user.id === guest.info.user.id);
    expect(upgraded).toHaveLength(1);
  });

  it.each([
    ['email', 'ann', 'Please enter an email address like name@example.com.'],
    ['email', 'a nn@shop.example', 'Please enter an email address like name@example.com.'],
    ['password', 'abc1', 'Please use at least 8 characters.'],
    ['password', 'abcdefgh', 'Please use at least one letter and one digit.'],
    ['password', 'abcdefg1#', 'Please use only letters, digits and @ $ ! % * ? &.'],
    [
      'password',
      'Password1',
      'This is one of the most commonly guessed passwords. Please choose another one.',
    ],
    ['first_name', 'R2D2', 'Please use 2 to 30 letters; spaces, apostrophes and hyphens are fine.'],
    ['last_name', 'x', 'Please use 2 to 30 letters; spaces, apostrophes and hyphens are fine.'],
  ])('names the problem with %s %j', async (field, value, message) => {
    const { form, ip } = newPerson();
    const answer = await suite.api.send('register', { body: { ...form, [field]: value }, ip });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST', detail: { fields: [{ field, message }] } });
  });

  it('stores the password only as a hash, and doesn’t log it', async () => {
    const { session, password } = await newAccount();
    const { rows } = await suite.api.services.pool.query<{ password_hash: string }>(
      'select password_hash from users where id = $1',
      [session.info.user.id],
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(suite.api.log()).not.toContain(password);
  });

  it('is limited per hour and IP address', async () => {
    const { ip } = newPerson();
    const register = async () =>
      (await suite.api.send('register', { body: newPerson().form, ip })).statusCode;
    const statuses = [];
    for (let tries = 0; tries < 22; tries += 1) statuses.push(await register());
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
  });
});

describe('confirming the email address', () => {
  it('adds the free credits to the guest’s remaining credits, once', async () => {
    const { session, email } = await newAccount(await suite.api.guest());
    const token = await readLink(email);
    const answer = await suite.api.send('verifyEmail', { body: { token } });
    expect(answer.json()).toEqual({ email, granted: true });
    expect(await suite.api.balance(session.access)).toEqual({ generations: 25, downloads: 7 });
    await expectRefusal('verifyEmail', { body: { token } }, 'LINK_EXPIRED');
    expect(await suite.api.balance(session.access)).toEqual({ generations: 25, downloads: 7 });
  });

  it('adds the free credits once, however many links are opened in parallel', async () => {
    const { session, email } = await newAccount();
    const tokens = [await readLink(email)];
    for (let more = 0; more < 2; more += 1) {
      await suite.api.send('resendVerification', { access: session.access });
      tokens.push(await readLink(email));
    }
    expect(new Set(tokens).size).toBe(3);
    const answers = await Promise.all(
      [...tokens, ...tokens].map((token) => suite.api.send('verifyEmail', { body: { token } })),
    );
    expect(answers.filter((answer) => answer.json<{ granted?: boolean }>().granted === true)).toHaveLength(1);
    expect(await suite.api.balance(session.access)).toEqual({ generations: 20, downloads: 5 });
  });

  it('adds no free credits for another spelling of the mailbox, nor after the account was deleted', async () => {
    const first = await newAccount();
    await suite.api.send('verifyEmail', { body: { token: await readLink(first.email) } });
    await suite.api.send('deleteAccount', {
      access: first.session.access,
      body: { password: first.password },
    });
    for (const email of [first.email, first.email.replace('@', '+again@')]) {
      const { form, ip } = newPerson();
      const session = await suite.api.data<Session>('register', { body: { ...form, email }, ip });
      const answer = await suite.api.send('verifyEmail', { body: { token: await readLink(email) } });
      expect(answer.json()).toEqual({ email, granted: false });
      expect(await suite.api.balance(session.access)).toEqual({ generations: 0, downloads: 0 });
    }
  });

  it('fails when the link is older than a day', async () => {
    const { email } = await newAccount();
    const token = await readLink(email);
    clock.advance(VERIFICATION_LINK_TTL_S + 1);
    await expectRefusal('verifyEmail', { body: { token } }, 'LINK_EXPIRED');
  });
});

describe('signing in', () => {
  it('returns a session for the right password, ignoring the case of the address', async () => {
    const { email, password, ip, session } = await newAccount();
    const again = await suite.api.data<Session>('login', {
      body: { email: email.toUpperCase(), password },
      ip,
    });
    expect(again.info.user.id).toBe(session.info.user.id);
    expect((await refreshWith(session)).statusCode).toBe(200);
  });

  it('responds the same to a wrong password, an unknown address and an account without a password', async () => {
    const { email, ip } = await newAccount();
    const withoutPassword = await newAccount();
    await suite.api.services.pool.query('update users set password_hash = null where email = $1', [
      withoutPassword.email,
    ]);
    const answers = await Promise.all(
      [email, 'nobody@shop.example', withoutPassword.email].map((address) =>
        suite.api.send('login', { body: { email: address, password: 'wrongpass1' }, ip }),
      ),
    );
    const bodies = answers.map((answer) => `${answer.statusCode} ${answer.body}`);
    expect(new Set(bodies).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  });
});

describe('the sessions of an account', () => {
  it('lists sessions with their device, most recent first, and ends them one by one', async () => {
    const { email, password, ip, session } = await newAccount();
    clock.advance(60);
    const headers = { 'user-agent': 'a phone' };
    const phone = await suite.api.data<Session>('login', { body: { email, password }, ip, headers });
    const list = await suite.api.data<{ id: string; user_agent: string; is_current: boolean }[]>(
      'listSessions',
      {
        access: session.access,
      },
    );
    expect(list.map(({ user_agent, is_current }) => [user_agent, is_current])).toEqual([
      ['a phone', false],
      ['test browser', true],
    ]);
    const params = { id: list[0]?.id ?? '' };
    const stranger = await newAccount();
    await expectRefusal('revokeSession', { access: stranger.session.access, params }, 'NOT_FOUND');
    expect((await suite.api.send('revokeSession', { access: session.access, params })).statusCode).toBe(204);
    expect((await refreshWith(phone)).statusCode).toBe(401);
    await expectRefusal('revokeSession', { access: session.access, params }, 'NOT_FOUND');
    expect((await refreshWith(session)).statusCode).toBe(200);
  });

  it('ends all sessions but the current one', async () => {
    const { email, password, ip, session } = await newAccount();
    const others = [];
    for (let count = 0; count < 2; count += 1) {
      others.push(await suite.api.data<Session>('login', { body: { email, password }, ip }));
    }
    await suite.api.send('revokeOtherSessions', { access: session.access });
    for (const other of others) expect((await refreshWith(other)).statusCode).toBe(401);
    expect((await refreshWith(session)).statusCode).toBe(200);
    expect(await suite.api.data<unknown[]>('listSessions', { access: session.access })).toHaveLength(1);
  });
});

describe('the profile', () => {
  it('changes the sent fields and nothing else', async () => {
    const { session, email } = await newAccount();
    const body = { last_name: 'Smith-Jones', company_name: ' Shop & Sons ' };
    const user = await suite.api.data<CurrentUser>('updateUserDetails', { access: session.access, body });
    expect(user.user).toMatchObject({ email, name: 'Ann Smith-Jones', company_name: 'Shop & Sons' });
    await suite.api.send('updateUserDetails', { access: session.access, body: { company_name: '' } });
    const later = await suite.api.data<CurrentUser>('getUserDetails', { access: session.access });
    expect(later.user).toMatchObject({ last_name: 'Smith-Jones', company_name: null });
  });

  it('tells whether pictures are signed, which is the default', async () => {
    const { session } = await newAccount();
    const { access } = session;
    expect(await suite.api.data<CurrentUser>('getUserDetails', { access })).toMatchObject({
      signs_pictures: true,
    });
    await suite.api.send('updateUserDetails', { access, body: { signs_pictures: false } });
    expect(await suite.api.data<CurrentUser>('getUserDetails', { access })).toMatchObject({
      signs_pictures: false,
    });
  });

  it('can’t be changed by a guest', async () => {
    const { access } = await suite.api.guest();
    await expectRefusal('updateUserDetails', { access, body: {} }, 'FORBIDDEN');
    await expectRefusal('deleteAccount', { access, body: {} }, 'FORBIDDEN');
  });
});

describe('deleting the account', () => {
  it('requires the password, then ends sessions, subscription, running tasks and sign-in, and frees the address', async () => {
    const { email, password, ip, session } = await newAccount(await suite.api.guest());
    const { access } = session;
    const caller = await suite.api.services.sessions.authenticate(access);
    const { generations, database } = suite.api.services;
    const key = await suite.api.services.upload(caller);
    const { taskIds } = await generations.accept(caller, 'cut-out', bgRemoval(key));
    await expectRefusal('deleteAccount', { access, body: {} }, 'WRONG_PASSWORD');
    await expectRefusal('deleteAccount', { access, body: { password: 'wrongpass1' } }, 'WRONG_PASSWORD');
    expect((await suite.api.send('deleteAccount', { access, body: { password } })).statusCode).toBe(204);
    const [task] = await database.stores.tasks.find(caller.userId, taskIds);
    expect(task?.status).toBe('REVOKED');
    expect(suite.api.services.endedSubscriptions).toContain(session.organization_detail.id);
    expect((await refreshWith(session)).statusCode).toBe(401);
    await expectRefusal('getUserDetails', { access }, 'UNAUTHENTICATED');
    expect((await suite.api.send('login', { body: { email, password }, ip })).statusCode).toBe(401);
    const { form } = newPerson();
    expect((await suite.api.send('register', { body: { ...form, email }, ip })).statusCode).toBe(200);
  });
});
