import { bind } from '../platform/bind.ts';
import { MADE_STATES } from './model.ts';
import type {
  ItemChange,
  StoredRun,
  NewRun,
  NewItem,
  StoredItem,
  ItemOutput,
  RunFigures,
  ItemsSelection,
  DownloadOrder,
} from './model.ts';
import type { ItemState } from '@packshot/contract';
import { ITEM_STATES, REVIEW_FROM } from '@packshot/contract';
import { attachByEnd } from './attach-file-store.ts';
import type { Executor } from '../platform/database/connection.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  sql,
  sum,
} from '../platform/database/orm.ts';
import { runCounts, runDownloads, runItems, runOutputs, runs } from './schema.ts';
import { isItem, toStoredItem, toStoredRun } from './run-row-store.ts';
import { createRunWorkStore } from './run-work-store.ts';

const isShown = isNull(runs.deletedAt);
const isOwned = (userId: string, id: string) => and(eq(runs.userId, userId), eq(runs.id, id), isShown);

const NOTHING: RunFigures = {
  counts: Object.fromEntries(ITEM_STATES.map((state) => [state, 0])) as RunFigures['counts'],
  sources: { upload: 0, url: 0, bucket: 0, missing: 0 },
  credits: 0,
};

/** SQL for the state of an item before a user reviews it. Must agree with the function `needsReview`. */
const beforeReview = sql`(case when ${runItems.score} <= ${1 - REVIEW_FROM} or ${runItems.doubts} <> '[]'::jsonb
  then 'needs_review' else 'done' end)::item_state`;

