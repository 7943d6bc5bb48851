CREATE TYPE "public"."item_state" AS ENUM('waiting', 'running', 'done', 'needs_review', 'approved', 'rejected', 'failed', 'skipped');--> statement-breakpoint
CREATE TYPE "public"."run_status" AS ENUM('draft', 'running', 'paused', 'canceled', 'finished');--> statement-breakpoint
CREATE TABLE "recipe_versions" (
	"recipe_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"hash" text NOT NULL,
	"recipe" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recipe_versions_recipe_id_version_pk" PRIMARY KEY("recipe_id","version")
);
--> statement-breakpoint
CREATE TABLE "recipes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_downloads" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"states" text[],
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
	"state" "item_state" DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"score" real,
	"doubts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_reused" boolean DEFAULT false NOT NULL,
	"credits" integer DEFAULT 0 NOT NULL,
	"request_id" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"thumb_key" text,
	CONSTRAINT "run_items_run_id_row_pk" PRIMARY KEY("run_id","row")
);
--> statement-breakpoint
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
	CONSTRAINT "run_outputs_run_id_row_output_id_pk" PRIMARY KEY("run_id","row","output_id")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" "run_status" DEFAULT 'draft' NOT NULL,
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
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "recipe_versions" ADD CONSTRAINT "recipe_versions_recipe_id_recipes_id_fk" FOREIGN KEY ("recipe_id") REFERENCES "public"."recipes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipes" ADD CONSTRAINT "recipes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_downloads" ADD CONSTRAINT "run_downloads_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_outputs" ADD CONSTRAINT "run_outputs_run_id_row_run_items_run_id_row_fk" FOREIGN KEY ("run_id","row") REFERENCES "public"."run_items"("run_id","row") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_recipe_id_recipes_id_fk" FOREIGN KEY ("recipe_id") REFERENCES "public"."recipes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recipes_user" ON "recipes" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "run_downloads_expiry" ON "run_downloads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "run_items_state" ON "run_items" USING btree ("run_id","state","row");--> statement-breakpoint
CREATE INDEX "run_items_score" ON "run_items" USING btree ("run_id","score","row");--> statement-breakpoint
CREATE INDEX "run_items_request" ON "run_items" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "run_items_photo" ON "run_items" USING btree ("photo_key") WHERE photo_key is not null;--> statement-breakpoint
CREATE INDEX "run_items_same" ON "run_items" USING btree ("user_id","photo_sha256") WHERE photo_sha256 is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "run_outputs_name" ON "run_outputs" USING btree ("run_id",lower(name));--> statement-breakpoint
CREATE INDEX "run_outputs_key" ON "run_outputs" USING btree ("key");--> statement-breakpoint
CREATE INDEX "runs_user" ON "runs" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_running" ON "runs" USING btree ("started_at") WHERE status = 'running';