import { and, eq, sql } from 'drizzle-orm';
import type { LedgerStore } from '../domain/ports/stores.ts';
import type { Executor } from './connection.ts';
import { creditBalances } from './schema.ts';

export function createLedgerStore(db: Executor): LedgerStore {
  return {
    async open(userId) {
      await db.insert(creditBalances).values([
        { userId, ledger: 'freemium', balance: 0 },
        { userId, ledger: 'download', balance: 0 },
      ]);
    },

    async append({ userId, ledger, kind, delta, reference, requestId }) {
      // One statement: the balance is judged while its row is locked, and the entry exists only if it moved.
      const { rows } = await db.execute<{ balance: number }>(sql`
        with moved as (
          update credit_balances set balance = balance + ${delta}, updated_at = now()
          where user_id = ${userId} and ledger = ${ledger} and balance + ${delta} >= 0
          returning balance
        ), entry as (
          insert into ledger_entries (user_id, ledger, kind, delta, reference, request_id)
          select ${userId}::uuid, ${ledger}::ledger, ${kind}::ledger_kind, ${delta}::integer, ${reference},
            ${requestId ?? null}::uuid
          from moved
        )
        select balance from moved`);
      return rows[0]?.balance ?? null;
    },

    async balance(userId, ledger) {
      const [row] = await db
        .select({ id: creditBalances.id, balance: creditBalances.balance })
        .from(creditBalances)
        .where(and(eq(creditBalances.userId, userId), eq(creditBalances.ledger, ledger)));
      if (row === undefined) throw new Error(`User ${userId} has no ${ledger} ledger`);
      return row;
    },

    async lockBalance(userId, ledger) {
      const [row] = await db
        .select({ balance: creditBalances.balance })
        .from(creditBalances)
        .where(and(eq(creditBalances.userId, userId), eq(creditBalances.ledger, ledger)))
        .for('update');
      if (row === undefined) throw new Error(`User ${userId} has no ${ledger} ledger`);
      return row.balance;
    },
  };
}
