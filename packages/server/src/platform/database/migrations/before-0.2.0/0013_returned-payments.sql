CREATE TABLE "invoice_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"state" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"described_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plan_months" DROP CONSTRAINT "plan_months_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "plan_months" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "invoice_disputes_invoice" ON "invoice_disputes" USING btree ("invoice_id");--> statement-breakpoint
ALTER TABLE "plan_months" ADD CONSTRAINT "plan_months_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Invoices of before have no line for the time that a change gave back: it is the rest of the period that the change
-- took the place of.
INSERT INTO "invoice_periods" ("invoice_id", "position", "kind", "plan_id", "credits_per_month", "starts_at", "ends_at")
SELECT invoice_id, position + 100, 'credit', before_plan, before_credits, starts_at, before_end
FROM (
  SELECT p.invoice_id, p.position, p.starts_at,
    lag(p.plan_id) OVER line AS before_plan,
    lag(p.credits_per_month) OVER line AS before_credits,
    lag(p.ends_at) OVER line AS before_end
  FROM invoice_periods p
  JOIN invoices i ON i.id = p.invoice_id AND i.status <> 'void'
  WINDOW line AS (PARTITION BY i.subscription_id ORDER BY p.starts_at, i.issued_at, i.id, p.position)
) each_line
WHERE before_end > starts_at;
