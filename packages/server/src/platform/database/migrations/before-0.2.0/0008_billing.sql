CREATE TYPE "public"."billing_world" AS ENUM('production', 'staging', 'demo');--> statement-breakpoint
CREATE TYPE "public"."subscription_status" AS ENUM('unpaid', 'active', 'past_due', 'ended');--> statement-breakpoint
CREATE TABLE "billing_customers" (
	"organization_id" uuid NOT NULL,
	"world" "billing_world" NOT NULL,
	"customer_id" text NOT NULL,
	CONSTRAINT "billing_customers_organization_id_world_pk" PRIMARY KEY("organization_id","world")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"world" "billing_world" NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"world" "billing_world" NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"session_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "invoice_periods" (
	"invoice_id" text NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"plan_id" text NOT NULL,
	"credits_per_month" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_periods_invoice_id_position_pk" PRIMARY KEY("invoice_id","position")
);
--> statement-breakpoint
CREATE TABLE "invoice_refunds" (
	"invoice_id" text PRIMARY KEY NOT NULL,
	"refunded_at" timestamp with time zone NOT NULL,
	"is_whole" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"world" "billing_world" NOT NULL,
	"organization_id" uuid NOT NULL,
	"subscription_id" text NOT NULL,
	"holder_user_id" uuid,
	"customer_id" text NOT NULL,
	"number" text,
	"status" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"hosted_url" text,
	"issued_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_months" (
	"subscription_id" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"due_credits" integer NOT NULL,
	"granted_credits" integer NOT NULL,
	"taken_back_credits" integer NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "plan_months_subscription_id_starts_at_pk" PRIMARY KEY("subscription_id","starts_at"),
	CONSTRAINT "plan_months_range" CHECK ("plan_months"."due_credits" >= 0 and "plan_months"."taken_back_credits" between 0 and "plan_months"."granted_credits")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"world" "billing_world" NOT NULL,
	"organization_id" uuid NOT NULL,
	"holder_user_id" uuid,
	"customer_id" text NOT NULL,
	"item_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"status" "subscription_status" NOT NULL,
	"period_starts_at" timestamp with time zone NOT NULL,
	"period_ends_at" timestamp with time zone NOT NULL,
	"cancel_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"is_duplicate" boolean NOT NULL,
	"described_at" timestamp with time zone NOT NULL,
	"needs_sync" boolean NOT NULL,
	"synced_at" timestamp with time zone,
	"paid_until" timestamp with time zone,
	"next_grant_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "about" jsonb;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_periods" ADD CONSTRAINT "invoice_periods_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_months" ADD CONSTRAINT "plan_months_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_months" ADD CONSTRAINT "plan_months_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_holder_user_id_users_id_fk" FOREIGN KEY ("holder_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_organization" ON "checkouts" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "invoices_organization" ON "invoices" USING btree ("organization_id","issued_at");--> statement-breakpoint
CREATE INDEX "invoices_subscription" ON "invoices" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "plan_months_user" ON "plan_months" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_organization" ON "subscriptions" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("next_grant_at");--> statement-breakpoint
CREATE INDEX "subscriptions_running" ON "subscriptions" USING btree ("period_ends_at") WHERE ended_at is null;