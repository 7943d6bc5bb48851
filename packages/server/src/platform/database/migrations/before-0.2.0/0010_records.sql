ALTER TYPE "public"."asset_state" ADD VALUE 'removed';--> statement-breakpoint
CREATE TABLE "archives" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"record_ids" uuid[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generation_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tool_type" smallint NOT NULL,
	"name" text NOT NULL,
	"text_prompt" text NOT NULL,
	"thumb_url_key" text,
	"input_image_url_key" text,
	"standard_output_image_url_key" text,
	"input_mask_image_url_key" text,
	"reference_image_url_key" text,
	"output_image_url_key" text,
	"width_px" integer,
	"height_px" integer,
	"seed" integer,
	"placement" jsonb,
	"scene" jsonb,
	"settings" jsonb NOT NULL,
	"engine" jsonb,
	"is_visible" boolean NOT NULL,
	"is_starred" boolean NOT NULL,
	"confirmed_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "shown_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_records" ADD CONSTRAINT "generation_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archives_expiry" ON "archives" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "archives_user" ON "archives" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "generation_records_user" ON "generation_records" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "generation_records_output" ON "generation_records" USING btree ("user_id","output_image_url_key");--> statement-breakpoint
CREATE INDEX "generation_records_unconfirmed" ON "generation_records" USING btree ("created_at") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "generation_records_deleted" ON "generation_records" USING btree ("deleted_at") WHERE deleted_at is not null;