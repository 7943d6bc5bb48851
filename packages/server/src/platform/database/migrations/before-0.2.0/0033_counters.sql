-- What is summed and counted for every answer is kept beside what it sums, by triggers that see each statement as a whole. Nobody writes
-- between the triggers' beginning and the first sums: the other release may be running.
LOCK TABLE "assets", "uploads", "generation_records", "run_items" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "storage_usage" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"unsized_uploads" integer NOT NULL,
	"shown_records" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_counts" (
	"run_id" uuid NOT NULL,
	"state" "item_state" NOT NULL,
	"source_kind" text NOT NULL,
	"items" integer NOT NULL,
	"credits" integer NOT NULL,
	CONSTRAINT "run_counts_run_id_state_source_kind_pk" PRIMARY KEY("run_id","state","source_kind")
);
--> statement-breakpoint
DROP INDEX "generation_records_user";--> statement-breakpoint
DROP INDEX "api_calls_organization";--> statement-breakpoint
DROP INDEX "webhook_deliveries_due";--> statement-breakpoint
ALTER TABLE "storage_usage" ADD CONSTRAINT "storage_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_counts" ADD CONSTRAINT "run_counts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A user who is being deleted has no row anymore, and gets none again. What is deleted with them comes task by task.
CREATE FUNCTION add_stored(owner uuid, more_bytes bigint, more_unsized bigint, more_shown bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF more_bytes = 0 AND more_unsized = 0 AND more_shown = 0 THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM users WHERE id = owner) THEN RETURN; END IF;
  UPDATE storage_usage SET bytes = bytes + more_bytes, unsized_uploads = unsized_uploads + more_unsized, shown_records = shown_records + more_shown
  WHERE user_id = owner;
  IF FOUND THEN RETURN; END IF;
  INSERT INTO storage_usage (user_id, bytes, unsized_uploads, shown_records) VALUES (owner, more_bytes, more_unsized, more_shown)
  ON CONFLICT (user_id) DO UPDATE SET bytes = storage_usage.bytes + excluded.bytes,
    unsized_uploads = storage_usage.unsized_uploads + excluded.unsized_uploads, shown_records = storage_usage.shown_records + excluded.shown_records;
