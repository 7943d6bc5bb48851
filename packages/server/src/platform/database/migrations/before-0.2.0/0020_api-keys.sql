CREATE TABLE "api_key_months" (
	"key_id" uuid NOT NULL,
	"month" date NOT NULL,
	"spent" integer NOT NULL,
	CONSTRAINT "api_key_months_key_id_month_pk" PRIMARY KEY("key_id","month"),
	CONSTRAINT "api_key_months_never_negative" CHECK ("api_key_months"."spent" >= 0)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"scopes" text[] NOT NULL,
	"addresses" text[] NOT NULL,
	"monthly_ceiling" integer,
	"secret_hash" "bytea",
	"secret_start" text NOT NULL,
	"previous_hash" "bytea",
	"previous_until" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "api_keys_previous_hash_unique" UNIQUE("previous_hash"),
	CONSTRAINT "api_keys_end" CHECK (("api_keys"."ended_at" is null) = ("api_keys"."secret_hash" is not null)
        and ("api_keys"."ended_at" is null or "api_keys"."previous_hash" is null))
);
--> statement-breakpoint
ALTER TABLE "generation_requests" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "generation_requests" ADD COLUMN "ceiling_month" date;--> statement-breakpoint
ALTER TABLE "api_key_months" ADD CONSTRAINT "api_key_months_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_organization" ON "api_keys" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "generation_requests" ADD CONSTRAINT "generation_requests_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "generation_requests_key" ON "generation_requests" USING btree ("api_key_id","created_at") WHERE api_key_id is not null;