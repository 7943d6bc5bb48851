import type { Ledger, LedgerKind, TaskTool } from '@packshot/contract';
import type { LedgerAbout } from './about.ts';
import { TOOL_OF_R } from '../platform/database/columns.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, eq, sql } from '../platform/database/orm.ts';
import { creditBalances } from './schema.ts';

export interface PageOf {
  readonly offset: number;
  readonly limit: number;
}

export interface LedgerEntry {
  readonly userId: string;
  readonly ledger: Ledger;
  readonly kind: LedgerKind;
  readonly delta: number;
  /** Text that identifies the entry's cause, unique across all entries. */
  readonly reference: string;
  readonly requestId?: string;
  readonly about?: LedgerAbout;
}

/** A ledger entry that changed the balance, as shown in lists. */
export interface LedgerRow {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly delta: number;
  /** The balance after this entry. */
  readonly balance: number;
  readonly reference: string;
  readonly about: LedgerAbout | null;
  /** Tool of the request behind this entry, or null without one. */
  readonly tool: TaskTool | null;
  readonly createdAt: Date;
}

export interface CreditBalance {
  readonly id: string;
  readonly balance: number;
}

type LedgerLineRow = Record<string, unknown> & {
  id: string;
  kind: LedgerKind;
  delta: number;
  balance: number;
  reference: string;
  about: LedgerAbout | null;
  tool: TaskTool | null;
  created_at: string;
};

export function createLedgerStore(db: Executor) {
  return {
    async open(userId: string): Promise<void> {
      await db.insert(creditBalances).values([
        { userId, ledger: 'freemium', balance: 0 },
        { userId, ledger: 'download', balance: 0 },
      ]);
    },

    /**
     * Appends an entry and updates the balance in one statement.
     * @returns the new balance, or null, without a change, if it would be negative
     */
    async append({ userId, ledger, kind, delta, reference, requestId, about }: LedgerEntry) {
      // A single statement: the balance is checked while its row is locked, and the entry is added only if the
      // balance's row was updated. Uses the clock's time rather than the transaction's, so that entries sort in the
      // order in which they changed the balance.
      const { rows } = await db.execute<{ balance: number }>(sql`
        with moved as (
          update credit_balances set balance = balance + ${delta}, updated_at = now()
          where user_id = ${userId} and ledger = ${ledger} and balance + ${delta} >= 0
          returning balance
        ), entry as (
          insert into ledger_entries (user_id, ledger, kind, delta, reference, request_id, about, created_at)
          select ${userId}::uuid, ${ledger}::ledger, ${kind}::ledger_kind, ${delta}::integer, ${reference},
            ${requestId ?? null}::uuid, ${about === undefined ? null : JSON.stringify(about)}::jsonb, clock_timestamp()
          from moved
        )
        select balance from moved`);
      return rows[0]?.balance ?? null;
    },

    /**
     * Appends one debit entry per reference and updates the balance once, in one statement. A price of 0 only records
     * the references.
     * @returns the new balance, or null, without a change, if it would be negative
     */
    async debitDownloads(userId: string, references: readonly string[], price: number) {
      const total = price * references.length;
      const { rows } = await db.execute<{ balance: number }>(sql`
        with moved as (
          update credit_balances set balance = balance - ${total}, updated_at = now()
          where user_id = ${userId} and ledger = 'download' and balance >= ${total}
          returning balance
        ), entries as (
          insert into ledger_entries (user_id, ledger, kind, delta, reference, created_at)
          select ${userId}::uuid, 'download', ${price === 0 ? 'adjust' : 'debit'}::ledger_kind, ${-price}::integer,
            reference, clock_timestamp()
          from moved, unnest(${sql.param([...references])}::text[]) as reference
        )
        select balance from moved`);
      return rows[0]?.balance ?? null;
    },

    /**
     * Makes the reservation of a request's credits final, in one statement. Adds an entry with the amount 0, because
     * the credits were already deducted; the balance row isn't locked, so other debits don't wait. Does nothing
     * without a reservation.
     */
    async settle(requestId: string, reference: string): Promise<void> {
      await db.execute(sql`
        with settled as (
          update generation_requests set credit_state = 'settled'
          where id = ${requestId} and credit_state = 'reserved' returning id, user_id
        )
        insert into ledger_entries (user_id, ledger, kind, delta, reference, request_id, created_at)
        select user_id, 'freemium', 'settle', 0, ${reference}, id, clock_timestamp() from settled`);
    },

    async balance(userId: string, ledger: Ledger): Promise<CreditBalance> {
      const [row] = await db
        .select({ id: creditBalances.id, balance: creditBalances.balance })
        .from(creditBalances)
        .where(and(eq(creditBalances.userId, userId), eq(creditBalances.ledger, ledger)));
      if (row === undefined) throw new Error(`User ${userId} has no ${ledger} ledger`);
      return row;
    },

    async lockBalance(userId: string, ledger: Ledger): Promise<number> {
      const [row] = await db
        .select({ balance: creditBalances.balance })
        .from(creditBalances)
        .where(and(eq(creditBalances.userId, userId), eq(creditBalances.ledger, ledger)))
        .for('update');
      if (row === undefined) throw new Error(`User ${userId} has no ${ledger} ledger`);
      return row.balance;
    },

    /** Lists the entries that changed the balance, newest first. */
    async list(userId: string, ledger: Ledger, { offset, limit }: PageOf): Promise<readonly LedgerRow[]> {
      // Reads from the newest entry backward, so that a page reads only its own rows. The amounts of newer entries come
      // from the index alone.
      const { rows } = await db.execute<LedgerLineRow>(sql`
        select e.id, e.kind, e.delta, shown.balance, e.reference, e.about, e.created_at,
          (select ${TOOL_OF_R} from generation_requests r where r.id = e.request_id) as tool
        from (
          select line.created_at, line.id, (b.balance - coalesce(sum(line.delta) over (
            order by line.created_at desc, line.id desc rows between unbounded preceding and 1 preceding), 0))::integer as balance
          from credit_balances b cross join lateral (
            select id, delta, created_at from ledger_entries
            where user_id = ${userId} and ledger = ${ledger} and delta <> 0
            order by created_at desc, id desc
            limit ${offset + limit}
          ) line
          where b.user_id = ${userId} and b.ledger = ${ledger}
          order by line.created_at desc, line.id desc
          offset ${offset}
        ) shown
        -- One by one, and by all that the index has: it lies together there, while ids alone would be looked up in as many places of another index.
        cross join lateral (
          select * from ledger_entries
          where user_id = ${userId} and ledger = ${ledger} and created_at = shown.created_at and id = shown.id
          limit 1
        ) e
        order by e.created_at desc, e.id desc`);
      return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: new Date(created_at) }));
    },
  };
}

export type LedgerStore = ReturnType<typeof createLedgerStore>;
