import { randomUUID } from 'node:crypto';
import { TOOL_IDS } from '@packshot/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, missingObjects } from '../../testing/invariants.ts';
import { newMember } from '../../testing/billing-world.ts';
import { claimTask, succeedTask } from '../../testing/settle-task.ts';
import { acceptTask, analysis, sceneForm, startTestServices } from '../../testing/test-services.ts';
import type { TestServices } from '../../testing/test-services.ts';

let services: TestServices;
let userId: string;
let strangerId: string;
let completedTask: string;
let open: string;
let described: string;
let scene: string;
let subscriber: string;
const SITE = 'http://localhost:3000';

beforeAll(async () => {
  services = await startTestServices();
  const caller = await services.newGuest();
  userId = caller.userId;
  strangerId = (await services.newGuest()).userId;
  completedTask = await acceptTask(services, caller);
  await succeedTask(services, completedTask);
  const { result } = await services.generations.state(caller, completedTask);
  await services.files.downloadImage(caller, result?.key ?? '');
  const analyzed = await services.generations.accept(
    caller,
    'describe',
    analysis(await services.upload(caller)),
  );
  described = analyzed.taskIds[0] ?? '';
  await services.lifecycle.succeed(await claimTask(services, described), { finalDescription: 'A red mug.' });
  const form = sceneForm({ feature_type: TOOL_IDS.text, prompt: 'snow', count: 2 });
  const variants = await services.generations.accept(caller, 'scene', form);
  scene = variants.taskIds[0] ?? '';
  await succeedTask(services, scene);
  open = await acceptTask(services, caller);
  await claimTask(services, open);
  subscriber = await subscribeOwner();
});
afterAll(() => services.stop());

/** Creates a member who bought a plan and received a month of credits. */
async function subscribeOwner(): Promise<string> {
  const member = await newMember(services);
  const { url } = await services.billing.checkout(member, { plan_id: 'pro-year' }, SITE);
  const checkoutId = new URL(url, SITE).searchParams.get('checkout') ?? '';
  await services.billing.actInDemo(member, { action: 'confirm', checkout_id: checkoutId });
  const { download_credits: credits } = await services.credits.downloadCredits(member);
  expect(credits).toBeGreaterThanOrEqual(PLAN_CREDITS);
  return member.userId;
}
const PLAN_CREDITS = 150;

/**
 * Runs SQL that breaks an invariant, without the triggers and constraints that would prevent it, and rolls it back.
 * Returns the violations found.
 */
