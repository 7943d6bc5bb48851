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
	CONSTRAINT "api_call_days_key_id_day_tool_pk" PRIMARY KEY("key_id","day","tool")
);
--> statement-breakpoint
CREATE TABLE "api_call_days_end" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "api_call_days_end_only" CHECK ("api_call_days_end"."is_only")
);
--> statement-breakpoint
ALTER TABLE "api_call_days" ADD CONSTRAINT "api_call_days_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_call_days" ADD CONSTRAINT "api_call_days_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_call_days_organization" ON "api_call_days" USING btree ("organization_id","day");--> statement-breakpoint
CREATE INDEX "api_call_days_day" ON "api_call_days" USING btree ("day");--> statement-breakpoint
-- A round sums up one day after the other from there.
INSERT INTO "api_call_days_end" ("day") SELECT coalesce(min(("at" AT TIME ZONE 'UTC')::date), (now() AT TIME ZONE 'UTC')::date - 1) FROM "api_calls";
