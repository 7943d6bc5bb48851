import type { TaskTool } from '@packshot/contract';
import { EARLIER_CUT_OUT, toolNow } from '../earlier-names.ts';
import { customType, sql, timestamp } from './orm.ts';

/*
 * Column definitions and conditions shared by all subjects. Each subject declares its tables in its `schema.ts`. Rules
 * that must hold regardless of the code are constraints and triggers (triggers are in
 * migrations/0039_release-0.2.0.sql); invariants.sql states what must be true of the data as a whole. Every row that
 * belongs to a user has a `user_id`, and every query filters by it.
 */

/** Raw bytes. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A timestamp with time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** A tool by its current name, even if an older release stored it. */
export const toolName = customType<{ data: TaskTool; driverData: string }>({
  dataType: () => 'text',
  fromDriver: toolNow,
});
/** The current tool name in SQL, for requests with the alias `r`. */
export const TOOL_OF_R = sql.raw(`case r.tool when '${EARLIER_CUT_OUT}' then 'cut-out' else r.tool end`);
/** The creation time, by the database's clock. */
export const createdAt = () => moment('created_at').notNull().defaultNow();

/**
 * Condition that always holds and makes a statement outside a transaction return before it is flushed to disk. A power
 * cut within a second may lose the change, so it suits only data that is recomputed or sent again.
 */
export const notWaitingForDisk = sql`set_config('synchronous_commit', 'off', true) is not null`;
