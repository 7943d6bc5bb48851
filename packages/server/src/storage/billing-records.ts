import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { InvoicePeriod, StoredInvoice } from '../domain/billing/model.ts';
import type { BillingStore } from '../domain/ports/billing-store.ts';
import type { Executor } from './connection.ts';
import { invoicePeriods, invoiceRefunds, invoices } from './schema.ts';

type Records = Pick<
  BillingStore,
  'saveInvoice' | 'saveRefund' | 'findInvoice' | 'listInvoices' | 'listPaidPeriods'
>;

const isRefunded = and(eq(invoiceRefunds.invoiceId, invoices.id), eq(invoiceRefunds.isWhole, true));

/** Invoices, what they pay for, and what was given back. */
export function createBillingRecords(db: Executor): Records {
  const select = () =>
    db
      .select({ invoice: invoices, refundedAt: invoiceRefunds.refundedAt })
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
    return rows.map(({ invoice, refundedAt }) => ({
      ...invoice,
      refundedAt,
      periods: (byInvoice.get(invoice.id) ?? []).map(toPeriod),
    }));
  }

  return {
    async saveInvoice(invoice, world, creditsOf) {
      const { periods, id, ...values } = invoice;
      await db
        .insert(invoices)
        .values({ id, world, ...values })
        .onConflictDoUpdate({
          target: invoices.id,
          set: {
            ...values,
            // Paid is paid, whatever an older message says.
            status: sql`case when ${invoices.status} = 'open' then excluded.status else ${invoices.status} end`,
          },
        });
      if (periods.length === 0) return;
      const rows = periods.map((period, position) => ({
        invoiceId: id,
        position,
        creditsPerMonth: creditsOf(period.planId),
        ...period,
      }));
      await db.insert(invoicePeriods).values(rows).onConflictDoNothing();
    },

    async saveRefund(refund) {
      await db
        .insert(invoiceRefunds)
        .values(refund)
        .onConflictDoUpdate({
          target: invoiceRefunds.invoiceId,
          set: {
            refundedAt: refund.refundedAt,
            // A part may be told of after the whole.
            isWhole: sql`${invoiceRefunds.isWhole} or excluded.is_whole`,
          },
        });
    },

    async findInvoice(invoiceId) {
      const [found] = await withPeriods(await select().where(eq(invoices.id, invoiceId)));
      return found ?? null;
    },

    async listInvoices(organizationId, world, { offset, limit }) {
      return withPeriods(
        await select()
          .where(and(eq(invoices.organizationId, organizationId), eq(invoices.world, world)))
          .orderBy(desc(invoices.issuedAt), desc(invoices.id))
          .offset(offset)
          .limit(limit),
      );
    },

    async listPaidPeriods(subscriptionId) {
      const rows = await db
        .select({ period: invoicePeriods, refundedAt: invoiceRefunds.refundedAt })
        .from(invoicePeriods)
        .innerJoin(invoices, eq(invoices.id, invoicePeriods.invoiceId))
        .leftJoin(invoiceRefunds, isRefunded)
        .where(and(eq(invoices.subscriptionId, subscriptionId), eq(invoices.status, 'paid')))
        .orderBy(asc(invoicePeriods.startsAt));
      return rows
        .filter((row) => row.refundedAt === null)
        .map(({ period: { position: _position, ...period } }) => period);
    },
  };
}

const toPeriod = ({ kind, planId, startsAt, endsAt }: InvoicePeriod): InvoicePeriod => ({
  kind,
  planId,
  startsAt,
  endsAt,
});