export function createRunStore(db: Executor) {
  return {
    ...createRunWorkStore(db),

    /** Stores a new run. Returns false if a run with this id exists. */
    async insert({ fingerprint = null, ...run }: NewRun): Promise<boolean> {
      const rows = await db
        .insert(runs)
        .values({ ...run, fingerprint: fingerprint && Buffer.from(fingerprint) })
        .onConflictDoNothing()
        .returning({ id: runs.id });
      return rows.length > 0;
    },

    async count(userId: string): Promise<number> {
      const [row] = await db
        .select({ runs: count() })
        .from(runs)
        .where(and(eq(runs.userId, userId), isShown));
      return row?.runs ?? 0;
    },

    /**
     * Lists the user's runs, newest first.
     * @param after last id of the previous page
     */
    async list(userId: string, after: string | null, limit: number): Promise<readonly StoredRun[]> {
      const isAfter =
        after === null
          ? undefined
          : sql`(${runs.createdAt}, ${runs.id}) < (
              select r.created_at, r.id from runs r where r.id = ${after} and r.user_id = ${userId})`;
      const rows = await db
        .select()
        .from(runs)
        .where(and(eq(runs.userId, userId), isShown, isAfter))
        .orderBy(desc(runs.createdAt), desc(runs.id))
        .limit(limit);
      return rows.map(toStoredRun);
    },

    async find(userId: string, id: string): Promise<StoredRun | null> {
      const [row] = await db.select().from(runs).where(isOwned(userId, id));
      return row === undefined ? null : toStoredRun(row);
    },

    async lock(userId: string, id: string): Promise<StoredRun | null> {
      const [row] = await db.select().from(runs).where(isOwned(userId, id)).for('update');
      return row === undefined ? null : toStoredRun(row);
    },

    async update(
      id: string,
      change: Partial<Omit<StoredRun, 'id' | 'userId' | 'fingerprint'>>,
    ): Promise<void> {
      if (Object.keys(change).length > 0) await db.update(runs).set(change).where(eq(runs.id, id));
    },

    figures: bind(db, readFigures),

    /**
     * Adds rows; existing rows stay unchanged.
     * @returns the number of added rows
     */
    async addItems(
      { id: runId, userId }: Pick<StoredRun, 'id' | 'userId'>,
      firstRow: number,
      items: readonly NewItem[],
    ): Promise<number> {
      const rows = items.map(({ source, sku, variant, slot, columns }, place) => ({
        runId,
        userId,
        row: firstRow + place,
        sku,
        variant,
        slot,
        columns,
        sourceKind: source.kind,
        sourceName: getSourceName(source),
        photoKey: source.kind === 'upload' ? source.key : null,
        ...(source.kind === 'bucket' && { bucketId: source.bucketId, etag: source.etag }),
      }));
      const added = await db
        .insert(runItems)
        .values(rows)
        .onConflictDoNothing()
        .returning({ row: runItems.row });
      return added.length;
    },

    /**
     * Removes rows of a draft and renumbers later ones, so that numbers have no gaps.
     * @returns the number of removed rows
     */
    async removeItems(runId: string, rows: readonly number[] | 'incomplete'): Promise<number> {
      const isGone =
        rows === 'incomplete' ? eq(runItems.sourceKind, 'file') : inArray(runItems.row, [...rows]);
      const { rowCount } = await db.delete(runItems).where(and(eq(runItems.runId, runId), isGone));
      if (rowCount === null || rowCount === 0) return 0;
      // Renumbers in two statements, with negative numbers in between, because no two rows may have the same number at
      // any moment.
      await db.execute(sql`
        update run_items set row = -place.number
        from (select row, row_number() over (order by row) as number from run_items where run_id = ${runId}) place
        where run_id = ${runId} and run_items.row = place.row and place.number <> place.row`);
      await db.execute(sql`update run_items set row = -row where run_id = ${runId} and row < 0`);
      return rowCount;
    },

    async countItems(runId: string): Promise<number> {
      const [row] = await db
        .select({ items: sum(runCounts.items).mapWith(Number) })
        .from(runCounts)
        .where(eq(runCounts.runId, runId));
      return row?.items ?? 0;
    },

    /**
     * Attaches an uploaded file to the row or rows that name it.
     * @returns the number of rows
     */
    async attach(runId: string, fileName: string, key: string): Promise<number> {
      // Normalizes Unicode, because some systems store letters and accents as separate characters. The name in a table
      // may include folders of the file's path.
      const waiting = sql`ltrim(lower(normalize(replace(${runItems.sourceName}, '\\', '/'))), './')`;
      const normalizedName = sql`ltrim(lower(normalize(${fileName}::text)), './')`;
      const isNamed = sql`(${waiting} = ${normalizedName} or right(${waiting}, length(${normalizedName}) + 1) = '/' || ${normalizedName}
        or right(${normalizedName}, length(${waiting}) + 1) = '/' || ${waiting})`;
      const matchingRows = await db
        .select({
          row: runItems.row,
          name: sql<string>`${waiting}`,
          isExact: sql<boolean>`${waiting} = ${normalizedName}`,
        })
        .from(runItems)
        .where(and(eq(runItems.runId, runId), eq(runItems.sourceKind, 'file'), isNamed));
      const exact = matchingRows.filter(({ isExact }) => isExact);
      const bestMatches = exact.length > 0 ? exact : matchingRows;
      // Doesn't attach an ambiguous file: two rows may use the same file name in different folders.
      if (bestMatches.length === 0 || new Set(bestMatches.map(({ name }) => name)).size > 1) return 0;
      const rows = bestMatches.map(({ row }) => row);
      await db
        .update(runItems)
        .set({ photoKey: key, sourceKind: 'upload' })
        .where(and(eq(runItems.runId, runId), inArray(runItems.row, rows)));
      return rows.length;
    },

    attachByEnd: bind(db, attachByEnd),

    async listItems(runId: string, { state, sort, offset, limit }: ItemsSelection) {
      const isListed = and(
        eq(runItems.runId, runId),
        state === undefined ? undefined : eq(runItems.state, state),
      );
      const [countRow] = await db
        .select({ items: sum(runCounts.items).mapWith(Number) })
        .from(runCounts)
        .where(and(eq(runCounts.runId, runId), state === undefined ? undefined : eq(runCounts.state, state)));
      const order =
        sort === 'row' ? [asc(runItems.row)] : [sql`${runItems.score} asc nulls last`, asc(runItems.row)];
      const rows = await db
        .select()
        .from(runItems)
        .where(isListed)
        .orderBy(...order)
        .offset(offset)
        .limit(limit);
      return { items: rows.map(toStoredItem), total: countRow?.items ?? 0 };
    },

    async pageOfItems(runId: string, afterRow: number, limit: number): Promise<readonly StoredItem[]> {
      const rows = await db
        .select()
        .from(runItems)
        .where(and(eq(runItems.runId, runId), gt(runItems.row, afterRow)))
        .orderBy(asc(runItems.row))
        .limit(limit);
      return rows.map(toStoredItem);
    },

    /** Lists the column names that the run's items use, in order of first appearance. */
    async itemColumns(runId: string): Promise<readonly string[]> {
      const { rows } = await db.execute<{ name: string }>(sql`
        select name
        from run_items, jsonb_object_keys(columns) with ordinality as key(name, place)
        where run_id = ${runId}
        group by name
        order by min(array[row, place])`);
      return rows.map(({ name }) => name);
    },

    async findItem(runId: string, row: number): Promise<StoredItem | null> {
      const [itemRow] = await db.select().from(runItems).where(isItem(runId, row));
      return itemRow === undefined ? null : toStoredItem(itemRow);
    },

    async itemsAt(runId: string, rows: readonly number[]): Promise<readonly StoredItem[]> {
      if (rows.length === 0) return [];
      const itemRows = await db
        .select()
        .from(runItems)
        .where(and(eq(runItems.runId, runId), inArray(runItems.row, [...rows])))
        .orderBy(asc(runItems.row));
      return itemRows.map(toStoredItem);
    },

    async listStyles(runId: string, states: readonly ItemState[]) {
      return db
        .select({ row: runItems.row, style: runItems.style })
        .from(runItems)
        .where(and(eq(runItems.runId, runId), inArray(runItems.state, [...states])))
        .orderBy(asc(runItems.row));
    },

    /** Lists the numbers of rows that have neither a photo nor its address. */
    async listIncomplete(runId: string, limit: number): Promise<readonly number[]> {
      const rows = await db
        .select({ row: runItems.row })
        .from(runItems)
        .where(and(eq(runItems.runId, runId), eq(runItems.sourceKind, 'file')))
        .orderBy(asc(runItems.row))
        .limit(limit);
      return rows.map(({ row }) => row);
    },

    /**
     * Replaces an item's photo, its scene or both, and sets the item to waiting.
     * @returns false if the item can't be changed now
     */
    async changeItem(runId: string, row: number, { photoKey, ownScene }: ItemChange): Promise<boolean> {
      const rows = await db
        .update(runItems)
        .set({
          ...(ownScene && { ownScene, paidSha256: sql`photo_sha256` }),
          ...(photoKey !== undefined && {
            photoKey,
            correctedSha256: sql`coalesce(corrected_sha256, photo_sha256)`,
            photoSha256: null,
            paidSha256: null,
            etag: null,
          }),
          state: 'waiting',
          reason: null,
          tries: 0,
          isReused: false,
        })
        .where(
          and(
            isItem(runId, row),
            ownScene ? inArray(runItems.state, MADE_STATES) : ne(runItems.state, 'running'),
          ),
        )
        .returning({ row: runItems.row });
      return rows.length > 0;
    },

    /**
     * Moves items in these states to another state.
     * @returns the changed rows
     */
    async moveItems(
      runId: string,
      rows: readonly number[] | 'all',
      from: readonly ItemState[],
      to: ItemState,
    ): Promise<readonly number[]> {
      if (rows !== 'all' && rows.length === 0) return [];
      const moved = await db
        .update(runItems)
        .set({ state: to, ...(to === 'waiting' && { reason: null, tries: 0 }) })
        .where(
          and(
            eq(runItems.runId, runId),
            inArray(runItems.state, [...from]),
            rows === 'all' ? undefined : inArray(runItems.row, [...rows]),
          ),
        )
        .returning({ row: runItems.row });
      return moved.map(({ row }) => row).toSorted((a, b) => a - b);
    },

    /** Restores the states that these items had before the review. */
    async undoReview(runId: string, rows: readonly number[]): Promise<readonly number[]> {
      if (rows.length === 0) return [];
      const moved = await db
        .update(runItems)
        .set({ state: beforeReview })
        .where(
          and(
            eq(runItems.runId, runId),
            inArray(runItems.row, [...rows]),
            inArray(runItems.state, ['approved', 'rejected']),
          ),
        )
        .returning({ row: runItems.row });
      return moved.map(({ row }) => row).toSorted((a, b) => a - b);
    },

    async listOutputs(runId: string, rows: readonly number[]): Promise<readonly ItemOutput[]> {
      if (rows.length === 0) return [];
      return db
        .select()
        .from(runOutputs)
        .where(and(eq(runOutputs.runId, runId), inArray(runOutputs.row, [...rows])))
        .orderBy(asc(runOutputs.row), asc(runOutputs.place));
    },

    /**
     * Storage keys under which the photos in these states are charged: the first file of each photo, whose payment
     * covers the photo's other files.
     */
    async listPayerKeys(runId: string, states: readonly ItemState[]): Promise<readonly string[]> {
      const { rows } = await db.execute<{ key: string }>(sql`
        select distinct on (o.row) o.key from run_outputs o
        join run_items i on i.run_id = o.run_id and i.row = o.row
        where o.run_id = ${runId} and i.state::text = any(${sql.param([...states])}::text[])
        order by o.row, o.place`);
      return rows.map(({ key }) => key);
    },

    async orderDownload({
      tokenHash,
      states,
      ...order
    }: DownloadOrder & { readonly tokenHash: Uint8Array; readonly expiresAt: Date }): Promise<void> {
      await db.insert(runDownloads).values({
        ...order,
        tokenHash: Buffer.from(tokenHash),
        states: states && [...states],
      });
    },

    async findDownload(tokenHash: Uint8Array, now: Date) {
      const [row] = await db
        .select()
        .from(runDownloads)
        .innerJoin(runs, eq(runs.id, runDownloads.runId))
        .where(
          and(eq(runDownloads.tokenHash, Buffer.from(tokenHash)), gt(runDownloads.expiresAt, now), isShown),
        );
      if (row === undefined) return null;
      const { runId, kind, states } = row.run_downloads;
      return { runId, kind, states, run: toStoredRun(row.runs) };
    },

    async deleteExpiredDownloads(before: Date): Promise<number> {
      const { rowCount } = await db.delete(runDownloads).where(lte(runDownloads.expiresAt, before));
      return rowCount ?? 0;
    },
  };
}

