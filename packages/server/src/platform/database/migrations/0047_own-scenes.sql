ALTER TABLE "run_items" ADD COLUMN "own_scene" jsonb;--> statement-breakpoint
ALTER TABLE "run_items" ADD COLUMN "paid_sha256" text;