END $$;
--> statement-breakpoint
CREATE FUNCTION uploads_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM add_stored(user_id, bytes, unsized, shown) FROM (
      SELECT user_id, sum(bytes)::bigint AS bytes, sum(unsized)::bigint AS unsized, sum(shown)::bigint AS shown
      FROM (SELECT user_id, (coalesce(size_bytes, 0)::bigint) AS bytes, ((size_bytes IS NULL)::integer) AS unsized, 0 AS shown FROM new_rows) changed GROUP BY user_id ORDER BY user_id) sums;
  ELSIF tg_op = 'DELETE' THEN
    PERFORM add_stored(user_id, bytes, unsized, shown) FROM (
      SELECT user_id, sum(bytes)::bigint AS bytes, sum(unsized)::bigint AS unsized, sum(shown)::bigint AS shown
      FROM (SELECT user_id, -(coalesce(size_bytes, 0)::bigint) AS bytes, -((size_bytes IS NULL)::integer) AS unsized, 0 AS shown FROM old_rows) changed GROUP BY user_id ORDER BY user_id) sums;
  ELSE
    PERFORM add_stored(user_id, bytes, unsized, shown) FROM (
      SELECT user_id, sum(bytes)::bigint AS bytes, sum(unsized)::bigint AS unsized, sum(shown)::bigint AS shown
      FROM (SELECT user_id, (coalesce(size_bytes, 0)::bigint) AS bytes, ((size_bytes IS NULL)::integer) AS unsized, 0 AS shown FROM new_rows
        UNION ALL SELECT user_id, -(coalesce(size_bytes, 0)::bigint) AS bytes, -((size_bytes IS NULL)::integer) AS unsized, 0 AS shown FROM old_rows) changed GROUP BY user_id ORDER BY user_id) sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION assets_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM add_stored(user_id, bytes, unsized, shown) FROM (
      SELECT user_id, sum(bytes)::bigint AS bytes, sum(unsized)::bigint AS unsized, sum(shown)::bigint AS shown
      FROM (SELECT user_id, (CASE WHEN state <> 'removed' THEN size_bytes ELSE 0 END::bigint) AS bytes, 0 AS unsized, 0 AS shown FROM new_rows) changed GROUP BY user_id ORDER BY user_id) sums;
  ELSIF tg_op = 'DELETE' THEN
    PERFORM add_stored(user_id, bytes, unsized, shown) FROM (
      SELECT user_id, sum(bytes)::bigint AS bytes, sum(unsized)::bigint AS unsized, sum(shown)::bigint AS shown
      FROM (SELECT user_id, -(CASE WHEN state <> 'removed' THEN size_bytes ELSE 0 END::bigint) AS bytes, 0 AS unsized, 0 AS shown FROM old_rows) changed GROUP BY user_id ORDER BY user_id) sums;
  ELSE
    PERFORM add_stored(user_id, bytes, unsized, shown) FROM (
      SELECT user_id, sum(bytes)::bigint AS bytes, sum(unsized)::bigint AS unsized, sum(shown)::bigint AS shown
      FROM (SELECT user_id, (CASE WHEN state <> 'removed' THEN size_bytes ELSE 0 END::bigint) AS bytes, 0 AS unsized, 0 AS shown FROM new_rows
        UNION ALL SELECT user_id, -(CASE WHEN state <> 'removed' THEN size_bytes ELSE 0 END::bigint) AS bytes, 0 AS unsized, 0 AS shown FROM old_rows) changed GROUP BY user_id ORDER BY user_id) sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION generation_records_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM add_stored(user_id, bytes, unsized, shown) FROM (
      SELECT user_id, sum(bytes)::bigint AS bytes, sum(unsized)::bigint AS unsized, sum(shown)::bigint AS shown
      FROM (SELECT user_id, (slot_bytes::bigint) AS bytes, 0 AS unsized, ((is_visible AND deleted_at IS NULL)::integer) AS shown FROM new_rows) changed GROUP BY user_id ORDER BY user_id) sums;
  ELSIF tg_op = 'DELETE' THEN
    PERFORM add_stored(user_id, bytes, unsized, shown) FROM (
      SELECT user_id, sum(bytes)::bigint AS bytes, sum(unsized)::bigint AS unsized, sum(shown)::bigint AS shown
      FROM (SELECT user_id, -(slot_bytes::bigint) AS bytes, 0 AS unsized, -((is_visible AND deleted_at IS NULL)::integer) AS shown FROM old_rows) changed GROUP BY user_id ORDER BY user_id) sums;
  ELSE
    PERFORM add_stored(user_id, bytes, unsized, shown) FROM (
      SELECT user_id, sum(bytes)::bigint AS bytes, sum(unsized)::bigint AS unsized, sum(shown)::bigint AS shown
      FROM (SELECT user_id, (slot_bytes::bigint) AS bytes, 0 AS unsized, ((is_visible AND deleted_at IS NULL)::integer) AS shown FROM new_rows
        UNION ALL SELECT user_id, -(slot_bytes::bigint) AS bytes, 0 AS unsized, -((is_visible AND deleted_at IS NULL)::integer) AS shown FROM old_rows) changed GROUP BY user_id ORDER BY user_id) sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER uploads_stored_insert AFTER INSERT ON uploads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION uploads_stored();
--> statement-breakpoint
CREATE TRIGGER uploads_stored_update AFTER UPDATE ON uploads REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION uploads_stored();
--> statement-breakpoint
CREATE TRIGGER uploads_stored_delete AFTER DELETE ON uploads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION uploads_stored();
--> statement-breakpoint
CREATE TRIGGER assets_stored_insert AFTER INSERT ON assets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION assets_stored();
--> statement-breakpoint
CREATE TRIGGER assets_stored_update AFTER UPDATE ON assets REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION assets_stored();
--> statement-breakpoint
CREATE TRIGGER assets_stored_delete AFTER DELETE ON assets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION assets_stored();
--> statement-breakpoint
CREATE TRIGGER generation_records_stored_insert AFTER INSERT ON generation_records REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION generation_records_stored();
--> statement-breakpoint
CREATE TRIGGER generation_records_stored_update AFTER UPDATE ON generation_records REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION generation_records_stored();
--> statement-breakpoint
CREATE TRIGGER generation_records_stored_delete AFTER DELETE ON generation_records REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION generation_records_stored();
--> statement-breakpoint
CREATE FUNCTION add_run_items(run uuid, of_state item_state, kind text, more_items bigint, more_credits bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF more_items = 0 AND more_credits = 0 THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM runs WHERE id = run) THEN RETURN; END IF;
  UPDATE run_counts SET items = items + more_items, credits = credits + more_credits
  WHERE run_id = run AND state = of_state AND source_kind = kind;
  IF FOUND THEN RETURN; END IF;
  INSERT INTO run_counts (run_id, state, source_kind, items, credits) VALUES (run, of_state, kind, more_items, more_credits)
  ON CONFLICT (run_id, state, source_kind) DO UPDATE SET items = run_counts.items + excluded.items, credits = run_counts.credits + excluded.credits;
