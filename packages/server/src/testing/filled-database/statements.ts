/** Numbers of rows in each table, in proportion to the number of tasks. */
export interface RowCounts {
  readonly tasks: number;
  readonly users: number;
  readonly uploads: number;
  readonly runs: number;
  readonly apiKeys: number;
  readonly apiCalls: number;
  readonly webhooks: number;
  readonly webhookEvents: number;
}

/** Number of items in the largest run, the maximum size. */
const LARGEST_RUN = 10_000;
const ITEMS_PER_RUN = 1_000;
/** Number of consecutive tasks that use the same photo. */
const TASKS_PER_UPLOAD = 4;
/**
 * Days for which results exist. Older results count as removed by their owners, because 20 million rows would take
 * another 9 GB.
 */
const DAYS_OF_RESULTS = 60;
const RESULTS = `results of the last ${DAYS_OF_RESULTS} days`;
/** Days for which the server keeps state transitions of tasks. */
const DAYS_OF_TRANSITIONS = 30;
/** Every fourth task is an item of a run. */
const TASKS_PER_ITEM = 4;

export function amountsFor(tasks: number): RowCounts {
  const items = Math.ceil(tasks / TASKS_PER_ITEM);
  return {
    tasks,
    users: Math.ceil(tasks / 100),
    uploads: Math.ceil(tasks / TASKS_PER_UPLOAD),
    runs: 1 + Math.ceil(Math.max(0, items - LARGEST_RUN) / ITEMS_PER_RUN),
    apiKeys: Math.ceil(tasks / 2000),
    apiCalls: Math.ceil(tasks / 4),
    webhooks: Math.ceil(tasks / 8000),
    webhookEvents: Math.ceil(tasks / 50),
  };
}

export interface FillStep {
  readonly what: string;
  /** Names of the steps whose rows this step reads. */
  readonly after?: readonly string[];
  readonly statements: readonly string[];
}

/**
 * Builds the statements that fill the database with test data, deterministically and in sets rather than single rows.
 * The distribution is realistic: the busiest of 100,000 users has a hundredth of all data, events are spread over 400
 * days until a minute ago, and some tasks wait. The first step runs before all others; independent steps may run in
 * parallel. Foreign keys and triggers are disabled (`session_replication_role`), so rows that triggers would write are
 * written here.
 */
