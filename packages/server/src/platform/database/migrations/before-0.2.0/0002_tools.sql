ALTER TABLE "generation_requests" ALTER COLUMN "type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "generation_requests" ADD COLUMN "tool" text GENERATED ALWAYS AS (input ->> 'tool') STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "generation_requests" ADD COLUMN "input_keys" text[];--> statement-breakpoint
UPDATE "generation_requests" SET "input_keys" = array["input_key"];--> statement-breakpoint
ALTER TABLE "generation_requests" ALTER COLUMN "input_keys" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "generation_requests_inputs" ON "generation_requests" USING gin ("input_keys");--> statement-breakpoint
ALTER TABLE "generation_requests" DROP COLUMN "input_key";
