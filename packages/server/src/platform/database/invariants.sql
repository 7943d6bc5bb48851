-- What must be true of the data at any moment (I4: half a minute after recovery). Each query names what breaks
-- its rule and must return no row. The tests run them after every concurrency case and prove with planted
-- violations that each catches its own; an operator may run them at any time, they only read.

-- I1 a balance is the sum of its ledger
select b.user_id::text as culprit
from credit_balances b
left join ledger_entries e on e.user_id = b.user_id and e.ledger = b.ledger
group by b.user_id, b.ledger, b.balance
having b.balance <> coalesce(sum(e.delta), 0);

-- I2 no balance is negative
select user_id::text as culprit from credit_balances where balance < 0;

-- I3 an accepted request was debited once; it was settled exactly when a task of it succeeded, and released
-- exactly when all of them ended without success; a free one never moved anything
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

-- I4 nothing is stuck: no unfinished task outlives its deadline by more than half a minute
select id::text as culprit from tasks
where status in ('PENDING', 'STARTED') and deadline_at < now() - interval '30 seconds';

-- I5 a task ends once, and as its row says; how it came to that is kept for 30 days
select t.id::text as culprit
from tasks t
left join task_transitions x on x.task_id = t.id and x.to_status in ('SUCCESS', 'FAILURE', 'REVOKED')
where t.finished_at is null or t.finished_at > now() - interval '29 days'
group by t.id, t.status
having count(x.id) <> case when t.status in ('SUCCESS', 'FAILURE', 'REVOKED') then 1 else 0 end
  or bool_or(x.to_status <> t.status);

-- I6 a success has its objects: stored (or removed by their owner since), not empty, of the same user, and of the attempt that settled; a scene says
-- besides how to make it again; a description has words instead, and a browser's file only passes
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

-- I7 a paid download has one debit (of nothing without billing), and a debit one download
select coalesce(d.user_id, e.user_id)::text as culprit
from downloads d
full join (
  select * from ledger_entries
  where ledger = 'download' and (kind = 'debit' or reference like 'download:%')
) e
  on e.reference = 'download:' || d.user_id || ':' || d.key
where d.key is null or e.id is null or e.delta <> case e.kind when 'debit' then -1 else 0 end;

-- I8 a family has one live refresh token, its newest
select family_id::text as culprit
from refresh_tokens
group by family_id
having count(*) filter (where rotated_at is null) <> 1
  or max(generation) <> max(generation) filter (where rotated_at is null);

-- I9 a guest is given the free allowance at most once a ledger
select user_id::text as culprit from ledger_entries where kind = 'grant' and reference like 'grant:%'
group by user_id, ledger having count(*) > 1;

-- I10 a request has the tasks that it was split into, each once
select r.id::text as culprit
from generation_requests r
left join tasks t on t.request_id = r.id
group by r.id, r.input
having array_agg(t.variant order by t.variant)::integer[]
  is distinct from array(select generate_series(0, coalesce((r.input ->> 'count')::integer, 1) - 1));

-- I11 what a month of a plan has given and taken back is in the ledger of who got it, and nothing else of plans is
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

-- I12 a record that is visible was looked at, and its picture is there and its owner's: a stored result, an upload, or
-- in a slot of its own
select r.id::text as culprit
from generation_records r
where r.is_visible and (
  r.confirmed_at is null or r.output_image_url_key is null or not (
    exists (select from assets a where a.key = r.output_image_url_key and a.user_id = r.user_id and a.state = 'stored')
    or exists (select from uploads u where u.key = r.output_image_url_key and u.user_id = r.user_id)
    or r.output_image_url_key like 'records/' || r.user_id || '/' || r.id || '/%'
  )
);

-- I13 what a month of a plan gives was paid for: a paid invoice that was not refunded as a whole has time of it
select m.subscription_id as culprit
from plan_months m
where m.due_credits > 0 and not exists (
  select from invoices i
  join invoice_periods p on p.invoice_id = i.id
  left join invoice_refunds r on r.invoice_id = i.id
  where i.subscription_id = m.subscription_id and i.status = 'paid' and r.is_whole is not true
    and p.kind <> 'credit' and p.starts_at < m.ends_at and p.ends_at > m.starts_at
);

-- I14 a link to an archive names nobody else's records
select a.user_id::text as culprit
from archives a
join generation_records r on r.id = any(a.record_ids)
where r.user_id <> a.user_id;

-- I15 nobody has a plan's credits for nothing, but for one that rounding may bring: of what was paid for a subscription
-- something is left that was neither refunded nor taken back by a bank
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

-- I16 what an API key has spent in a month is what its requests cost that were not given back
select coalesce(m.key_id, r.api_key_id)::text as culprit
from api_key_months m
full join (
  select api_key_id, ceiling_month, sum(cost) as spent
  from generation_requests
  where api_key_id is not null and ceiling_month is not null and credit_state in ('reserved', 'settled')
  group by 1, 2
) r on r.api_key_id = m.key_id and r.ceiling_month = m.month
where coalesce(m.spent, 0) <> coalesce(r.spent, 0);

-- I17 what a user has stored is summed up right: bytes, uploads of unknown size, and records that are shown
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

-- I18 the items of a run are counted right
select coalesce(c.run_id, i.run_id)::text as culprit
from run_counts c
full join (
  select run_id, state, source_kind, count(*) as items, sum(credits) as credits from run_items group by 1, 2, 3
) i on i.run_id = c.run_id and i.state = c.state and i.source_kind = c.source_kind
where coalesce(c.items, 0) <> coalesce(i.items, 0) or coalesce(c.credits, 0) <> coalesce(i.credits, 0);

-- I19 what programs did on a day that is over is summed up right, as long as its calls are kept
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
