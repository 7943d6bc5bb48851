import type { TaskTool } from '@packshot/contract';
import { EARLIER_CUT_OUT, toolNow } from '../earlier-names.ts';
import { customType, sql, timestamp } from './orm.ts';

/*
 * Column definitions and conditions shared by all tables. Each subject's folder declares its tables in its `schema.ts`.
 * Rules that must hold regardless of the code are constraints and triggers (triggers are in
 * migrations/0039_release-0.2.0.sql); invariants.sql states what must be true of the data as a whole.
 */

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Column for a timestamp with time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** Column for a tool. Reads return its current name, even if an older release stored an earlier one. */
export const toolName = customType<{ data: TaskTool; driverData: string }>({
  dataType: () => 'text',
  fromDriver: toolNow,
});
/** SQL for a tool's current name; the table of requests must have the alias `r`. */
export const TOOL_OF_R = sql.raw(`case r.tool when '${EARLIER_CUT_OUT}' then 'cut-out' else r.tool end`);
/** Column for the time at which the row was created, by the database's clock. */
export const createdAt = () => moment('created_at').notNull().defaultNow();

/**
 * SQL condition that is always true and lets a statement outside a transaction return before the change is flushed to
 * disk. A power cut within a second may lose the change, so use it only for data that is recomputed or sent again.
 */
export const notWaitingForDisk = sql`set_config('synchronous_commit', 'off', true) is not null`;
