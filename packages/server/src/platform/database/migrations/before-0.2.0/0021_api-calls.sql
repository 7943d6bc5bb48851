CREATE TABLE "api_calls" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"tool" text,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" smallint NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL,
	"credits" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_calls" ADD CONSTRAINT "api_calls_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_calls" ADD CONSTRAINT "api_calls_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_calls_organization" ON "api_calls" USING btree ("organization_id","at");--> statement-breakpoint
CREATE INDEX "api_calls_key" ON "api_calls" USING btree ("key_id","at");--> statement-breakpoint
CREATE INDEX "api_calls_at" ON "api_calls" USING btree ("at");