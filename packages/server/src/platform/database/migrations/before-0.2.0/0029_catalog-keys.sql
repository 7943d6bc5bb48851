ALTER TABLE "runs" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "fingerprint" "bytea";--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "runs_api_key" ON "runs" USING btree ("api_key_id") WHERE api_key_id is not null;