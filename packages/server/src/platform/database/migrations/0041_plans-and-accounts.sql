ALTER TABLE "organizations" ADD COLUMN "grants" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "grants_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "small_run_day" date;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "small_run_photos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp with time zone;