import type pg from 'pg';
import { rethrowFault } from './faults.ts';

/** A set of stores, which run single statements on their own or take part in one transaction. */
export interface Database<Stores> {
  readonly stores: Stores;
  /** Runs `work` in a transaction: if it throws, all changes are rolled back and the error is rethrown. */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}

export function openDatabase<Stores>(
  pool: pg.Pool,
  bindStores: (client: pg.Pool | pg.PoolClient) => Stores,
): Database<Stores> {
  return {
    stores: bindStores(pool),
    transaction: (work) => inTransaction(pool, (client) => work(bindStores(client))),
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(rethrowFault);
  let brokenBy: Error | undefined;
  // A connection in use that breaks also emits an error event, besides failing its statements.
  const onError = (error: Error) => (brokenBy = error);
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    try {
      await client.query('rollback');
    } catch (rollbackError) {
      // If the rollback fails because the connection was lost, the database server rolls back by itself. This
      // connection must not return to the pool.
      brokenBy = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    return rethrowFault(error);
  } finally {
    client.off('error', onError);
    client.release(brokenBy);
  }
}
