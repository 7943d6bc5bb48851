import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { NewApiKey, Session } from '@packshot/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newGuest, pathTo } from '../../src/testing/api-client.ts';
import { COMPILE_CACHE, SESSION_SECRET, startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';

const PROGRAM = join(import.meta.dirname, '../../src/main-admin.ts');
/** Number of accounts, more than one page of the list contains. */
const MANY = 1200;

let product: RunningProduct;
beforeAll(async () => {
  // The server has no mail server, and sign-up is closed.
  product = await startProduct({ NODE_ENV: 'production', SIGN_UP: 'closed', BILLING: 'on' });
});
afterAll(() => product.stop());

async function admin(words: readonly string[], input = '') {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: product.database.url,
      DATA_DIR: product.dataDir,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      SESSION_SECRET,
      BILLING: 'on',
    },
  });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (errors += String(text)));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, errors };
}

const post = (name: Parameters<typeof pathTo>[0], body: object) =>
  fetch(product.address + pathTo(name), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const signIn = (email: string, password: string) => post('login', { email, password });

it('create-user creates a user who sets a password with the printed link, once, without mail', async () => {
  const { code, out } = await admin(['create-user', 'ann@shop.example', '--name', 'Ann Lee']);
  expect(code).toBe(0);
  const token = /\/reset-password\/([\w-]{43})\s*$/.exec(out)?.[1] ?? '';
  const reset = () => post('resetPassword', { token, password: 'rightpass1' });
  expect((await reset()).status).toBe(200);
  expect((await reset()).status).toBe(410);
  const session = ((await (await signIn('ann@shop.example', 'rightpass1')).json()) as { data: Session }).data;
  expect(session.info.user).toMatchObject({ email: 'ann@shop.example', name: 'Ann Lee', is_guest: false });
  // The account has its credits without a confirmation, because the operator vouches for the address.
  expect(session.freemium_credits).toBe(20);
  expect((await admin(['create-user', 'ANN@shop.example'])).errors).toContain('already');
});

it('create-user reads a password from standard input, and never from the command line', async () => {
  const creationResult = await admin(
    ['create-user', 'bob@shop.example', '--password-stdin'],
    'piped-pass'.replace('-', '1') + '\n',
  );
  expect(creationResult.code, creationResult.errors).toBe(0);
  expect(creationResult.out).not.toContain('reset-password');
  expect((await signIn('bob@shop.example', 'piped1pass')).status).toBe(200);
  expect((await admin(['create-user', 'cid@shop.example', '--password', 'rightpass1'])).code).toBe(1);
});

it('grant adds a plan’s features, and disable stops everything of a user at once', async () => {
  const guest = await newGuest(product.address);
  const { data } = (await (await signIn('bob@shop.example', 'piped1pass')).json()) as { data: Session };
  const bob = guest.with(data);
  const key = {
    name: 'Shop',
    mode: 'live',
    scopes: ['usage:read'],
    addresses: [],
    monthly_ceiling: null,
    expires_at: null,
  };
  expect((await bob.call('createApiKey', { json: key })).status).toBe(403);
  expect((await admin(['grant', 'bob@shop.example', 'live-keys', '--downloads', '7'])).out).toContain(
    'live-keys',
  );
  const createdKey = (await (await bob.call('createApiKey', { json: key })).json()) as { data: NewApiKey };
  const ask = () => fetch(`${product.address}/v1/key`, { headers: { 'x-api-key': createdKey.data.secret } });
  expect((await ask()).status).toBe(200);
  const isOver = await admin(['grant', 'bob@shop.example', 'live-keys', '--until', '2020-01-01']);
  expect(isOver.code).toBe(1);
  expect((await admin(['grant', 'bob@shop.example', 'live-keys', '--until', '2999-12-31'])).code).toBe(0);
  await product.database.pool.query(
    `update organizations set grants_until = now() - interval '1 second' where grants_until is not null`,
  );
  expect((await ask()).status).toBe(403);
  await admin(['grant', 'bob@shop.example', 'custom']);
  expect((await ask()).status).toBe(200);

  expect((await admin(['disable', 'bob@shop.example'])).code).toBe(0);
  expect((await ask()).status).toBe(401);
  expect((await bob.call('getUserDetails')).status).toBe(401);
  expect((await post('refreshSession', { refresh: data.refresh })).status).toBe(401);
  const refused = await signIn('bob@shop.example', 'piped1pass');
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'ACCOUNT_DISABLED' }]);
  await admin(['enable', 'bob@shop.example']);
  expect((await ask()).status).toBe(200);
  expect((await signIn('bob@shop.example', 'piped1pass')).status).toBe(200);
});

it('list prints every account once, page after page', async () => {
  await product.database.pool.query(
    `with people as (
       insert into users (id, email, is_guest, created_at)
       select gen_random_uuid(), 'p' || n || '@shop.example', false, now() - n * interval '1 microsecond'
       from generate_series(1, $1::integer) n returning id
     ), homes as (
       insert into organizations (id, name, subscription_type) select id, 'Shop', 'free' from people
     )
     select 1`,
    [MANY],
  );
  await product.database.pool.query(
    `insert into memberships (id, organization_id, user_id, role)
     select gen_random_uuid(), u.id, u.id, 'owner' from users u join organizations o on o.id = u.id`,
  );
  const { out, code } = await admin(['list']);
  expect(code).toBe(0);
  const lines = out.trim().split('\n').slice(0, -1);
  expect(new Set(lines.map((line) => line.split('\t').at(-1))).size).toBe(lines.length);
  expect(lines.length).toBe(MANY + 2);
  expect(lines.find((line) => line.startsWith('bob@'))).toContain('custom');
});

it('invalid arguments are refused', async () => {
  for (const words of [
    [],
    ['create-user'],
    ['list', 'x'],
    ['grant', 'bob@shop.example', 'everything'],
    ['disable', 'no@one.example'],
  ])
    expect((await admin(words)).code, words.join(' ')).toBe(1);
});
