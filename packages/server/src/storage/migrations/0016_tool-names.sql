-- A cut-out has one name everywhere. What an idempotency key stands for names the tool too: the text that is hashed is
-- the one of `accept.ts`, so that a request that is repeated across the update is still the same request.
UPDATE "idempotency_keys" k SET "fingerprint" = sha256(convert_to(
  '[' || r.feature_type || ',{"tool":"cut-out","imageKey":' || to_json(r.input ->> 'imageKey')
    || coalesce(',"engine":{"allowsFallback":' || (r.input #>> '{engine,allowsFallback}')
      || ',"keepsProduct":' || (r.input #>> '{engine,keepsProduct}') || '}', '')
    || '}]', 'UTF8'))
FROM "generation_requests" r WHERE r.id = k.request_id AND r.tool = 'remove-background';
--> statement-breakpoint
UPDATE "generation_requests" SET "input" = jsonb_set("input", '{tool}', '"cut-out"') WHERE "tool" = 'remove-background';
--> statement-breakpoint
-- Jobs that wait, where the queue has been here before.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE pgboss.job SET data = jsonb_set(data, '{job}', '"cut-out"') WHERE data ->> 'job' = 'remove-background';
  END IF;
END $$;
