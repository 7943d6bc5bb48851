/** An open database for as long as one is needed. Browsers close databases: under memory pressure, or when site data is deleted. */
import type { IDBPDatabase } from 'idb';
import { openStudioDatabase } from '../../../lib/handover/studio-database.ts';
import type { StudioDatabase } from '../../../lib/handover/studio-database.ts';

type Database = IDBPDatabase<StudioDatabase>;

/** Errors of a database that was closed meanwhile; a full disk (QuotaExceededError) isn't among them. */
const CLOSED = new Set(['InvalidStateError', 'AbortError', 'UnknownError', 'TransactionInactiveError']);
const wasClosed = (error: unknown): boolean => error instanceof DOMException && CLOSED.has(error.name);

/**
 * @param nameNow name of the database, asked each time: it is another one when another user has signed in
 * @returns a function that does work on the open database, once more when it was closed meanwhile
 */
export function databaseAccess(
  nameNow: () => string,
): <Answer>(work: (database: Database) => Promise<Answer>) => Promise<Answer> {
  let opened: { readonly name: string; readonly database: Promise<Database> } | null = null;
  const database = (): Promise<Database> => {
    const name = nameNow();
    if (opened?.name === name) return opened.database;
    const opening = openStudioDatabase(name, () => (opened = null)).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    opened = { name, database: opening };
    return opening;
  };
  return async (work) => {
    try {
      return await work(await database());
    } catch (error) {
      if (!wasClosed(error)) throw error;
      opened = null;
      return work(await database());
    }
  };
}
