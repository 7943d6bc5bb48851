-- Rules that the data must satisfy at any moment (I4: half a minute after recovery). Each query returns what
-- violates its rule, so it must return no row. Operators may run the queries at any time, because they only read.

-- I1 a balance is the sum of its ledger
select b.user_id::text as culprit
from credit_balances b
left join ledger_entries e on e.user_id = b.user_id and e.ledger = b.ledger
group by b.user_id, b.ledger, b.balance
having b.balance <> coalesce(sum(e.delta), 0);

-- I2 no balance is negative
select user_id::text as culprit from credit_balances where balance < 0;

-- I3 an accepted request was debited once; it was settled exactly if one of its tasks succeeded, and released exactly
-- if all of its tasks ended without success; a free request has none of these ledger entries
select r.id::text as culprit
from generation_requests r
cross join lateral (
  select count(*) filter (where kind = 'reserve') as reserves, count(*) filter (where kind = 'settle') as settles,
    count(*) filter (where kind = 'release') as releases, coalesce(sum(delta), 0) as moved
  from ledger_entries where request_id = r.id
) l
cross join lateral (
  select bool_or(status = 'SUCCESS') as has_success,
    bool_and(status in ('FAILURE', 'REVOKED')) as is_lost
  from tasks where request_id = r.id
) t
where case when r.cost = 0 then l.reserves + l.settles + l.releases <> 0 or r.credit_state <> 'free' else
  l.reserves <> 1
  or l.settles <> case when t.has_success then 1 else 0 end
  or l.releases <> case when t.is_lost then 1 else 0 end
  or l.moved <> case when t.is_lost then 0 else -r.cost end
  or r.credit_state <> (case when t.has_success then 'settled' when t.is_lost then 'released' else 'reserved' end)::credit_state
end;

-- I4 no unfinished task is more than half a minute past its deadline
select id::text as culprit from tasks
where status in ('PENDING', 'STARTED') and deadline_at < now() - interval '30 seconds';

-- I5 a task ends once, with the state in its row; only the last 29 days are checked, because older transitions are
-- deleted
select t.id::text as culprit
from tasks t
left join task_transitions x on x.task_id = t.id and x.to_status in ('SUCCESS', 'FAILURE', 'REVOKED')
where t.finished_at is null or t.finished_at > now() - interval '29 days'
group by t.id, t.status
having count(x.id) <> case when t.status in ('SUCCESS', 'FAILURE', 'REVOKED') then 1 else 0 end
  or bool_or(x.to_status <> t.status);

-- I6 a successful task has two objects: stored (or removed since), not empty, and of the same user, task and attempt.
-- The result of a scene also has the request's seed. A description has a text instead of objects. A temporary file
-- (passing) has no such objects either, and is the result of an export.
select t.id::text as culprit
from tasks t
join generation_requests r on r.id = t.request_id
where t.status = 'SUCCESS' and case when r.tool = 'describe' then
  coalesce(t.result ->> 'finalDescription', '') = ''