async function afterPlanting(sql: string): Promise<readonly string[]> {
  const client = await services.pool.connect();
  try {
    await client.query('begin');
    await client.query('alter table tasks disable trigger user');
    await client.query('alter table ledger_entries disable trigger user');
    await client.query('alter table tasks drop constraint tasks_end');
    await client.query('alter table credit_balances drop constraint credit_balances_never_negative');
    await client.query('drop index refresh_tokens_one_live');
    await client.query(sql);
    return await brokenInvariants(client as unknown as pg.Pool);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the invariants', () => {
  it('hold on data that the server created', async () => {
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  const selectRequest = (taskId: string) => `(select request_id from tasks where id = '${taskId}')`;
  const entry = (kind: string, delta: number, taskId: string) =>
    `insert into ledger_entries (user_id, ledger, kind, delta, reference, request_id)
     values ('${userId}', 'freemium', '${kind}', ${delta}, '${randomUUID()}', ${selectRequest(taskId)})`;

  const violations: readonly (readonly [id: string, what: string, sql: () => string])[] = [
    ['I1', 'a balance that moved without an entry', () => `update credit_balances set balance = balance + 1`],
    ['I2', 'a negative balance', () => `update credit_balances set balance = -1`],
    ['I3', 'a second debit for one request', () => entry('reserve', -1, open)],
    ['I3', 'a release beside a success', () => entry('release', 1, completedTask)],
    ['I3', 'a success without a settled credit', () => `delete from ledger_entries where kind = 'settle'`],
    [
      'I3',
      'a lost request whose credit was kept',
      () => `update tasks set status = 'FAILURE' where id = '${open}'`,
    ],
    ['I3', 'a debit for what is free', () => entry('reserve', -1, described)],
    [
      'I4',
      'a task that hangs beyond its deadline',
      () => `update tasks set deadline_at = now() - interval '1 minute' where id = '${open}'`,
    ],
    [
      'I5',
      'a task that ended twice',
      () =>
        `insert into task_transitions (task_id, to_status, attempt) values ('${completedTask}', 'REVOKED', 1)`,
    ],
    [
      'I5',
      'a task that ended without a trace',
      () => `update tasks set status = 'REVOKED' where id = '${open}'`,
    ],
    ['I6', 'a success without its object', () => `delete from assets where rendition = 'full'`],
    ['I6', 'a success with an empty object', () => `update assets set size_bytes = 0`],
    ['I6', 'a success with another user’s object', () => `update assets set user_id = '${strangerId}'`],
    [
      'I6',
      'a description without words',
      () => `update tasks set result = '{"finalDescription": ""}' where id = '${described}'`,
    ],
    [
      'I6',
      'a scene that cannot be made again',
      () => `update tasks set result = result #- '{scene,seed}' where id = '${scene}'`,
    ],
    ['I7', 'an unpaid download', () => `delete from ledger_entries where kind = 'debit'`],
    ['I7', 'a payment for no download', () => `delete from downloads`],
    ['I8', 'two live refresh tokens', () => liveToken(2)],
    ['I8', 'a family without a live token', () => `update refresh_tokens set rotated_at = now()`],
    [
      'I9',
      'a free allowance given twice',
      () =>
        `insert into ledger_entries (user_id, ledger, kind, delta, reference)
         values ('${userId}', 'freemium', 'grant', 5, 'grant:again')`,
    ],
    ['I10', 'a variant that is missing', () => `delete from tasks where id = '${scene}'`],
    ['I10', 'a variant that is there twice', () => `update tasks set variant = 1 where id = '${scene}'`],
    ['I10', 'a second task of a tool that makes one', () => secondTask(open)],
    ['I12', 'a visible record without a picture', () => visibleRecord('null', 'now()')],
    ['I12', 'a visible record of what is not there', () => visibleRecord(`'results/x.png'`, 'now()')],
    [
      'I12',
      'a visible record before moderation',
      () => visibleRecord(`(select key from assets where user_id = '${userId}' limit 1)`, 'null'),
    ],
    [
      'I12',
      'a visible record of another user’s picture',
      () =>
        visibleRecord(`(select key from assets where user_id = '${userId}' limit 1)`, 'now()').replace(
          `'${userId}', 1,`,
          `'${strangerId}', 1,`,
        ),
    ],
    [
      'I11',
      'a month of a plan that gave its credits twice',
      () =>
        `insert into ledger_entries (user_id, ledger, kind, delta, reference)
         select user_id, ledger, kind, delta, replace(reference, ':1', ':2') from ledger_entries
         where user_id = '${subscriber}' and reference like 'plan:%'`,
    ],
    [
      'I11',
      'a month that gave what another one took, so that the sum is right',
      () =>
        `insert into ledger_entries (user_id, ledger, kind, delta, reference) values
           ('${subscriber}', 'download', 'grant', 7, 'plan:sub_1:2026-01-01T00:00:00.000Z:1'),
           ('${subscriber}', 'download', 'adjust', -7, 'plan:sub_1:2026-02-01T00:00:00.000Z:1')`,
    ],
    [
      'I11',
      'a month whose credits went to another user',
      () =>
        `update ledger_entries set user_id = '${strangerId}'
         where user_id = '${subscriber}' and reference like 'plan:%'`,
    ],
    ['I13', 'a month of a plan that was not paid for', () => `update invoices set status = 'open'`],
    [
      'I13',
      'a month that was refunded, and gives all the same',
      () =>
        `insert into invoice_refunds (invoice_id, refunded_at, is_whole) select id, now(), true from invoices`,
    ],
    [
      'I13',
      'a month beyond what was paid for',
      () =>
        `update plan_months set starts_at = starts_at + interval '2 years', ends_at = ends_at + interval '2 years'`,
    ],
    [
      'I15',
      'a month whose payment a bank has taken back',
      () =>
        `insert into invoice_disputes (id, invoice_id, state, amount_minor, described_at)
         select 'dp_1', id, 'lost', amount_minor, now() from invoices`,
    ],
    [
      'I15',
      'a month of a plan for which money was only given back',
      () => `update invoices set amount_minor = -amount_minor`,
    ],
    [
      'I14',
      'an archive of another user’s pictures',
      () => `${visibleRecord('null', 'now()')};
        insert into archives (token_hash, user_id, record_ids, expires_at)
        select '\\x00', '${strangerId}', array_agg(id), now() from generation_records`,
    ],
    [
      'I16',
      'a ceiling that counts what no request has cost',
      () =>
        `insert into api_keys (id, organization_id, user_id, name, mode, scopes, addresses, secret_hash, secret_start)
         select user_id, organization_id, user_id, 'Shop', 'live', '{}', '{}', '\\x00', '' from memberships limit 1;
         insert into api_key_months select id, '2026-11-01', 1 from api_keys`,
    ],
    ['I17', 'bytes that nothing stored has', () => `update storage_usage set bytes = bytes + 1`],
    [
      'I17',
      'a record in History that is not counted',
      () => `update storage_usage set shown_records = shown_records + 1`,
    ],
    ['I17', 'what is stored and not counted', () => `delete from storage_usage`],
    [
      'I18',
      'an item that a run does not have',
      () => `insert into runs (id, user_id, name, recipe_name, recipe_version, recipe_hash, recipe, only_changed)
          values ('${countedRun}', '${userId}', '', '', 1, '', '{}', false);
        insert into run_counts values ('${countedRun}', 'waiting', 'url', 1, 0)`,
    ],
    [
      'I19',
      'a call that a day’s sum does not have',
      () => `update api_call_days_end set day = current_date - 5;
        ${calledKey}
        insert into api_calls (request_id, organization_id, key_id, method, route, status, duration_ms, credits, at)
        select gen_random_uuid(), organization_id, id, 'GET', '/v1/usage', 200, 5, 0, now() - interval '20 days' from api_keys`,
    ],
    [
      'I19',
      'a day’s sum without calls',
      () => `${calledKey}
        insert into api_call_days select organization_id, id, current_date - 20, '', 1, 0, 0, '{5}', '{1}' from api_keys`,
    ],
    [
      'I11',
      'credits of a plan that no month has given',
      () =>
        `insert into ledger_entries (user_id, ledger, kind, delta, reference)
         values ('${userId}', 'download', 'grant', 30, 'plan:sub_1:2026-01-01T00:00:00.000Z:1')`,
    ],
  ];
  const countedRun = randomUUID();
  const calledKey = `insert into api_keys (id, organization_id, user_id, name, mode, scopes, addresses, secret_start, ended_at)
    select gen_random_uuid(), organization_id, user_id, 'Shop', 'live', '{}', '{}', 'ps', now() from memberships limit 1;`;
  const visibleRecord = (key: string, confirmedAt: string) =>
    `insert into generation_records (id, user_id, tool_type, name, text_prompt, settings, is_visible, is_starred,
       output_image_url_key, confirmed_at)
     values ('${randomUUID()}', '${userId}', 1, '', '', '{}', true, false, ${key}, ${confirmedAt})`;
  const liveToken = (generation: number) =>
    `insert into refresh_tokens (family_id, generation, token_hash, issued_at, expires_at)
     select id, ${generation}, decode(md5(id::text), 'hex'), now(), now() from refresh_token_families`;

  const secondTask = (taskId: string) =>
    `insert into tasks (id, request_id, user_id, deadline_at)
     select '${randomUUID()}', request_id, user_id, deadline_at from tasks where id = '${taskId}'`;

  it.each(violations)('%s detects %s', async (id, _what, sql) => {
    const broken = await afterPlanting(sql());
    expect(broken.map((line) => line.split(':')[0])).toContain(id);
  });
});

describe('damage to stored objects', () => {
  const findMissing = () => missingObjects(services.pool, services.objects);
  const readFullKey = async (taskId: string): Promise<string> => {
    const { rows } = await services.pool.query<{ key: string }>(
      `select result ->> 'fullKey' as key from tasks where id = $1`,
      [taskId],
    );
    return rows[0]?.key ?? '';
  };

  it('isn’t reported for data that the server created', async () => {
    expect(await findMissing()).toEqual([]);
  });

  it.each([
    ['is missing', (key: string) => services.objects.delete(key)],
    ['is truncated', (key: string) => services.objects.write(key, Buffer.from('pi'), PNG)],
    ['has other bytes', (key: string) => services.objects.write(key, Buffer.from('pic?'), PNG)],
  ])('is reported for an object that %s', async (_what, spoil) => {
    const key = await readFullKey(completedTask);
    const bytes = await services.objects.read(key);
    await spoil(key);
    expect(await findMissing()).toEqual([key]);
    await services.objects.write(key, bytes, PNG);
  });
});
const PNG = { contentType: 'image/png' };
