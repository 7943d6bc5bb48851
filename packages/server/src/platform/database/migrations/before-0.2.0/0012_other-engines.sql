ALTER TABLE "tasks" ADD COLUMN "engine" text GENERATED ALWAYS AS (result -> 'engine' ->> 'id') STORED;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "engine_model" text GENERATED ALWAYS AS (result -> 'engine' ->> 'model') STORED;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "engine_prompt" text GENERATED ALWAYS AS (result -> 'engine' ->> 'prompt') STORED;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "engine_seed" bigint GENERATED ALWAYS AS ((result -> 'engine' ->> 'seed')::bigint) STORED;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "engine_cost_class" text GENERATED ALWAYS AS (result -> 'engine' ->> 'cost_class') STORED;