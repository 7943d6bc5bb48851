CREATE TABLE "buckets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"endpoint" text,
	"region" text NOT NULL,
	"bucket" text NOT NULL,
	"folder" text NOT NULL,
	"access_key_id" text NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"path_style" boolean NOT NULL,
	"may_read" boolean NOT NULL,
	"may_write" boolean NOT NULL,
	"tried_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "buckets_right" CHECK ("buckets"."may_read" or "buckets"."may_write")
);
--> statement-breakpoint
ALTER TABLE "buckets" ADD CONSTRAINT "buckets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "buckets_organization" ON "buckets" USING btree ("organization_id");