-- A cut-out has one name everywhere. What an idempotency key stands for names the tool too: the text that is hashed is
-- the one of `accept.ts`, so that a request that is repeated across the update is still the same request.
-- What is not done yet keeps the earlier name, here and in the queue: workers of the release before may still take it, and know no other.
UPDATE "idempotency_keys" k SET "fingerprint" = sha256(convert_to(
  '[' || r.feature_type || ',{"tool":"cut-out","imageKey":' || to_json(r.input ->> 'imageKey')
    || coalesce(',"engine":{"allowsFallback":' || (r.input #>> '{engine,allowsFallback}')
      || ',"keepsProduct":' || (r.input #>> '{engine,keepsProduct}') || '}', '')
    || '}]', 'UTF8'))
FROM "generation_requests" r WHERE r.id = k.request_id AND r.tool = 'remove-background'
  AND NOT EXISTS (SELECT FROM "tasks" t WHERE t.request_id = r.id AND t.status IN ('PENDING', 'STARTED'));
--> statement-breakpoint
UPDATE "generation_requests" r SET "input" = jsonb_set("input", '{tool}', '"cut-out"') WHERE "tool" = 'remove-background'
  AND NOT EXISTS (SELECT FROM "tasks" t WHERE t.request_id = r.id AND t.status IN ('PENDING', 'STARTED'));