END $$;
--> statement-breakpoint
-- Rows are changed in one order, so that two statements about one run do not wait for each other.
CREATE FUNCTION run_items_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM add_run_items(run_id, state, source_kind, items, credits) FROM (
      SELECT run_id, state, source_kind, sum(items)::bigint AS items, sum(credits)::bigint AS credits
      FROM (SELECT run_id, state, source_kind, 1 AS items, credits FROM new_rows) changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3) sums;
  ELSIF tg_op = 'DELETE' THEN
    PERFORM add_run_items(run_id, state, source_kind, items, credits) FROM (
      SELECT run_id, state, source_kind, sum(items)::bigint AS items, sum(credits)::bigint AS credits
      FROM (SELECT run_id, state, source_kind, -1 AS items, -credits AS credits FROM old_rows) changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3) sums;
  ELSE
    PERFORM add_run_items(run_id, state, source_kind, items, credits) FROM (
      SELECT run_id, state, source_kind, sum(items)::bigint AS items, sum(credits)::bigint AS credits
      FROM (SELECT run_id, state, source_kind, 1 AS items, credits FROM new_rows
        UNION ALL SELECT run_id, state, source_kind, -1 AS items, -credits AS credits FROM old_rows) changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3) sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER run_items_counted_insert AFTER INSERT ON run_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION run_items_counted();
--> statement-breakpoint
CREATE TRIGGER run_items_counted_update AFTER UPDATE ON run_items REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION run_items_counted();
--> statement-breakpoint
CREATE TRIGGER run_items_counted_delete AFTER DELETE ON run_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION run_items_counted();
--> statement-breakpoint
INSERT INTO "storage_usage"
-- As text: before PostgreSQL 17 the value cannot be used in the transaction that adds it, which is that of all migrations that are due.
SELECT user_id, sum(bytes), sum(unsized), sum(shown) FROM (
  SELECT user_id, coalesce(size_bytes, 0)::bigint AS bytes, (size_bytes IS NULL)::integer AS unsized, 0 AS shown FROM uploads
  UNION ALL SELECT user_id, size_bytes, 0, 0 FROM assets WHERE state::text <> 'removed'
  UNION ALL SELECT user_id, slot_bytes, 0, (is_visible AND deleted_at IS NULL)::integer FROM generation_records
) kept GROUP BY user_id;
--> statement-breakpoint
INSERT INTO "run_counts" SELECT run_id, state, source_kind, count(*), sum(credits) FROM run_items GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE INDEX "generation_requests_called" ON "generation_requests" USING btree ("user_id",(call_terms ->> 'mode'),"created_at","id") WHERE call_terms is not null;--> statement-breakpoint
CREATE INDEX "task_transitions_created" ON "task_transitions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "run_items_thumb" ON "run_items" USING btree ("thumb_key") WHERE thumb_key is not null;--> statement-breakpoint
CREATE INDEX "runs_deleted" ON "runs" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "runs_over" ON "runs" USING btree (coalesce(finished_at, created_at)) WHERE deleted_at is null and status in ('draft', 'canceled', 'finished');--> statement-breakpoint
CREATE INDEX "generation_records_shown" ON "generation_records" USING btree ("user_id","created_at","id") WHERE is_visible and deleted_at is null;--> statement-breakpoint
CREATE INDEX "generation_records_names" ON "generation_records" USING btree ("user_id",lower(name),"created_at","id") WHERE is_visible and deleted_at is null;--> statement-breakpoint
CREATE INDEX "api_calls_organization" ON "api_calls" USING btree ("organization_id","at","request_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_try_at") WHERE state = 'pending';