export function stepsFor({
  tasks,
  users,
  uploads,
  runs,
  apiKeys,
  apiCalls,
  webhooks,
  webhookEvents,
}: RowCounts): readonly FillStep[] {
  const waiting = Math.min(300, Math.floor(tasks / 100));
  return [
    {
      what: 'functions',
      statements: [
        `create schema if not exists scale`,
        // Fixes the current time, so that all steps use the same one, even those that run in parallel.
        `do $$ begin execute format('create or replace function scale.now() returns timestamptz immutable parallel safe language sql
           return %L::timestamptz', now()); end $$`,
        `create or replace function scale.id(kind text, n bigint) returns uuid immutable parallel safe language sql
           return md5(kind || n::text)::uuid`,
        `create or replace function scale.share(kind text, n bigint) returns float8 immutable parallel safe language sql
           return (hashtextextended(kind, n) & 2147483647) / 2147483648.0`,
        // Maps a row number to its user; the first user has the most rows.
        `create or replace function scale.user_no(kind text, n bigint) returns bigint immutable parallel safe language sql
           return floor(${users} * power(scale.share(kind, n), 2.5))::bigint`,
        `create or replace function scale.run_no(item bigint) returns bigint immutable parallel safe language sql
           return case when item < ${LARGEST_RUN} then 0 else 1 + (item - ${LARGEST_RUN}) / ${ITEMS_PER_RUN} end`,
        `create or replace function scale.run_row(item bigint) returns integer immutable parallel safe language sql
           return (case when item < ${LARGEST_RUN} then item else (item - ${LARGEST_RUN}) % ${ITEMS_PER_RUN} end + 1)::integer`,
        // Maps a task to its owner: items of one run have one owner, and so do tasks with the same photo.
        `create or replace function scale.owner_no(task bigint) returns bigint immutable parallel safe language sql
           return case when task % ${TASKS_PER_ITEM} = 3 then scale.user_no('run', scale.run_no(task / ${TASKS_PER_ITEM}))
             else scale.user_no('photo', task / ${TASKS_PER_UPLOAD}) end`,
        `create or replace function scale.at(n bigint) returns timestamptz stable parallel safe language sql
           return scale.now() - interval '1 minute' - interval '400 days' * (1 - (n + 1) / ${tasks}.0::float8)`,
      ],
    },
    {
      what: 'users and organizations',
      statements: [
        `insert into users (id, email, is_guest, created_at, email_verified_at)
         select scale.id('user', n), case when n % 10 < 7 then 'user' || n || '@shop.example' end, n % 10 >= 7,
           scale.now() - interval '400 days' * (1 - n / ${users}.0), case when n % 10 < 7 then scale.now() - interval '1 day' end
         from generate_series(0, ${users} - 1) n`,
        `insert into organizations (id, name, subscription_type, created_at)
         select scale.id('organization', n), 'Shop ' || n, 'free', scale.now() - interval '400 days' from generate_series(0, ${users} - 1) n`,
        `insert into memberships (id, organization_id, user_id, role)
         select scale.id('membership', n), scale.id('organization', n), scale.id('user', n),
           (case when n % 10 < 7 then 'owner' else 'guest' end)::role from generate_series(0, ${users} - 1) n`,
        `insert into guest_origins (user_id, address_hash, is_granted)
         select scale.id('user', n), sha256(('address' || n / 50)::bytea), true from generate_series(0, ${users} - 1) n where n % 10 >= 7`,
        `insert into refresh_token_families (id, user_id, created_at, last_used_at, user_agent)
         select scale.id('family', n), scale.id('user', n), scale.now() - interval '20 days', scale.now() - interval '1 hour' * (n % 400), 'scale'
         from generate_series(0, ${users} - 1) n`,
        `insert into refresh_tokens (family_id, generation, token_hash, issued_at, expires_at, rotated_at)
         select scale.id('family', n), g, sha256(('token' || n || '-' || g)::bytea), scale.now() - interval '1 day' * (4 - g),
           scale.now() + interval '30 days', case when g < 3 then scale.now() - interval '1 day' * (3 - g) end
         from generate_series(0, ${users} - 1) n, generate_series(1, 3) g`,
        `insert into analytics_events (id, user_id, name, properties, happened_at, created_at)
         select scale.id('event', n), scale.id('user', scale.user_no('event', n)), 'page_viewed', '{"path":"/studio"}', scale.at(n * 20), scale.at(n * 20)
         from generate_series(0, ${Math.floor(tasks / 20)} - 1) n`,
      ],
    },
    {
      what: 'subscriptions and keys',
      after: ['users and organizations'],
      statements: [
        `insert into api_keys (id, organization_id, user_id, name, mode, scopes, addresses, secret_hash, secret_start)
         select scale.id('key', n), scale.id('organization', u), scale.id('user', u), 'Shop', 'live', '{jobs:run}', '{}', sha256(('key' || n)::bytea), 'ps_live_' || n
         from (select n, n * 20 + n % 7 as u from generate_series(0, ${apiKeys} - 1) n) k where u < ${users} and u % 10 < 7`,
        `insert into subscriptions (id, world, organization_id, holder_user_id, customer_id, item_id, plan_id, status, period_starts_at,
           period_ends_at, is_duplicate, described_at, needs_sync, synced_at, paid_until, next_grant_at)
         select 'sub_' || n, 'demo', scale.id('organization', n), scale.id('user', n), 'cus_' || n, 'si_' || n, 'lite-month', 'active',
           scale.now() - interval '10 days', scale.now() + interval '20 days', false, scale.now(), false, scale.now(), scale.now() + interval '20 days', scale.now() + interval '20 days'
         from generate_series(0, ${users} - 1, 20) n where n % 10 < 7 and n > 0`,
        `insert into invoices (id, world, organization_id, subscription_id, holder_user_id, customer_id, status, amount_minor, currency, issued_at)
         select 'in_' || n, 'demo', scale.id('organization', n), 'sub_' || n, scale.id('user', n), 'cus_' || n, 'paid', 19900, 'usd', scale.now() - interval '10 days'
         from generate_series(0, ${users} - 1, 20) n where n % 10 < 7 and n > 0`,
        `insert into invoice_periods (invoice_id, position, kind, plan_id, credits_per_month, starts_at, ends_at)
         select 'in_' || n, 0, 'cycle', 'lite-month', 100, scale.now() - interval '10 days', scale.now() + interval '20 days'
         from generate_series(0, ${users} - 1, 20) n where n % 10 < 7 and n > 0`,
      ],
    },
    {
      what: 'uploads',
      statements: [
        `insert into uploads (key, user_id, label, created_at, policy_expires_at, size_bytes, look_after)
         select 'uploads/' || scale.id('user', scale.user_no('photo', n)) || '/' || scale.id('upload', n) || '.jpg',
           scale.id('user', scale.user_no('photo', n)), 'mug-' || n || '.jpg', scale.at(n * ${TASKS_PER_UPLOAD}) - interval '20 seconds', scale.at(n * ${TASKS_PER_UPLOAD}) + interval '10 minutes', 2000000,
           -- As if each had been looked at within the week: some are due.
           scale.now() - interval '30 minutes' + interval '7 days' * scale.share('look', n)
         from generate_series(0, ${uploads} - 1) n`,
      ],
    },
    {
      what: 'requests',
      after: ['subscriptions and keys'],
      statements: [
        `insert into generation_requests (id, user_id, type, feature_type, input, input_keys, cost, credit_state, created_at)
         select scale.id('request', n), scale.id('user', o), case when tool in ('recipe', 'export', 'describe') then null else 'bgremove' end, 1,
           jsonb_build_object('tool', tool, 'imageKey', key), array[key], case when tool in ('export', 'describe') then 0 else 1 end,
           (case when tool in ('export', 'describe') then 'free' when n >= ${tasks - waiting} then 'reserved'
             when n % 100 < 96 then 'settled' else 'released' end)::credit_state,
           scale.at(n)
         from (
           select n, scale.owner_no(n) as o,
             case when n % ${TASKS_PER_ITEM} = 3 then 'recipe' when n % 20 in (0, 6, 12) then 'scene' when n % 20 = 8 then 'export'
               when n % 20 = 9 then 'describe' else 'cut-out' end as tool,
             'uploads/' || scale.id('user', scale.user_no('photo', n / ${TASKS_PER_UPLOAD})) || '/' || scale.id('upload', n / ${TASKS_PER_UPLOAD}) || '.jpg' as key
           from generate_series(0, ${tasks} - 1) n offset 0
         ) r`,
        // A tenth of the requests were made with API keys, by users who have a key.
        `update generation_requests r set api_key_id = k.id, call_terms = '{"mode":"live","name":"Mug"}', ceiling_month = null
         from api_keys k where k.user_id = r.user_id and r.tool = 'cut-out' and hashtext(r.id::text) % 10 = 0`,
      ],
    },
    {
      what: 'tasks',
      statements: [
        `insert into tasks (id, request_id, user_id, status, attempt, progress, result, error_code, created_at, started_at, finished_at,
           deadline_at, queued_at)
         select scale.id('task', n), scale.id('request', n), scale.id('user', o),
           status::task_status, case when status = 'PENDING' then 0 else 1 end, case when status = 'SUCCESS' then 1 else 0 end,
           case when status <> 'SUCCESS' then null when n % 20 = 9 then '{"finalDescription":"A glossy red mug on a white ground."}'
             else jsonb_build_object('fullKey', folder || '1-full.png', 'standardKey', folder || '1-standard.webp', 'widthPx', 2000, 'heightPx', 1500)
               || case when n % 20 in (0, 6, 12) then '{"scene":{"facts":null,"seed":null,"placement":null}}'::jsonb else '{}' end end,
           case when status = 'FAILURE' then 'CORRUPT_IMAGE' end,
           scale.at(n), case when status <> 'PENDING' then scale.at(n) + interval '1 second' end,
           case when status in ('SUCCESS', 'FAILURE', 'REVOKED') then scale.at(n) + interval '3 seconds' end,
           case when status = 'PENDING' then scale.now() + interval '6 hours' else scale.at(n) + interval '5 minutes' end, scale.at(n)
         from (
           select n, o, case when n >= ${tasks - waiting} then 'PENDING' when n % 100 < 96 then 'SUCCESS' when n % 100 < 99 then 'FAILURE'
             else 'REVOKED' end as status,
             'results/' || scale.id('user', o) || '/' || scale.id('task', n) || '/' as folder
           from (select n, scale.owner_no(n) as o from generate_series(0, ${tasks} - 1) n offset 0) a offset 0
         ) t`,
      ],
    },
    {
      what: `transitions of the last ${DAYS_OF_TRANSITIONS} days`,
      after: ['tasks'],
      statements: [
        `insert into task_transitions (id, task_id, from_status, to_status, attempt, created_at)
         select gen_random_uuid(), t.id, x.old::task_status, case x.step when 3 then t.status else x.new::task_status end, least(x.step - 1, 1), t.created_at + interval '1 second' * (x.step - 1)
         from tasks t, (values (1, null, 'PENDING'), (2, 'PENDING', 'STARTED'), (3, 'STARTED', null)) x(step, old, new)
         where t.created_at > scale.now() - interval '${DAYS_OF_TRANSITIONS} days' and (x.step = 1 or t.status <> 'PENDING')
         order by t.created_at, x.step`,
      ],
    },
    {
      what: RESULTS,
      after: ['tasks'],
      statements: [
        `insert into assets (key, user_id, task_id, attempt, state, rendition, content_type, size_bytes, sha256, created_at)
         select t.result ->> case r.name when 'full' then 'fullKey' else 'standardKey' end, t.user_id, t.id, 1, 'stored', r.name,
           case r.name when 'full' then 'image/png' else 'image/webp' end, r.size + abs(hashtext(t.id::text)) % 1000, encode(sha256((t.id || r.name)::bytea), 'hex'), t.finished_at
         from tasks t, (values ('full', 1400000), ('standard', 60000)) r(name, size)
         where t.status = 'SUCCESS' and t.result ? 'fullKey' and t.created_at > scale.now() - interval '${DAYS_OF_RESULTS} days'`,
        `insert into downloads (user_id, key, created_at)
         select user_id, key, created_at + interval '1 minute' from assets where rendition = 'full' and hashtext(key) % 10 = 0`,
      ],
    },
    {
      what: 'records',
      statements: [
        `insert into generation_records (id, user_id, tool_type, name, text_prompt, thumb_url_key, input_image_url_key,
           standard_output_image_url_key, output_image_url_key, width_px, height_px, settings, is_visible, is_starred, confirmed_at, created_at)
         select scale.id('record', n), scale.id('user', o), (array[1, 2, 3, 6])[1 + n % 4], names.adjective || ' ' || names.noun || ' ' || n,
           case when n % 3 = 0 then names.adjective || ' ' || names.noun || ' on an oak table in the morning' else '' end, null,
           'uploads/' || scale.id('user', scale.user_no('photo', n / ${TASKS_PER_UPLOAD})) || '/' || scale.id('upload', n / ${TASKS_PER_UPLOAD}) || '.jpg',
           'results/' || scale.id('user', o) || '/' || scale.id('task', n) || '/1-standard.webp',
           'results/' || scale.id('user', o) || '/' || scale.id('task', n) || '/1-full.png', 2000, 1500, '{}', true, n % 50 = 0,
           scale.at(n) + interval '5 seconds', scale.at(n) + interval '4 seconds'
         from (select n, scale.owner_no(n) as o from generate_series(0, ${tasks - waiting} - 1) n
           where n % 4 <> 3 and n % 100 < 96 and n % 20 <> 9 and n % 10 not in (2, 4) offset 0) a
         cross join lateral (select
           (array['Red','Glossy','Small','Oak','Blue','Linen','Steel','Round'])[1 + abs(hashint8(n)) % 8] as adjective,
           (array['mug','lamp','chair','bottle','bag','watch','shoe','vase','clock','towel'])[1 + abs(hashint8(n * 7)) % 10] as noun) names`,
      ],
    },
    {
      what: 'ledger',
      after: ['users and organizations', 'requests', RESULTS],
      statements: [
        `insert into ledger_entries (id, user_id, ledger, kind, delta, reference, request_id, created_at)
         select gen_random_uuid(), r.user_id, 'freemium', x.kind::ledger_kind, x.delta, x.kind || ':' || r.id, r.id, r.created_at + x.later
         from generation_requests r
         cross join lateral (
           select 'reserve' as kind, -1 as delta, interval '0 seconds' as later
           union all select 'settle', 0, interval '3 seconds' where r.credit_state = 'settled'
           union all select 'release', 1, interval '3 seconds' where r.credit_state = 'released') x
         where r.cost > 0`,
        `insert into ledger_entries (id, user_id, ledger, kind, delta, reference, created_at)
         select gen_random_uuid(), d.user_id, 'download', 'debit', -1, 'download:' || d.user_id || ':' || d.key, d.created_at from downloads d`,
        // A first entry per user and ledger, so that every balance ends at 100 and is never negative.
        `insert into ledger_entries (id, user_id, ledger, kind, delta, reference, created_at)
         select gen_random_uuid(), u.id, l.ledger::ledger, 'adjust',
           100 - coalesce(e.moved, 0), 'scale:' || l.ledger::text || ':' || u.id, scale.now() - interval '401 days'
         from users u cross join (values ('freemium'::ledger), ('download')) l(ledger)
         left join (select user_id, ledger, sum(delta) as moved from ledger_entries group by 1, 2) e
           on e.user_id = u.id and e.ledger = l.ledger`,
        `insert into credit_balances (user_id, ledger, balance)
         select user_id, ledger, sum(delta) from ledger_entries group by 1, 2`,
      ],
    },
    {
      what: 'recipes and runs',
      statements: [
        `insert into recipes (id, user_id, name, version) select scale.id('recipe', n), scale.id('user', n), 'White square', 1
         from generate_series(0, ${Math.ceil(users / 10)} - 1) n`,
        `insert into recipe_versions (recipe_id, version, hash, recipe) select id, 1, 'hash', ${RECIPE} from recipes`,
        `insert into runs (id, user_id, name, status, recipe_name, recipe_version, recipe_hash, recipe, only_changed, created_at, started_at, finished_at)
         select scale.id('run', n), scale.id('user', scale.user_no('run', n)), 'Catalog ' || n, 'finished', 'White square', 1, 'hash', ${RECIPE}, false,
           scale.now() - interval '29 days' * (1 - n / ${runs}.0), scale.now() - interval '29 days' * (1 - n / ${runs}.0), scale.now() - interval '29 days' * (1 - n / ${runs}.0)
         from generate_series(0, ${runs} - 1) n`,
        `insert into run_items (run_id, row, user_id, sku, variant, slot, columns, source_kind, source_name, photo_key, photo_sha256, state,
           score, doubts, credits, request_id, tries, thumb_key)
         select scale.id('run', scale.run_no(k)), scale.run_row(k), scale.id('user', scale.owner_no(n)), 'sku-' || n, '', 'main', '{"sku":"x"}', 'upload', 'photo-' || n || '.jpg',
           'uploads/' || scale.id('user', scale.owner_no(n)) || '/' || scale.id('photo', n) || '.jpg', encode(sha256(('photo' || n)::bytea), 'hex'),
           (case when n % 100 >= 96 then 'failed' when k % 7 = 0 then 'needs_review' when k % 3 = 0 then 'approved' else 'done' end)::item_state,
           scale.share('score', n)::real, '[]', 1, scale.id('request', n), 1, 'results/' || scale.id('user', scale.owner_no(n)) || '/' || scale.id('task', n) || '/1-standard.webp'
         from (select k, k * ${TASKS_PER_ITEM} + 3 as n from generate_series(0, ${Math.floor((tasks - waiting) / TASKS_PER_ITEM)} - 1) k) a`,
        `insert into run_outputs (run_id, row, output_id, place, name, key, format, width_px, height_px, size_bytes, sha256, unsigned_sha256)
         select i.run_id, i.row, 'shop', 0, i.sku || '_shop.jpg', replace(i.thumb_key, '1-standard.webp', '1-full.png'), 'jpeg', 1600, 1600, 300000, i.photo_sha256, i.photo_sha256
         from run_items i where i.state <> 'failed'`,
      ],
    },
    {
      what: 'keys, calls and webhooks',
      after: ['subscriptions and keys'],
      statements: [
        `insert into api_calls (request_id, organization_id, key_id, tool, method, route, status, duration_ms, credits, at)
         select gen_random_uuid(), organization_id, id, 'cut-out', 'POST', '/v1/jobs', case when c % 50 = 0 then 429 else 201 end, 5 + c % 300, 1,
           scale.now() - interval '90 days' * (1 - c / ${apiCalls}.0)
         from (select c, floor(${apiKeys} * power(scale.share('call', c), 2.5))::bigint as n from generate_series(0, ${apiCalls} - 1) c) a
         join api_keys k on k.id = scale.id('key', a.n)`,
        // No day has totals of API calls yet; a scheduled round of the server writes them.
        `update api_call_days_end set day = (scale.now() at time zone 'UTC')::date - 91`,
        `insert into webhooks (id, organization_id, url, description, events)
         select scale.id('webhook', n), k.organization_id, 'https://shop' || n || '.example/hook', '', '{job.succeeded,job.failed}'
         from generate_series(0, ${webhooks} - 1) n join api_keys k on k.id = scale.id('key', n * 4)`,
        `insert into webhook_events (id, organization_id, type, body, created_at)
         select scale.id('webhook-event', n), w.organization_id, 'job.succeeded', '{"type":"job.succeeded","timestamp":"2026-01-01T00:00:00Z","data":{"id":"x"}}',
           scale.now() - interval '30 days' * (1 - n / ${webhookEvents}.0)
         from generate_series(0, ${webhookEvents} - 1) n join webhooks w on w.id = scale.id('webhook', n % ${webhooks})`,
        `insert into webhook_deliveries (id, webhook_id, event_id, state, tries, next_try_at, last_tried_at, status, duration_ms, created_at)
         select gen_random_uuid(), scale.id('webhook', n % ${webhooks}), e.id, case when n > ${webhookEvents - 200} then 'pending' else 'succeeded' end, 1,
           case when n > ${webhookEvents - 200} then scale.now() - interval '1 second' end, e.created_at, 204, 80, e.created_at
         from generate_series(0, ${webhookEvents} - 1) n join webhook_events e on e.id = scale.id('webhook-event', n)`,
      ],
    },
    {
      what: 'sums',
      after: ['uploads', RESULTS, 'records', 'recipes and runs'],
      statements: [
        `insert into storage_usage
         select user_id, sum(bytes), sum(unsized), sum(shown) from (
           select user_id, coalesce(size_bytes, 0)::bigint as bytes, (size_bytes is null)::integer as unsized, 0 as shown from uploads
           union all select user_id, size_bytes, 0, 0 from assets where state <> 'removed'
           union all select user_id, slot_bytes, 0, (is_visible and deleted_at is null)::integer from generation_records
         ) kept group by user_id`,
        `insert into run_counts select run_id, state, source_kind, count(*), sum(credits) from run_items group by 1, 2, 3`,
      ],
    },
  ];
}

const RECIPE = `'{"steps":{"cut_out":{},"ground":{"kind":"transparent"}},"outputs":[{"id":"shop","width":1600,"height":1600,"format":"jpeg","quality":90,"name_pattern":"{sku}_shop.{ext}"}]}'::jsonb`;
