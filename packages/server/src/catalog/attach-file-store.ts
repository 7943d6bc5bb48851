import { and, eq, inArray, sql } from '../platform/database/orm.ts';
import type { Executor } from '../platform/database/connection.ts';
import { runItems } from './schema.ts';

/** A name of a whole disk: `C:/photos/a.jpg`, `//server/photos/a.jpg`, `/Users/me/a.jpg`. */
const WHOLE_PATH = /^(?:[a-z]:)?\//;

const partsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '' && part !== '.');

/** How many names at the ends of two paths are the same. */
function sharedEnd(path: string, other: string): number {
  const [parts, others] = [partsOf(path).toReversed(), partsOf(other).toReversed()];
  const end = parts.findIndex((part, at) => part !== others[at]);
  return end === -1 ? parts.length : end;
}

/**
 * Gives a file to the row whose path on somebody's disk ends most like its own: the folder that was uploaded is another part of that disk.
 * Paths within a folder are no such ones; they say where a file is. A row that could as well be meant keeps both from it, also
 * where it has its file. Returns how many rows got it.
 * @param minParts names at the end that are to be the same: the file’s own, or also its folder’s where others are called like it
 */
export async function attachByEnd(
  db: Executor,
  runId: string,
  fileName: string,
  key: string,
  minParts: number,
): Promise<number> {
  const name = sql<string>`lower(normalize(replace(${runItems.sourceName}, '\\', '/')))`;
  const given = fileName.normalize('NFC').replaceAll('\\', '/').toLowerCase();
  const bare = partsOf(given).at(-1) ?? '';
  const alike = await db
    .select({ row: runItems.row, kind: runItems.sourceKind, name })
    .from(runItems)
    .where(
      and(
        eq(runItems.runId, runId),
        inArray(runItems.sourceKind, ['file', 'upload']),
        sql`right(${name}, length(${bare}::text) + 1) = '/' || ${bare}`,
      ),
    );
  const ends = alike.map((row) => ({ ...row, end: sharedEnd(row.name, given) }));
  const longest = Math.max(...ends.map(({ end }) => end));
  const meant = ends.filter(({ end }) => end === longest);
  const isClear = new Set(meant.map((row) => row.name)).size === 1;
  const rows = meant.flatMap((row) => (row.kind === 'file' && WHOLE_PATH.test(row.name) ? [row.row] : []));
  if (!isClear || longest < minParts || rows.length === 0) return 0;
  await db
    .update(runItems)
    .set({ photoKey: key, sourceKind: 'upload' })
    .where(and(eq(runItems.runId, runId), inArray(runItems.row, rows)));
  return rows.length;
}