when t.result ->> 'fullKey' like '%-passing.%' then r.tool <> 'export'
else (
  select count(*) from assets a
  where a.key in (t.result ->> 'fullKey', t.result ->> 'standardKey') and a.state in ('stored', 'removed')
    and a.user_id = t.user_id and a.task_id = t.id and a.attempt = t.attempt and a.size_bytes > 0
) <> 2 or (r.tool = 'scene' and (t.result #>> '{scene,seed}') is distinct from (r.input ->> 'seed'))
end;

-- I7 each download has one ledger entry: a debit of one credit, or an entry of another kind for no credits; and each
-- such entry has one download
select coalesce(d.user_id, e.user_id)::text as culprit
from downloads d
full join (
  select * from ledger_entries
  where ledger = 'download' and (kind = 'debit' or reference like 'download:%')
) e
  on e.reference = 'download:' || d.user_id || ':' || d.key
where d.key is null or e.id is null or e.delta <> case e.kind when 'debit' then -1 else 0 end;

-- I8 a token family has one refresh token that wasn't rotated: its newest
select family_id::text as culprit
from refresh_tokens
group by family_id
having count(*) filter (where rotated_at is null) <> 1
  or max(generation) <> max(generation) filter (where rotated_at is null);

-- I9 a user gets the free allowance at most once per ledger
select user_id::text as culprit from ledger_entries where kind = 'grant' and reference like 'grant:%'
group by user_id, ledger having count(*) > 1;

-- I10 a request has one task per variant, numbered from 0
select r.id::text as culprit
from generation_requests r
left join tasks t on t.request_id = r.id
group by r.id, r.input
having array_agg(t.variant order by t.variant)::integer[]
  is distinct from array(select generate_series(0, coalesce((r.input ->> 'count')::integer, 1) - 1));

-- I11 the credits that a month of a plan granted and revoked are in the ledger of the user who got them, and the ledger
-- has no other entries of plans
select coalesce(m.user_id, e.user_id)::text as culprit
from (
  select user_id, subscription_id || ':' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as month,
    granted_credits - taken_back_credits as moved
  from plan_months where user_id is not null
) m
full join (
  select user_id, substring(reference from '^plan:(.*):[0-9]+$') as month, sum(delta) as moved
  from ledger_entries where reference like 'plan:%' group by 1, 2
) e on e.user_id = m.user_id and e.month = m.month
where coalesce(m.moved, 0) <> coalesce(e.moved, 0);

-- I12 the output picture of a visible record was confirmed, and belongs to the record's user: it is a stored result, an
-- upload, or a picture that was uploaded for this record
select r.id::text as culprit
from generation_records r
where r.is_visible and (
  r.confirmed_at is null or r.output_image_url_key is null or not (
    exists (select from assets a where a.key = r.output_image_url_key and a.user_id = r.user_id and a.state = 'stored')
    or exists (select from uploads u where u.key = r.output_image_url_key and u.user_id = r.user_id)
    or r.output_image_url_key like 'records/' || r.user_id || '/' || r.id || '/%'
  )
);

-- I13 a month of a plan that is due credits was paid for: it overlaps a period of a paid invoice that wasn't fully
-- refunded
select m.subscription_id as culprit
from plan_months m
where m.due_credits > 0 and not exists (
  select from invoices i
  join invoice_periods p on p.invoice_id = i.id
  left join invoice_refunds r on r.invoice_id = i.id
  where i.subscription_id = m.subscription_id and i.status = 'paid' and r.is_whole is not true
    and p.kind <> 'credit' and p.starts_at < m.ends_at and p.ends_at > m.starts_at
);

-- I14 an archive contains only records of its own user
select a.user_id::text as culprit
from archives a
join generation_records r on r.id = any(a.record_ids)
where r.user_id <> a.user_id;

-- I15 a subscription that is due more than one credit (one may come from rounding) has a paid invoice that was neither
-- fully refunded nor fully taken back by disputes
select m.subscription_id as culprit
from plan_months m
where m.user_id is not null
group by m.subscription_id
having sum(m.due_credits) > 1 and not exists (
  select from invoices i
  left join invoice_refunds r on r.invoice_id = i.id
  cross join lateral (
    select coalesce(sum(amount_minor), 0) as taken
    from invoice_disputes where invoice_id = i.id and state in ('open', 'lost')
  ) d
  where i.subscription_id = m.subscription_id and i.status = 'paid' and i.amount_minor >= 0
    and r.is_whole is not true and d.taken < greatest(i.amount_minor, 1)
);

-- I16 the credits that an API key spent in a month are the costs of its requests, without released ones
select coalesce(m.key_id, r.api_key_id)::text as culprit
from api_key_months m
full join (
  select api_key_id, ceiling_month, sum(cost) as spent
  from generation_requests
  where api_key_id is not null and ceiling_month is not null and credit_state in ('reserved', 'settled')
  group by 1, 2
) r on r.api_key_id = m.key_id and r.ceiling_month = m.month
where coalesce(m.spent, 0) <> coalesce(r.spent, 0);

-- I17 the sums of a user's stored data are correct: bytes, uploads of unknown size, and visible records
select coalesce(g.user_id, k.user_id)::text as culprit
from storage_usage g
full join (
  select user_id, sum(bytes) as bytes, sum(unsized) as unsized, sum(shown) as shown
  from (
    select user_id, coalesce(size_bytes, 0)::bigint as bytes, (size_bytes is null)::integer as unsized, 0 as shown from uploads
    union all select user_id, size_bytes, 0, 0 from assets where state <> 'removed'
    union all select user_id, slot_bytes, 0, (is_visible and deleted_at is null)::integer from generation_records
  ) kept
  group by user_id
) k on k.user_id = g.user_id
where coalesce(g.bytes, 0) <> coalesce(k.bytes, 0) or coalesce(g.unsized_uploads, 0) <> coalesce(k.unsized, 0)
  or coalesce(g.shown_records, 0) <> coalesce(k.shown, 0);

-- I18 the counts of a run's items and of their credits are correct
select coalesce(c.run_id, i.run_id)::text as culprit
from run_counts c
full join (
  select run_id, state, source_kind, count(*) as items, sum(credits) as credits from run_items group by 1, 2, 3
) i on i.run_id = c.run_id and i.state = c.state and i.source_kind = c.source_kind
where coalesce(c.items, 0) <> coalesce(i.items, 0) or coalesce(c.credits, 0) <> coalesce(i.credits, 0);

-- I19 the daily totals of API calls are correct, as long as the calls of the day are kept
select coalesce(d.key_id, c.key_id)::text as culprit
from (select * from api_call_days where day > ((now() at time zone 'UTC')::date - 89)) d
full join (
  select a.key_id, (a.at at time zone 'UTC')::date as day, coalesce(a.tool, '') as tool, count(*) as calls,
    count(*) filter (where a.status >= 400) as errors, sum(case when r.credit_state = 'released' then 0 else a.credits end) as credits
  from api_calls a
  left join generation_requests r on r.id = a.job_id
  where a.at >= ((now() at time zone 'UTC')::date - 88)::timestamp at time zone 'UTC'
    and a.at < (select day from api_call_days_end)::timestamp at time zone 'UTC'
  group by 1, 2, 3
) c on c.key_id = d.key_id and c.day = d.day and c.tool = d.tool
where coalesce(d.calls, 0) <> coalesce(c.calls, 0) or coalesce(d.errors, 0) <> coalesce(c.errors, 0)
  or coalesce(d.credits, 0) <> coalesce(c.credits, 0)
  or coalesce((select sum(calls) from unnest(d.durations_calls) calls), 0) <> coalesce(c.calls, 0);
