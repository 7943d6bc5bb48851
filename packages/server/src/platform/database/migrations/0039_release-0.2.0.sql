-- The schema of release 0.2.0, for a database that is empty. The migrations in before-0.2.0 make the same of earlier databases.
CREATE TYPE "asset_state" AS ENUM('writing', 'stored', 'removed');--> statement-breakpoint
CREATE TYPE "credit_state" AS ENUM('reserved', 'settled', 'released', 'free');--> statement-breakpoint
CREATE TYPE "ledger" AS ENUM('freemium', 'download');--> statement-breakpoint
CREATE TYPE "ledger_kind" AS ENUM('grant', 'reserve', 'settle', 'release', 'debit', 'adjust');--> statement-breakpoint
CREATE TYPE "role" AS ENUM('guest', 'member', 'admin', 'owner');--> statement-breakpoint
CREATE TYPE "task_status" AS ENUM('PENDING', 'STARTED', 'SUCCESS', 'FAILURE', 'REVOKED');--> statement-breakpoint
CREATE TYPE "billing_world" AS ENUM('production', 'staging', 'demo');--> statement-breakpoint
CREATE TYPE "subscription_status" AS ENUM('unpaid', 'active', 'past_due', 'ended');--> statement-breakpoint
CREATE TYPE "item_state" AS ENUM('waiting', 'running', 'done', 'needs_review', 'approved', 'rejected', 'failed', 'skipped');--> statement-breakpoint
CREATE TYPE "run_status" AS ENUM('draft', 'running', 'paused', 'canceled', 'finished');--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid NOT NULL,
	"email" text,
	"is_guest" boolean NOT NULL,
	"was_guest_user" boolean DEFAULT false NOT NULL,
	"is_test_user" boolean DEFAULT false NOT NULL,
	"first_name" text DEFAULT ''::text NOT NULL,
	"last_name" text DEFAULT ''::text NOT NULL,
	"company_name" text,
	"gcp_user_identity" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"password_hash" text,
	"email_verified_at" timestamp with time zone,
	"google_subject" text,
	"deleted_at" timestamp with time zone,
	"joined_user_id" uuid,
	"signs_pictures" boolean DEFAULT true NOT NULL,
	CONSTRAINT "users_pkey" PRIMARY KEY (id),
	CONSTRAINT "users_google_subject_unique" UNIQUE (google_subject)
);
--> statement-breakpoint
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));--> statement-breakpoint
CREATE INDEX users_deleted ON users USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX users_joined ON users USING btree (joined_user_id) WHERE (joined_user_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX users_guests ON users USING btree (created_at) WHERE (is_guest AND (deleted_at IS NULL));--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"subscription_type" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_pkey" PRIMARY KEY (id)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"scopes" text[] NOT NULL,
	"addresses" text[] NOT NULL,
	"monthly_ceiling" integer,
	"secret_hash" bytea,
	"secret_start" text NOT NULL,
	"previous_hash" bytea,
	"previous_until" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_pkey" PRIMARY KEY (id),
	CONSTRAINT "api_keys_secret_hash_unique" UNIQUE (secret_hash),
	CONSTRAINT "api_keys_previous_hash_unique" UNIQUE (previous_hash),
	CONSTRAINT "api_keys_end" CHECK (((ended_at IS NULL) = (secret_hash IS NOT NULL)) AND ((ended_at IS NULL) OR (previous_hash IS NULL))),
	CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
	CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX api_keys_organization ON api_keys USING btree (organization_id);--> statement-breakpoint
CREATE INDEX api_keys_user ON api_keys USING btree (user_id);--> statement-breakpoint
CREATE TABLE "generation_requests" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text,
	"feature_type" smallint NOT NULL,
	"input" jsonb NOT NULL,
	"cost" integer NOT NULL,
	"credit_state" credit_state NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tool" text GENERATED ALWAYS AS (input ->> 'tool'::text) STORED NOT NULL,
	"input_keys" text[] NOT NULL,
	"api_key_id" uuid,
	"ceiling_month" date,
	"call_terms" jsonb,
	CONSTRAINT "generation_requests_pkey" PRIMARY KEY (id),
	CONSTRAINT "generation_requests_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
	CONSTRAINT "generation_requests_api_key_id_api_keys_id_fk" FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX generation_requests_user ON generation_requests USING btree (user_id, created_at);--> statement-breakpoint
CREATE INDEX generation_requests_inputs ON generation_requests USING gin (input_keys);--> statement-breakpoint
CREATE INDEX generation_requests_key ON generation_requests USING btree (api_key_id, created_at) WHERE (api_key_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX generation_requests_called ON generation_requests USING btree (user_id, ((call_terms ->> 'mode'::text)), created_at, id) WHERE (call_terms IS NOT NULL);--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" task_status DEFAULT 'PENDING'::task_status NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"stage" text,
	"result" jsonb,
	"error_code" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"deadline_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"variant" smallint DEFAULT 0 NOT NULL,
	"shown_at" timestamp with time zone,
	"engine" text GENERATED ALWAYS AS (((result -> 'engine'::text) ->> 'id'::text)) STORED,
	"engine_model" text GENERATED ALWAYS AS (((result -> 'engine'::text) ->> 'model'::text)) STORED,
	"engine_prompt" text GENERATED ALWAYS AS (((result -> 'engine'::text) ->> 'prompt'::text)) STORED,
	"engine_seed" bigint GENERATED ALWAYS AS ((((result -> 'engine'::text) ->> 'seed'::text))::bigint) STORED,
	"engine_cost_class" text GENERATED ALWAYS AS (((result -> 'engine'::text) ->> 'cost_class'::text)) STORED,
	CONSTRAINT "tasks_pkey" PRIMARY KEY (id),
	CONSTRAINT "tasks_progress_range" CHECK ((progress >= (0)::double precision) AND (progress <= (1)::double precision)),
	CONSTRAINT "tasks_end" CHECK ( CASE status WHEN 'SUCCESS'::task_status THEN ((result IS NOT NULL) AND (finished_at IS NOT NULL)) WHEN 'FAILURE'::task_status THEN ((error_code IS NOT NULL) AND (finished_at IS NOT NULL)) WHEN 'REVOKED'::task_status THEN (finished_at IS NOT NULL) ELSE ((result IS NULL) AND (error_code IS NULL) AND (finished_at IS NULL)) END),
	CONSTRAINT "tasks_request_id_generation_requests_id_fk" FOREIGN KEY (request_id) REFERENCES generation_requests(id) ON DELETE CASCADE,
	CONSTRAINT "tasks_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX tasks_request ON tasks USING btree (request_id);--> statement-breakpoint
CREATE INDEX tasks_user ON tasks USING btree (user_id, created_at);--> statement-breakpoint
CREATE INDEX tasks_unfinished ON tasks USING btree (deadline_at) WHERE (status = ANY (ARRAY['PENDING'::task_status, 'STARTED'::task_status]));--> statement-breakpoint
CREATE INDEX tasks_finished ON tasks USING btree (finished_at);--> statement-breakpoint
CREATE TABLE "assets" (
	"key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"state" asset_state NOT NULL,
	"rendition" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assets_pkey" PRIMARY KEY (key),
	CONSTRAINT "assets_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
	CONSTRAINT "assets_task_id_tasks_id_fk" FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX assets_user ON assets USING btree (user_id, created_at);--> statement-breakpoint
CREATE INDEX assets_task ON assets USING btree (task_id);--> statement-breakpoint
CREATE INDEX assets_writing ON assets USING btree (created_at) WHERE (state = 'writing'::asset_state);--> statement-breakpoint
CREATE TABLE "credit_balances" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"ledger" ledger NOT NULL,
	"balance" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_balances_user_id_ledger_pk" PRIMARY KEY (user_id, ledger),
	CONSTRAINT "credit_balances_id_unique" UNIQUE (id),
	CONSTRAINT "credit_balances_never_negative" CHECK (balance >= 0),
	CONSTRAINT "credit_balances_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "downloads_user_id_key_pk" PRIMARY KEY (user_id, key),
	CONSTRAINT "downloads_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX downloads_key ON downloads USING btree (key);--> statement-breakpoint
CREATE TABLE "guest_origins" (
	"user_id" uuid NOT NULL,
	"address_hash" bytea NOT NULL,
	"is_granted" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_origins_pkey" PRIMARY KEY (user_id),
	CONSTRAINT "guest_origins_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX guest_origins_address ON guest_origins USING btree (address_hash, created_at);--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" bytea NOT NULL,
	"request_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY (user_id, key),
	CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
	CONSTRAINT "idempotency_keys_request_id_generation_requests_id_fk" FOREIGN KEY (request_id) REFERENCES generation_requests(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX idempotency_keys_expiry ON idempotency_keys USING btree (expires_at);--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"ledger" ledger NOT NULL,
	"kind" ledger_kind NOT NULL,
	"delta" integer NOT NULL,
	"reference" text NOT NULL,
	"request_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"about" jsonb,
	CONSTRAINT "ledger_entries_pkey" PRIMARY KEY (id),
	CONSTRAINT "ledger_entries_reference_unique" UNIQUE (reference),
	CONSTRAINT "ledger_entries_sign" CHECK ( CASE kind WHEN 'grant'::ledger_kind THEN (delta > 0) WHEN 'reserve'::ledger_kind THEN (delta < 0) WHEN 'debit'::ledger_kind THEN (delta < 0) WHEN 'release'::ledger_kind THEN (delta > 0) WHEN 'settle'::ledger_kind THEN (delta = 0) ELSE true END),
	CONSTRAINT "ledger_entries_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX ledger_entries_request ON ledger_entries USING btree (request_id);--> statement-breakpoint
CREATE INDEX ledger_entries_lines ON ledger_entries USING btree (user_id, ledger, created_at, id, delta);--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" role NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_pkey" PRIMARY KEY (id),
	CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
	CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX memberships_user ON memberships USING btree (user_id);--> statement-breakpoint
CREATE INDEX memberships_organization ON memberships USING btree (organization_id);--> statement-breakpoint
CREATE TABLE "refresh_token_families" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_because" text,
	"user_agent" text DEFAULT ''::text NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refresh_token_families_pkey" PRIMARY KEY (id),
	CONSTRAINT "refresh_token_families_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX refresh_token_families_user ON refresh_token_families USING btree (user_id);--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"family_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"token_hash" bytea NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"rotated_at" timestamp with time zone,
	CONSTRAINT "refresh_tokens_family_id_generation_pk" PRIMARY KEY (family_id, generation),
	CONSTRAINT "refresh_tokens_family_id_refresh_token_families_id_fk" FOREIGN KEY (family_id) REFERENCES refresh_token_families(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX refresh_tokens_hash ON refresh_tokens USING btree (token_hash);--> statement-breakpoint
CREATE UNIQUE INDEX refresh_tokens_one_live ON refresh_tokens USING btree (family_id) WHERE (rotated_at IS NULL);--> statement-breakpoint
CREATE INDEX refresh_tokens_expiry ON refresh_tokens USING btree (expires_at);--> statement-breakpoint
CREATE TABLE "task_transitions" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"from_status" task_status,
	"to_status" task_status NOT NULL,
	"attempt" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "task_transitions_pkey" PRIMARY KEY (id),
	CONSTRAINT "task_transitions_task_id_tasks_id_fk" FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX task_transitions_task ON task_transitions USING btree (task_id);--> statement-breakpoint
CREATE INDEX task_transitions_created ON task_transitions USING btree (created_at);--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"policy_expires_at" timestamp with time zone NOT NULL,
	"judgement" jsonb,
	"size_bytes" integer,
	"look_after" timestamp with time zone DEFAULT (now() + '1 day'::interval) NOT NULL,
	CONSTRAINT "uploads_pkey" PRIMARY KEY (key),
	CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX uploads_user ON uploads USING btree (user_id, created_at);--> statement-breakpoint
CREATE INDEX uploads_look ON uploads USING btree (look_after);--> statement-breakpoint
CREATE TABLE "attempts" (
	"kind" text NOT NULL,
	"subject_hash" bytea NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "attempts_kind_subject_hash_window_start_pk" PRIMARY KEY (kind, subject_hash, window_start)
);
--> statement-breakpoint
CREATE INDEX attempts_window ON attempts USING btree (window_start);--> statement-breakpoint
CREATE TABLE "granted_addresses" (
	"address_hash" bytea NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "granted_addresses_pkey" PRIMARY KEY (address_hash)
);
--> statement-breakpoint
CREATE TABLE "link_tokens" (
	"token_hash" bytea NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_tokens_pkey" PRIMARY KEY (token_hash),
	CONSTRAINT "link_tokens_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX link_tokens_user ON link_tokens USING btree (user_id);--> statement-breakpoint
CREATE INDEX link_tokens_expiry ON link_tokens USING btree (expires_at);--> statement-breakpoint
CREATE TABLE "used_captchas" (
	"challenge" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "used_captchas_pkey" PRIMARY KEY (challenge)
);
--> statement-breakpoint
CREATE INDEX used_captchas_expiry ON used_captchas USING btree (expires_at);--> statement-breakpoint
CREATE TABLE "billing_customers" (
	"organization_id" uuid NOT NULL,
	"world" billing_world NOT NULL,
	"customer_id" text NOT NULL,
	CONSTRAINT "billing_customers_organization_id_world_pk" PRIMARY KEY (organization_id, world),
	CONSTRAINT "billing_customers_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text NOT NULL,
	"world" billing_world NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_events_pkey" PRIMARY KEY (id)
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid NOT NULL,
	"world" billing_world NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"session_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "checkouts_pkey" PRIMARY KEY (id),
	CONSTRAINT "checkouts_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
	CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX checkouts_organization ON checkouts USING btree (organization_id);--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text NOT NULL,
	"world" billing_world NOT NULL,
	"organization_id" uuid NOT NULL,
	"subscription_id" text NOT NULL,
	"holder_user_id" uuid,
	"customer_id" text NOT NULL,
	"number" text,
	"status" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"hosted_url" text,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoices_pkey" PRIMARY KEY (id),
	CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX invoices_organization ON invoices USING btree (organization_id, issued_at);--> statement-breakpoint
CREATE INDEX invoices_subscription ON invoices USING btree (subscription_id);--> statement-breakpoint
CREATE TABLE "invoice_periods" (
	"invoice_id" text NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"plan_id" text NOT NULL,
	"credits_per_month" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_periods_invoice_id_position_pk" PRIMARY KEY (invoice_id, "position"),
	CONSTRAINT "invoice_periods_invoice_id_invoices_id_fk" FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE "invoice_refunds" (
	"invoice_id" text NOT NULL,
	"refunded_at" timestamp with time zone NOT NULL,
	"is_whole" boolean NOT NULL,
	CONSTRAINT "invoice_refunds_pkey" PRIMARY KEY (invoice_id)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text NOT NULL,
	"world" billing_world NOT NULL,
	"organization_id" uuid NOT NULL,
	"holder_user_id" uuid,
	"customer_id" text NOT NULL,
	"item_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"status" subscription_status NOT NULL,
	"period_starts_at" timestamp with time zone NOT NULL,
	"period_ends_at" timestamp with time zone NOT NULL,
	"cancel_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"is_duplicate" boolean NOT NULL,
	"described_at" timestamp with time zone NOT NULL,
	"needs_sync" boolean NOT NULL,
	"synced_at" timestamp with time zone,
	"paid_until" timestamp with time zone,
	"next_grant_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_pkey" PRIMARY KEY (id),
	CONSTRAINT "subscriptions_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
	CONSTRAINT "subscriptions_holder_user_id_users_id_fk" FOREIGN KEY (holder_user_id) REFERENCES users(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX subscriptions_organization ON subscriptions USING btree (organization_id);--> statement-breakpoint
CREATE INDEX subscriptions_due ON subscriptions USING btree (next_grant_at);--> statement-breakpoint
CREATE INDEX subscriptions_running ON subscriptions USING btree (period_ends_at) WHERE (ended_at IS NULL);--> statement-breakpoint
CREATE TABLE "plan_months" (
	"subscription_id" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"plan_id" text NOT NULL,
	"due_credits" integer NOT NULL,
	"granted_credits" integer NOT NULL,
	"taken_back_credits" integer NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "plan_months_subscription_id_starts_at_pk" PRIMARY KEY (subscription_id, starts_at),
	CONSTRAINT "plan_months_range" CHECK ((due_credits >= 0) AND ((taken_back_credits >= 0) AND (taken_back_credits <= granted_credits))),
	CONSTRAINT "plan_months_subscription_id_subscriptions_id_fk" FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
	CONSTRAINT "plan_months_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX plan_months_user ON plan_months USING btree (user_id);--> statement-breakpoint
CREATE TABLE "analytics_events" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"properties" jsonb NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analytics_events_pkey" PRIMARY KEY (id),
	CONSTRAINT "analytics_events_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX analytics_events_name ON analytics_events USING btree (name, created_at);--> statement-breakpoint
CREATE INDEX analytics_events_user ON analytics_events USING btree (user_id);--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" role NOT NULL,
	"invited_by" uuid NOT NULL,
	"token_hash" bytea,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitations_pkey" PRIMARY KEY (id),
	CONSTRAINT "invitations_token_hash_unique" UNIQUE (token_hash),
	CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
	CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX invitations_address ON invitations USING btree (organization_id, lower(email));--> statement-breakpoint
CREATE INDEX invitations_expiry ON invitations USING btree (expires_at);--> statement-breakpoint
CREATE TABLE "leads" (
	"id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"company_name" text,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leads_pkey" PRIMARY KEY (id)
);
--> statement-breakpoint
CREATE TABLE "archives" (
	"token_hash" bytea NOT NULL,
	"user_id" uuid NOT NULL,
	"record_ids" uuid[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "archives_pkey" PRIMARY KEY (token_hash),
	CONSTRAINT "archives_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX archives_expiry ON archives USING btree (expires_at);--> statement-breakpoint
CREATE INDEX archives_user ON archives USING btree (user_id);--> statement-breakpoint
-- Trigrams of the words, whatever their case, as numbers for an index that finds words within words. The upper half of a number is the
-- owner's, so that the numbers of one owner are neighbors. A number may stand for other trigrams or owners too: callers compare the words.
-- A loop, because a query would take ten times as long.
CREATE FUNCTION trigrams_of(owner uuid, words text) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
DECLARE
  lowered text := lower(words);
  of_owner integer := uuid_hash(owner) & -32768;
  numbers integer[] := '{}';
BEGIN
  FOR at IN 1 .. length(lowered) - 2 LOOP
    numbers[at] := of_owner | (hashtext(substr(lowered, at, 3)) & 32767);
  END LOOP;
  RETURN numbers;
END $$;
--> statement-breakpoint
CREATE TABLE "generation_records" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"tool_type" smallint NOT NULL,
	"name" text NOT NULL,
	"text_prompt" text NOT NULL,
	"thumb_url_key" text,
	"input_image_url_key" text,
	"standard_output_image_url_key" text,
	"input_mask_image_url_key" text,
	"reference_image_url_key" text,
	"output_image_url_key" text,
	"width_px" integer,
	"height_px" integer,
	"seed" integer,
	"placement" jsonb,
	"scene" jsonb,
	"settings" jsonb NOT NULL,
	"engine" jsonb,
	"is_visible" boolean NOT NULL,
	"is_starred" boolean NOT NULL,
	"confirmed_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"slot_bytes" bigint DEFAULT 0 NOT NULL,
	"cut_out" jsonb,
	"provenance" jsonb,
	CONSTRAINT "generation_records_pkey" PRIMARY KEY (id),
	CONSTRAINT "generation_records_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX generation_records_output ON generation_records USING btree (user_id, output_image_url_key);--> statement-breakpoint
CREATE INDEX generation_records_unconfirmed ON generation_records USING btree (created_at) WHERE (confirmed_at IS NULL);--> statement-breakpoint
CREATE INDEX generation_records_deleted ON generation_records USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX generation_records_keys ON generation_records USING gin ((ARRAY[hashtext(thumb_url_key), hashtext(input_image_url_key), hashtext(standard_output_image_url_key), hashtext(input_mask_image_url_key), hashtext(reference_image_url_key), hashtext(output_image_url_key)]));--> statement-breakpoint
CREATE INDEX generation_records_shown ON generation_records USING btree (user_id, created_at, id) WHERE (is_visible AND (deleted_at IS NULL));--> statement-breakpoint
CREATE INDEX generation_records_names ON generation_records USING btree (user_id, lower(name), created_at, id) WHERE (is_visible AND (deleted_at IS NULL));--> statement-breakpoint
CREATE INDEX "generation_records_words" ON "generation_records" USING gin (trigrams_of(user_id, text_prompt || E'\n' || name)) WITH (fastupdate=false) WHERE is_visible and deleted_at is null;--> statement-breakpoint
CREATE TABLE "invoice_disputes" (
	"id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"state" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"described_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_disputes_pkey" PRIMARY KEY (id)
);
--> statement-breakpoint
CREATE INDEX invoice_disputes_invoice ON invoice_disputes USING btree (invoice_id);--> statement-breakpoint
CREATE TABLE "api_key_months" (
	"key_id" uuid NOT NULL,
	"month" date NOT NULL,
	"spent" integer NOT NULL,
	CONSTRAINT "api_key_months_key_id_month_pk" PRIMARY KEY (key_id, month),
	CONSTRAINT "api_key_months_never_negative" CHECK (spent >= 0),
	CONSTRAINT "api_key_months_key_id_api_keys_id_fk" FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE "api_calls" (
	"request_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"tool" text,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" smallint NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL,
	"credits" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"job_id" uuid,
	CONSTRAINT "api_calls_pkey" PRIMARY KEY (request_id),
	CONSTRAINT "api_calls_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
	CONSTRAINT "api_calls_key_id_api_keys_id_fk" FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX api_calls_key ON api_calls USING btree (key_id, at);--> statement-breakpoint
CREATE INDEX api_calls_at ON api_calls USING btree (at);--> statement-breakpoint
CREATE INDEX api_calls_organization ON api_calls USING btree (organization_id, at, request_id);--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_pkey" PRIMARY KEY (id),
	CONSTRAINT "webhook_events_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX webhook_events_age ON webhook_events USING btree (created_at);--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_because" text,
	"failing_since" timestamp with time zone,
	"secret_generation" integer DEFAULT 0 NOT NULL,
	"previous_until" timestamp with time zone,
	"queued_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_failed_at" timestamp with time zone,
	CONSTRAINT "webhooks_pkey" PRIMARY KEY (id),
	CONSTRAINT "webhooks_disabled" CHECK ((NOT enabled) OR (disabled_because IS NULL)),
	CONSTRAINT "webhooks_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX webhooks_organization ON webhooks USING btree (organization_id);--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"sending_until" timestamp with time zone,
	"last_tried_at" timestamp with time zone,
	"status" integer,
	"problem" text,
	"answer" text,
	"duration_ms" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY (id),
	CONSTRAINT "webhook_deliveries_once" UNIQUE (webhook_id, event_id),
	CONSTRAINT "webhook_deliveries_next" CHECK ((state = 'pending'::text) = (next_try_at IS NOT NULL)),
	CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
	CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_log ON webhook_deliveries USING btree (webhook_id, created_at, id);--> statement-breakpoint
CREATE INDEX webhook_deliveries_event ON webhook_deliveries USING btree (event_id);--> statement-breakpoint
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, next_try_at) WHERE (state = 'pending'::text);--> statement-breakpoint
CREATE TABLE "recipes" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recipes_pkey" PRIMARY KEY (id),
	CONSTRAINT "recipes_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX recipes_user ON recipes USING btree (user_id, name);--> statement-breakpoint
CREATE TABLE "recipe_versions" (
	"recipe_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"hash" text NOT NULL,
	"recipe" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recipe_versions_recipe_id_version_pk" PRIMARY KEY (recipe_id, version),
	CONSTRAINT "recipe_versions_recipe_id_recipes_id_fk" FOREIGN KEY (recipe_id) REFERENCES recipes(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE "buckets" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"endpoint" text,
	"region" text NOT NULL,
	"bucket" text NOT NULL,
	"folder" text NOT NULL,
	"access_key_id" text NOT NULL,
	"sealed_secret" bytea NOT NULL,
	"path_style" boolean NOT NULL,
	"may_read" boolean NOT NULL,
	"may_write" boolean NOT NULL,
	"tried_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "buckets_pkey" PRIMARY KEY (id),
	CONSTRAINT "buckets_right" CHECK (may_read OR may_write),
	CONSTRAINT "buckets_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX buckets_organization ON buckets USING btree (organization_id);--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" run_status DEFAULT 'draft'::run_status NOT NULL,
	"paused_because" text,
	"recipe_id" uuid,
	"recipe_name" text NOT NULL,
	"recipe_version" integer NOT NULL,
	"recipe_hash" text NOT NULL,
	"recipe" jsonb NOT NULL,
	"only_changed" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"api_key_id" uuid,
	"fingerprint" bytea,
	"to_bucket_id" uuid,
	"to_bucket_name" text,
	"to_folder" text DEFAULT ''::text NOT NULL,
	"to_overwrite" boolean DEFAULT false NOT NULL,
	"to_hold" boolean DEFAULT true NOT NULL,
	"delivered_at" timestamp with time zone,
	"deliveries_queued_at" timestamp with time zone,
	CONSTRAINT "runs_pkey" PRIMARY KEY (id),
	CONSTRAINT "runs_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
	CONSTRAINT "runs_recipe_id_recipes_id_fk" FOREIGN KEY (recipe_id) REFERENCES recipes(id) ON DELETE SET NULL,
	CONSTRAINT "runs_api_key_id_api_keys_id_fk" FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE SET NULL,
	CONSTRAINT "runs_to_bucket_id_buckets_id_fk" FOREIGN KEY (to_bucket_id) REFERENCES buckets(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX runs_user ON runs USING btree (user_id, created_at, id);--> statement-breakpoint
CREATE INDEX runs_running ON runs USING btree (started_at) WHERE (status = 'running'::run_status);--> statement-breakpoint
CREATE INDEX runs_api_key ON runs USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX runs_deleted ON runs USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX runs_over ON runs USING btree (COALESCE(finished_at, created_at)) WHERE ((deleted_at IS NULL) AND (status = ANY (ARRAY['draft'::run_status, 'canceled'::run_status, 'finished'::run_status])));--> statement-breakpoint
CREATE INDEX runs_undelivered ON runs USING btree (started_at) WHERE ((to_bucket_name IS NOT NULL) AND (delivered_at IS NULL));--> statement-breakpoint
CREATE INDEX runs_bucket ON runs USING btree (to_bucket_id) WHERE (to_bucket_id IS NOT NULL);--> statement-breakpoint
CREATE TABLE "run_downloads" (
	"token_hash" bytea NOT NULL,
	"run_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"states" text[],
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "run_downloads_pkey" PRIMARY KEY (token_hash),
	CONSTRAINT "run_downloads_run_id_runs_id_fk" FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX run_downloads_expiry ON run_downloads USING btree (expires_at);--> statement-breakpoint
CREATE TABLE "run_items" (
	"run_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"variant" text NOT NULL,
	"slot" text NOT NULL,
	"columns" jsonb NOT NULL,
	"source_kind" text NOT NULL,
	"source_name" text NOT NULL,
	"photo_key" text,
	"photo_sha256" text,
	"state" item_state DEFAULT 'waiting'::item_state NOT NULL,
	"reason" text,
	"score" real,
	"doubts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_reused" boolean DEFAULT false NOT NULL,
	"credits" integer DEFAULT 0 NOT NULL,
	"request_id" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"thumb_key" text,
	"review" jsonb,
	"style" jsonb,
	"bucket_id" uuid,
	"etag" text,
	"corrected_sha256" text,
	CONSTRAINT "run_items_run_id_row_pk" PRIMARY KEY (run_id, "row"),
	CONSTRAINT "run_items_run_id_runs_id_fk" FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE,
	CONSTRAINT "run_items_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
	CONSTRAINT "run_items_bucket_id_buckets_id_fk" FOREIGN KEY (bucket_id) REFERENCES buckets(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX run_items_state ON run_items USING btree (run_id, state, "row");--> statement-breakpoint
CREATE INDEX run_items_score ON run_items USING btree (run_id, score, "row");--> statement-breakpoint
CREATE INDEX run_items_request ON run_items USING btree (request_id) WHERE (request_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX run_items_photo ON run_items USING btree (photo_key) WHERE (photo_key IS NOT NULL);--> statement-breakpoint
CREATE INDEX run_items_same ON run_items USING btree (user_id, photo_sha256) WHERE (photo_sha256 IS NOT NULL);--> statement-breakpoint
CREATE INDEX run_items_thumb ON run_items USING btree (thumb_key) WHERE (thumb_key IS NOT NULL);--> statement-breakpoint
CREATE INDEX run_items_bucket ON run_items USING btree (bucket_id, source_name) WHERE (bucket_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX run_items_corrected ON run_items USING btree (user_id, corrected_sha256) WHERE (corrected_sha256 IS NOT NULL);--> statement-breakpoint
CREATE TABLE "run_outputs" (
	"run_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"output_id" text NOT NULL,
	"place" integer NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"format" text NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"unsigned_sha256" text NOT NULL,
	"measured" jsonb,
	CONSTRAINT "run_outputs_run_id_row_output_id_pk" PRIMARY KEY (run_id, "row", output_id),
	CONSTRAINT "run_outputs_run_id_row_run_items_run_id_row_fk" FOREIGN KEY (run_id, "row") REFERENCES run_items(run_id, "row") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX run_outputs_name ON run_outputs USING btree (run_id, lower(name));--> statement-breakpoint
CREATE INDEX run_outputs_key ON run_outputs USING btree (key);--> statement-breakpoint
CREATE TABLE "storage_usage" (
	"user_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"unsized_uploads" integer NOT NULL,
	"shown_records" integer NOT NULL,
	CONSTRAINT "storage_usage_pkey" PRIMARY KEY (user_id),
	CONSTRAINT "storage_usage_user_id_users_id_fk" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE "run_counts" (
	"run_id" uuid NOT NULL,
	"state" item_state NOT NULL,
	"source_kind" text NOT NULL,
	"items" integer NOT NULL,
	"credits" integer NOT NULL,
	CONSTRAINT "run_counts_run_id_state_source_kind_pk" PRIMARY KEY (run_id, state, source_kind),
	CONSTRAINT "run_counts_run_id_runs_id_fk" FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE "run_deliveries" (
	"run_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"output_id" text NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"sending_until" timestamp with time zone,
	CONSTRAINT "run_deliveries_run_id_row_output_id_pk" PRIMARY KEY (run_id, "row", output_id),
	CONSTRAINT "run_deliveries_next" CHECK ((state = 'waiting'::text) = (next_try_at IS NOT NULL)),
	CONSTRAINT "run_deliveries_run_id_runs_id_fk" FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX run_deliveries_due ON run_deliveries USING btree (run_id, next_try_at) WHERE (state = 'waiting'::text);--> statement-breakpoint
CREATE TABLE "api_call_days" (
	"organization_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"tool" text NOT NULL,
	"calls" integer NOT NULL,
	"errors" integer NOT NULL,
	"credits" integer NOT NULL,
	"durations_ms" integer[] NOT NULL,
	"durations_calls" integer[] NOT NULL,
	CONSTRAINT "api_call_days_key_id_day_tool_pk" PRIMARY KEY (key_id, day, tool),
	CONSTRAINT "api_call_days_organization_id_organizations_id_fk" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
	CONSTRAINT "api_call_days_key_id_api_keys_id_fk" FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX api_call_days_organization ON api_call_days USING btree (organization_id, day);--> statement-breakpoint
CREATE INDEX api_call_days_day ON api_call_days USING btree (day);--> statement-breakpoint
CREATE TABLE "api_call_days_end" (
	"is_only" boolean DEFAULT true NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "api_call_days_end_pkey" PRIMARY KEY (is_only),
	CONSTRAINT "api_call_days_end_only" CHECK (is_only)
);
--> statement-breakpoint
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
create trigger tasks_guard before update on tasks for each row execute function tasks_guard();--> statement-breakpoint
-- Records every change of status and notifies watchers; the notification is sent with the commit.
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
create trigger tasks_news after insert or update on tasks for each row execute function tasks_news();--> statement-breakpoint
-- A user who is being deleted has no row anymore and gets no new one. Their rows are deleted task by task.
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
CREATE TRIGGER uploads_stored_insert AFTER INSERT ON uploads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION uploads_stored();--> statement-breakpoint
CREATE TRIGGER uploads_stored_update AFTER UPDATE ON uploads REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION uploads_stored();--> statement-breakpoint
CREATE TRIGGER uploads_stored_delete AFTER DELETE ON uploads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION uploads_stored();--> statement-breakpoint
CREATE TRIGGER assets_stored_insert AFTER INSERT ON assets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION assets_stored();--> statement-breakpoint
CREATE TRIGGER assets_stored_update AFTER UPDATE ON assets REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION assets_stored();--> statement-breakpoint
CREATE TRIGGER assets_stored_delete AFTER DELETE ON assets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION assets_stored();--> statement-breakpoint
CREATE TRIGGER generation_records_stored_insert AFTER INSERT ON generation_records REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION generation_records_stored();--> statement-breakpoint
CREATE TRIGGER generation_records_stored_update AFTER UPDATE ON generation_records REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION generation_records_stored();--> statement-breakpoint
CREATE TRIGGER generation_records_stored_delete AFTER DELETE ON generation_records REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION generation_records_stored();--> statement-breakpoint
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
-- Changes rows in one order, so that two statements about one run do not wait for each other.
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
CREATE TRIGGER run_items_counted_insert AFTER INSERT ON run_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION run_items_counted();--> statement-breakpoint
CREATE TRIGGER run_items_counted_update AFTER UPDATE ON run_items REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION run_items_counted();--> statement-breakpoint
CREATE TRIGGER run_items_counted_delete AFTER DELETE ON run_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION run_items_counted();--> statement-breakpoint
-- Calls are summed up one day after the other from here.
INSERT INTO "api_call_days_end" ("day") VALUES ((now() AT TIME ZONE 'UTC')::date - 1);
