import { and, eq, inArray, sql } from '../platform/database/orm.ts';
import type { Executor } from '../platform/database/connection.ts';
import { runItems } from './schema.ts';

/** Matches an absolute path: `C:/photos/a.jpg`, `//server/photos/a.jpg`, `/Users/me/a.jpg`. */
const WHOLE_PATH = /^(?:[a-z]:)?\//;

const splitPath = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '' && part !== '.');

/** Number of equal path segments at the ends of two paths. */
function sharedEnd(path: string, other: string): number {
  const [parts, others] = [splitPath(path).toReversed(), splitPath(other).toReversed()];
  const end = parts.findIndex((part, at) => part !== others[at]);
  return end === -1 ? parts.length : end;
}

/**
 * Attaches an uploaded file to the row whose absolute path shares the most trailing segments with the file's path. An
 * uploaded folder is only part of the path on the user's disk. Rows with relative paths don't match this way. If
 * several rows match equally well, even one that already has its file, the file isn't attached.
 * @param minParts minimum number of equal segments: the file name, or also its folder if other files have the same name
 * @returns the number of rows that got the file
 */
export async function attachByEnd(
  db: Executor,
  runId: string,
  fileName: string,
  key: string,
  minParts: number,
): Promise<number> {
  const name = sql<string>`lower(normalize(replace(${runItems.sourceName}, '\\', '/')))`;
  const normalizedPath = fileName.normalize('NFC').replaceAll('\\', '/').toLowerCase();
  const bare = splitPath(normalizedPath).at(-1) ?? '';
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
  const ends = alike.map((row) => ({ ...row, end: sharedEnd(row.name, normalizedPath) }));
  const longest = Math.max(...ends.map(({ end }) => end));
  const bestMatches = ends.filter(({ end }) => end === longest);
  const isClear = new Set(bestMatches.map((row) => row.name)).size === 1;
  const rows = bestMatches.flatMap((row) =>
    row.kind === 'file' && WHOLE_PATH.test(row.name) ? [row.row] : [],
  );
  if (!isClear || longest < minParts || rows.length === 0) return 0;
  await db
    .update(runItems)
    .set({ photoKey: key, sourceKind: 'upload' })
    .where(and(eq(runItems.runId, runId), inArray(runItems.row, rows)));
  return rows.length;
}
