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
	CONSTRAINT "run_deliveries_run_id_row_output_id_pk" PRIMARY KEY("run_id","row","output_id"),
	CONSTRAINT "run_deliveries_next" CHECK (("run_deliveries"."state" = 'waiting') = ("run_deliveries"."next_try_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "run_items" ADD COLUMN "bucket_id" uuid;--> statement-breakpoint
ALTER TABLE "run_items" ADD COLUMN "etag" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "to_bucket_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "to_bucket_name" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "to_folder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "to_overwrite" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "to_hold" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "deliveries_queued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "run_deliveries" ADD CONSTRAINT "run_deliveries_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_deliveries_due" ON "run_deliveries" USING btree ("run_id","next_try_at") WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_bucket_id_buckets_id_fk" FOREIGN KEY ("bucket_id") REFERENCES "public"."buckets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_to_bucket_id_buckets_id_fk" FOREIGN KEY ("to_bucket_id") REFERENCES "public"."buckets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_items_bucket" ON "run_items" USING btree ("bucket_id","source_name") WHERE bucket_id is not null;--> statement-breakpoint
CREATE INDEX "runs_undelivered" ON "runs" USING btree ("started_at") WHERE to_bucket_name is not null and delivered_at is null;--> statement-breakpoint
CREATE INDEX "runs_bucket" ON "runs" USING btree ("to_bucket_id") WHERE to_bucket_id is not null;