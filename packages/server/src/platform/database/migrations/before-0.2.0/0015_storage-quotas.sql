ALTER TABLE "uploads" ADD COLUMN "size_bytes" integer;--> statement-breakpoint
-- What was uploaded before sizes were noted does not count.
UPDATE "uploads" SET "size_bytes" = 0;--> statement-breakpoint
ALTER TABLE "generation_records" ADD COLUMN "slot_bytes" bigint DEFAULT 0 NOT NULL;