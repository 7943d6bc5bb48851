import type { PageOf } from '../credits/ledger-store.ts';
import type {
  BillingEnvironment,
  DisputeFacts,
  InvoiceFacts,
  PaidPeriod,
  RefundFacts,
  InvoicePeriod,
  StoredInvoice,
} from './model.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, desc, eq, inArray, lte, sql } from '../platform/database/orm.ts';
import { invoiceDisputes, invoicePeriods, invoiceRefunds, invoices } from './schema.ts';

const isRefunded = and(eq(invoiceRefunds.invoiceId, invoices.id), eq(invoiceRefunds.isWhole, true));
/**
 * Amount withheld by disputes: the bank holds the money while a dispute is open, and keeps it when the dispute is
 * lost.
 */
const disputedMinor = sql<number>`(
  select coalesce(sum(d.amount_minor), 0)::integer from ${invoiceDisputes} d
  where d.invoice_id = ${invoices.id} and d.state in ('open', 'lost'))`;
const wasDisputed = sql<boolean>`exists (
  select from ${invoiceDisputes} d where d.invoice_id = ${invoices.id} and d.state <> 'inquiry')`;

export function createBillingRecords(db: Executor) {
  const select = () =>
    db
      .select({ invoice: invoices, refundedAt: invoiceRefunds.refundedAt, disputedMinor })
      .from(invoices)
      .leftJoin(invoiceRefunds, isRefunded);

  async function withPeriods(rows: Awaited<ReturnType<typeof select>>): Promise<readonly StoredInvoice[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ invoice }) => invoice.id);
    const periods = await db
      .select()
      .from(invoicePeriods)
      .where(inArray(invoicePeriods.invoiceId, ids))
      .orderBy(asc(invoicePeriods.position));
    const byInvoice = Map.groupBy(periods, (period) => period.invoiceId);
    return rows.map(({ invoice, refundedAt, disputedMinor: disputed }) => ({
      ...invoice,
      refundedAt,
      isDisputed: disputed > 0,
      periods: (byInvoice.get(invoice.id) ?? []).map(toPeriod),
    }));
  }

  return {
    /**
     * Stores an invoice. If its periods were stored before, they stay as they are, because a final invoice doesn't
     * change.
     * @param getMonthlyCredits credits per month of the plan, by plan id
     */
    async saveInvoice(
      invoice: InvoiceFacts,
      environment: BillingEnvironment,
      getMonthlyCredits: (planId: string) => number,
    ): Promise<void> {
      const { periods, id, ...values } = invoice;
      await db
        .insert(invoices)
        .values({ id, environment, ...values })
        .onConflictDoUpdate({
          target: invoices.id,
          set: {
            ...values,
            // An invoice that isn't open anymore keeps its status, even if an older message says that it is open.
            status: sql`case when ${invoices.status} = 'open' then excluded.status else ${invoices.status} end`,
          },
        });
      if (periods.length === 0) return;
      const [existingPeriod] = await db
        .select({ invoiceId: invoicePeriods.invoiceId })
        .from(invoicePeriods)
        .where(eq(invoicePeriods.invoiceId, id))
        .limit(1);
      if (existingPeriod !== undefined) return;
      const rows = periods.map((period, position) => ({
        invoiceId: id,
        position,
        creditsPerMonth: getMonthlyCredits(period.planId),
        ...period,
      }));
      await db.insert(invoicePeriods).values(rows).onConflictDoNothing();
    },

    /** Stores a refund, unless a newer one of the same invoice is stored. */
    async saveRefund(refund: RefundFacts): Promise<void> {
      await db
        .insert(invoiceRefunds)
        .values(refund)
        .onConflictDoUpdate({
          target: invoiceRefunds.invoiceId,
          set: {
            refundedAt: refund.refundedAt,
            // If two refunds arrive within the same second, a full refund counts as newer than a partial one.
            isWhole: sql`excluded.is_whole or (${invoiceRefunds.isWhole} and ${invoiceRefunds.refundedAt} = excluded.refunded_at)`,
          },
          setWhere: lte(invoiceRefunds.refundedAt, refund.refundedAt),
        });
    },

    /** Stores the state of a dispute. The newest message counts, but the end of a dispute is final. */
    async saveDispute(dispute: DisputeFacts, at: Date): Promise<void> {
      const { id: _id, ...set } = { ...dispute, describedAt: at };
      const isEnd = dispute.state === 'won' || dispute.state === 'lost';
      await db
        .insert(invoiceDisputes)
        .values({ ...dispute, describedAt: at })
        .onConflictDoUpdate({
          target: invoiceDisputes.id,
          set,
          // Order of two messages within the same second: an end counts as the last one, and a withdrawal of money
          // counts as later than an inquiry.
          setWhere: sql`${invoiceDisputes.state} not in ('won', 'lost') and (${isEnd} or
            (${invoiceDisputes.describedAt}, ${invoiceDisputes.state} = 'open')
              <= (${at.toISOString()}::timestamptz, ${dispute.state === 'open'}))`,
        });
    },

    async findInvoice(invoiceId: string): Promise<StoredInvoice | null> {
      const [storedInvoice] = await withPeriods(await select().where(eq(invoices.id, invoiceId)));
      return storedInvoice ?? null;
    },

    async listInvoices(organizationId: string, environment: BillingEnvironment, { offset, limit }: PageOf) {
      return withPeriods(
        await select()
          .where(and(eq(invoices.organizationId, organizationId), eq(invoices.environment, environment)))
          .orderBy(desc(invoices.issuedAt), desc(invoices.id))
          .offset(offset)
          .limit(limit),
      );
    },

    /** Lists the lines of all paid invoices, including invoices that were refunded or disputed later. */
    async listPaidPeriods(subscriptionId: string): Promise<readonly PaidPeriod[]> {
      const rows = await db
        .select({
          period: invoicePeriods,
          amountMinor: invoices.amountMinor,
          refundedAt: invoiceRefunds.refundedAt,
          disputedMinor,
          wasDisputed,
        })
        .from(invoicePeriods)
        .innerJoin(invoices, eq(invoices.id, invoicePeriods.invoiceId))
        .leftJoin(invoiceRefunds, isRefunded)
        .where(and(eq(invoices.subscriptionId, subscriptionId), eq(invoices.status, 'paid')))
        .orderBy(asc(invoicePeriods.startsAt), asc(invoicePeriods.invoiceId), asc(invoicePeriods.position));
      return rows.map(({ period: { position: _position, ...period }, ...row }) => ({
        ...period,
        paidShare: row.refundedAt === null ? 1 - computeShare(row.disputedMinor, row.amountMinor) : 0,
        isRefunded: row.refundedAt !== null,
        isDisputed: row.wasDisputed,
      }));
    },
  };
}

/** Fraction that a partial amount is of the full amount, 0 to 1; 1 when the full amount is zero. */
const computeShare = (partMinor: number, amountMinor: number): number =>
  partMinor === 0 ? 0 : amountMinor <= 0 ? 1 : Math.min(1, partMinor / amountMinor);

const toPeriod = ({ kind, planId, startsAt, endsAt }: InvoicePeriod): InvoicePeriod => ({
  kind,
  planId,
  startsAt,
  endsAt,
});
