import type { StoredItem, StoredRun } from './model.ts';
import { and, eq } from '../platform/database/orm.ts';
import { runItems } from './schema.ts';
import type { runs } from './schema.ts';

export const isItem = (runId: string, row: number) => and(eq(runItems.runId, runId), eq(runItems.row, row));

export function toStoredRun(row: typeof runs.$inferSelect): StoredRun {
  const { deletedAt: _deletedAt, deliveriesQueuedAt: _queuedAt, ...run } = row;
  return run;
}

/** Converts a row to an item, without the owner's id, which is the same as the run's. */
export function toStoredItem(row: typeof runItems.$inferSelect): StoredItem {
  const { userId: _userId, ...item } = row;
  return item;
}
