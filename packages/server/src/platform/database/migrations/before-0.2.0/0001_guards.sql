-- The ledger is append-only. Rows leave it only together with their user (a foreign key's cascade, which runs
-- inside another trigger).
create function ledger_entries_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    return old;
  end if;
  raise exception 'ledger_entries is append-only' using errcode = 'integrity_constraint_violation';
end $$;
--> statement-breakpoint
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function ledger_entries_append_only();
--> statement-breakpoint
-- A terminal state is final, an attempt never goes back, and nothing skips from waiting to success.
create function tasks_guard() returns trigger language plpgsql as $$
begin
  if old.status in ('SUCCESS', 'FAILURE', 'REVOKED') and (
    new.status is distinct from old.status or new.result is distinct from old.result
    or new.error_code is distinct from old.error_code or new.attempt is distinct from old.attempt
    or new.finished_at is distinct from old.finished_at
  ) then
    raise exception 'task % has ended as %', old.id, old.status using errcode = 'integrity_constraint_violation';
  end if;
  if new.attempt < old.attempt or (old.status = 'PENDING' and new.status = 'SUCCESS')
    or (old.status = 'STARTED' and new.status = 'PENDING') then
    raise exception 'task %: % to % is not a step', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger tasks_guard before update on tasks for each row execute function tasks_guard();
--> statement-breakpoint
-- Every change of status leaves a trace and tells those who watch; the news goes out with the commit.
create function tasks_news() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into task_transitions (task_id, to_status, attempt) values (new.id, new.status, new.attempt);
    return null;
  end if;
  if new.status is distinct from old.status then
    insert into task_transitions (task_id, from_status, to_status, attempt)
      values (new.id, old.status, new.status, new.attempt);
  end if;
  if (new.status, new.progress, new.stage) is distinct from (old.status, old.progress, old.stage) then
    perform pg_notify('task_changed', new.id::text);
  end if;
  if new.status = 'REVOKED' and old.status <> 'REVOKED' then
    perform pg_notify('task_cancelled', new.id::text);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger tasks_news after insert or update on tasks for each row execute function tasks_news();