export type RunStore = ReturnType<typeof createRunStore>;

function getSourceName(source: NewItem['source']): string {
  if (source.kind === 'url') return source.url;
  return source.kind === 'bucket' ? source.key : source.file_name;
}

async function readFigures(
  db: Executor,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunFigures>> {
  const figures = new Map(runIds.map((id) => [id, NOTHING]));
  if (runIds.length === 0) return figures;
  const { rows } = await db.execute<{
    run_id: string;
    state: ItemState;
    items: number;
    credits: number;
    uploads: number;
    urls: number;
    in_buckets: number;
    missing: number;
  }>(sql`
    select run_id, state, sum(items)::integer as items, sum(credits)::integer as credits,
      coalesce(sum(items) filter (where source_kind = 'upload'), 0)::integer as uploads,
      coalesce(sum(items) filter (where source_kind = 'url'), 0)::integer as urls,
      coalesce(sum(items) filter (where source_kind = 'bucket'), 0)::integer as in_buckets,
      coalesce(sum(items) filter (where source_kind = 'file'), 0)::integer as missing
    from run_counts
    where run_id in (${sql.join(
      runIds.map((id) => sql`${id}::uuid`),
      sql`, `,
    )})
    group by run_id, state`);
  for (const row of rows) {
    const { counts, sources, credits } = figures.get(row.run_id) ?? NOTHING;
    figures.set(row.run_id, {
      counts: { ...counts, [row.state]: row.items },
      sources: {
        upload: sources.upload + row.uploads,
        url: sources.url + row.urls,
        bucket: sources.bucket + row.in_buckets,
        missing: sources.missing + row.missing,
      },
      credits: credits + row.credits,
    });
  }
  return figures;
}
