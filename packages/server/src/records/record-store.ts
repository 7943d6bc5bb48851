import type { ToolId, RecordSort } from '@packshot/contract';
import type { StoredRecord, SlotKeys } from './model.ts';
import type { ResultOrigin } from '../tools/model.ts';
import type { SQL } from 'drizzle-orm';
import { RECORDS_FOLDER } from '../uploads/folders.ts';
import type { Executor } from '../platform/database/connection.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  notExists,
  or,
  sql,
} from '../platform/database/orm.ts';
import { RECORD_KEYS, generationRecords as records, KEY_HASHES, RECORD_TRIGRAMS } from './schema.ts';
import { assets, downloads, generationRequests, tasks } from '../tools/schema.ts';
import { storageUsage } from '../uploads/schema.ts';

export interface RecordFilter {
  /** Words that must all occur in the prompt or the name, ignoring case. */
  readonly words: readonly string[];
  readonly toolTypes: readonly ToolId[] | null;
  /** Earliest creation time of the records, or null for no limit. */
  readonly from: Date | null;
  /** Time before which the records were created, or null for no limit. */
  readonly to: Date | null;
  readonly starred: boolean | null;
}

export interface ListedRecord extends StoredRecord {
  /**
   * Storage key of the result to which the download of this output is charged. For a result, its own key. For a picture
   * composed in the browser (uploaded for the record), the key of the result it was made from. Null if the output
   * contains only the user's own material, which is free.
   */
  readonly payerKey: string | null;
  /** True if the output is free or its download was paid for. */
  readonly isDownloaded: boolean;
}

export type RecordChanges = Partial<
  Pick<
    StoredRecord,
    | 'isVisible'
    | 'isStarred'
    | 'name'
    | 'confirmedAt'
    | 'deletedAt'
    | 'keys'
    | 'widthPx'
    | 'heightPx'
    | 'provenance'
  >
>;

type RecordRow = typeof records.$inferSelect;

/**
 * Matches records that refer to a storage key in any column. Uses the index of hashes, then compares keys because
 * hashes can collide.
 */
const namesKey = (key: string): SQL =>
  sql`(${KEY_HASHES} @> array[hashtext(${key})] and ${key} in (${sql.join([...RECORD_KEYS], sql`, `)}))`;

function toStoredRecord({
  thumbKey,
  inputKey,
  standardKey,
  maskKey,
  referenceKey,
  outputKey,
  ...rest
}: RecordRow): StoredRecord {
  return {
    ...rest,
    keys: {
      thumb: thumbKey,
      input_image: inputKey,
      standard_output_image: standardKey,
      input_mask_image: maskKey,
      reference_image: referenceKey,
      output_image: outputKey,
    },
  };
}

const toKeyColumns = (keys: SlotKeys) => ({
  thumbKey: keys.thumb,
  inputKey: keys.input_image,
  standardKey: keys.standard_output_image,
  maskKey: keys.input_mask_image,
  referenceKey: keys.reference_image,
  outputKey: keys.output_image,
});

type PaymentFacts = Pick<ListedRecord, 'payerKey' | 'isDownloaded'>;

/** Pattern of the keys of pictures that were uploaded for a record. */
const OWN_SLOTS = `${RECORDS_FOLDER}%`;

const isOwnRecord = (userId: string, id: string) => and(eq(records.userId, userId), eq(records.id, id));
/**
 * Condition for visible records, written exactly like the conditions of the indexes. If `true` were a parameter, a
 * generic plan wouldn't know its value and couldn't use these indexes.
 */
const isShown = and(sql`${records.isVisible}`, isNull(records.deletedAt));

/** Pattern for text that contains a word, whose wildcards are escaped. */
const containsPattern = (word: string): string => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;

const ORDERS: Readonly<Record<RecordSort, readonly SQL[]>> = {
  '-created_at': [desc(records.createdAt), desc(records.id)],
  created_at: [asc(records.createdAt), asc(records.id)],
  '-name': [desc(sql`lower(${records.name})`), desc(records.createdAt), desc(records.id)],
  name: [asc(sql`lower(${records.name})`), desc(records.createdAt), desc(records.id)],
};

/** Whether the trigram index can find the word: it needs at least three letters. */
const isIndexed = (word: string): boolean => [...word].length >= 3;

/**
 * Condition for the user's own records. Long words use the trigram index, which includes the owner. The owner's id is
 * then compared as text, which no other index supports. Otherwise a generic plan would choose the owner's index and
 * read all records of a user.
 */
function isOwn(userId: string, words: readonly string[]) {
  const indexed = words.filter(isIndexed);
  if (indexed.length === 0) return eq(records.userId, userId);
  return and(
    sql`${records.userId}::text = ${userId}`,
    ...indexed.map((word) => sql`${RECORD_TRIGRAMS} @> trigrams_of(${userId}::uuid, ${word})`),
  );
}

function matches(userId: string, { words, toolTypes, from, to, starred }: RecordFilter) {
  return and(
    isOwn(userId, words),
    isShown,
    ...words.map((word) =>
      or(ilike(records.prompt, containsPattern(word)), ilike(records.name, containsPattern(word))),
    ),
    toolTypes === null ? undefined : inArray(records.toolType, [...toolTypes]),
    from === null ? undefined : gte(records.createdAt, from),
    to === null ? undefined : lt(records.createdAt, to),
    starred === null ? undefined : eq(records.isStarred, starred),
  );
}

const isEverything = ({ words, toolTypes, from, to, starred }: RecordFilter): boolean =>
  words.length === 0 && toolTypes === null && from === null && to === null && starred === null;

export function createRecordStore(db: Executor) {
  const chargedKey = sql<string>`coalesce(${assets.payerKey}, ${assets.key})`;
  const inputResult = db
    .select({ key: chargedKey })
    .from(assets)
    .where(and(eq(assets.key, records.inputKey), eq(assets.userId, records.userId)));
  const outputResult = db.select({ key: chargedKey }).from(assets).where(eq(assets.key, records.outputKey));
  const payerKey = sql<string | null>`case when ${like(records.outputKey, OWN_SLOTS)}
    then (${inputResult}) else coalesce((${outputResult}), ${records.outputKey}) end`;
  const payment = exists(
    db
      .select({ key: downloads.key })
      .from(downloads)
      // A payment by any user counts, because the guest who later signed in may have paid.
      .where(sql`${downloads.key} = ${payerKey}`),
  );
  const isDownloaded = sql<boolean>`${and(isNotNull(records.outputKey), or(isNull(payerKey), payment))}`;
  const select = () => db.select({ record: records, payerKey, isDownloaded }).from(records);
  const toListedRecord = ({ record, ...rest }: { record: RecordRow } & PaymentFacts): ListedRecord => ({
    ...toStoredRecord(record),
    ...rest,
  });

  /** Reads the number of the user's visible records from a stored counter. */
  const countShown = async (userId: string): Promise<number> => {
    const [row] = await db
      .select({ total: storageUsage.shownRecords })
      .from(storageUsage)
      .where(eq(storageUsage.userId, userId));
    return row?.total ?? 0;
  };

  return {
    /** Inserts a record, or returns the user's existing record of the same output picture. */
    async insertOrFind({ keys, ...record }: Omit<StoredRecord, 'createdAt'>): Promise<StoredRecord> {
      const [inserted] = await db
        .insert(records)
        .values({ ...record, ...toKeyColumns(keys) })
        .onConflictDoNothing({ target: [records.userId, records.outputKey] })
        .returning();
      if (inserted !== undefined) return toStoredRecord(inserted);
      const [present] = await db
        .select()
        .from(records)
        .where(and(eq(records.userId, record.userId), eq(records.outputKey, keys.output_image ?? '')));
      if (present === undefined) throw new Error('The record was removed while it was saved again');
      return toStoredRecord(present);
    },

    /** Finds a record, hidden and deleted ones included. */
    async find(userId: string, id: string): Promise<ListedRecord | null> {
      const [row] = await select().where(isOwnRecord(userId, id));
      return row === undefined ? null : toListedRecord(row);
    },

    /** Ids of the user's visible records, by the key of their output picture. */
    async idsOfOutputs(userId: string, outputKeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (outputKeys.length === 0) return new Map();
      const rows = await db
        .select({ id: records.id, key: records.outputKey })
        .from(records)
        .where(and(eq(records.userId, userId), isShown, inArray(records.outputKey, [...outputKeys])));
      return new Map(rows.map(({ id, key }) => [key ?? '', id]));
    },

    async list(
      userId: string,
      filter: RecordFilter,
      { sort, offset, limit }: { readonly sort: RecordSort; readonly offset: number; readonly limit: number },
    ): Promise<{ readonly rows: readonly ListedRecord[]; readonly total: number }> {
      const where = matches(userId, filter);
      const isAll = isEverything(filter);
      // Skips earlier pages in the index alone; only the requested page's rows are read in full.
      const pageQuery = db
        .select({
          id: records.id,
          total: (isAll ? sql<number>`0` : sql<number>`(count(*) over ())::integer`).as('total'),
        })
        .from(records)
        .where(where)
        .orderBy(...ORDERS[sort])
        .offset(offset)
        .limit(limit)
        .as('shown');
      const rows = await db
        .select({ record: records, payerKey, isDownloaded, total: pageQuery.total })
        .from(records)
        .innerJoin(pageQuery, eq(pageQuery.id, records.id))
        .orderBy(...ORDERS[sort]);
      const page = rows.map(toListedRecord);
      if (isAll) return { rows: page, total: await countShown(userId) };
      const [first] = rows;
      if (first !== undefined || offset === 0) return { rows: page, total: first?.total ?? 0 };
      const [all] = await db.select({ total: count() }).from(records).where(where);
      return { rows: page, total: all?.total ?? 0 };
    },

    /** Lists the user's visible records with these ids, or all of them for null, newest first. */
    async listVisible(userId: string, ids: readonly string[] | null): Promise<readonly ListedRecord[]> {
      const rows = await select()
        .where(
          and(eq(records.userId, userId), isShown, ids === null ? undefined : inArray(records.id, [...ids])),
        )
        .orderBy(...ORDERS['-created_at']);
      return rows.map(toListedRecord);
    },

    /** Adds to the recorded total size of the pictures uploaded for the record. */
    async addSlotBytes(id: string, sizeBytes: number): Promise<void> {
      await db
        .update(records)
        .set({ slotBytes: sql`${records.slotBytes} + ${sizeBytes}` })
        .where(eq(records.id, id));
    },

    async update(userId: string, id: string, { keys, ...changes }: RecordChanges): Promise<void> {
      const values = { ...changes, ...(keys !== undefined && toKeyColumns(keys)) };
      if (Object.keys(values).length > 0) await db.update(records).set(values).where(isOwnRecord(userId, id));
    },

    /** Finds the task that made one of the user's results; null for any other key. */
    async findOrigin(userId: string, outputKey: string): Promise<ResultOrigin | null> {
      const [row] = await db
        .select({
          input: generationRequests.input,
          // The type is asserted, because inserts accept only ids of tools.
          toolId: sql<ToolId>`${generationRequests.toolId}`,
          result: tasks.result,
          variant: tasks.variant,
          callTerms: generationRequests.callTerms,
        })
        .from(assets)
        .innerJoin(tasks, eq(tasks.id, assets.taskId))
        .innerJoin(generationRequests, eq(generationRequests.id, tasks.requestId))
        .where(
          and(
            eq(assets.key, outputKey),
            eq(assets.userId, userId),
            eq(assets.rendition, 'full'),
            eq(tasks.status, 'SUCCESS'),
          ),
        );
      if (!row?.result) return null;
      const { callTerms, result, ...origin } = row;
      return { ...origin, result, ...(callTerms !== null && { callTerms }) };
    },

    /** Lists files of this size that tasks stored for the user, including temporary ones, with their provenance. */
    async listFilesOfSize(userId: string, sizeBytes: number) {
      const rows = await db
        .select({ sha256: assets.sha256, result: tasks.result })
        .from(assets)
        .innerJoin(tasks, eq(tasks.id, assets.taskId))
        .where(
          and(
            eq(assets.userId, userId),
            eq(assets.sizeBytes, sizeBytes),
            ne(assets.rendition, 'heat-map'),
            eq(tasks.status, 'SUCCESS'),
          ),
        );
      return rows.flatMap(({ sha256, result }) =>
        result !== null && 'provenance' in result && result.provenance !== undefined
          ? [{ sha256, provenance: result.provenance }]
          : [],
      );
    },

    /** Whether this key is the output picture of one of the user's visible records. */
    async isOutput(userId: string, key: string): Promise<boolean> {
      const rows = await db
        .select({ id: records.id })
        .from(records)
        .where(and(eq(records.userId, userId), eq(records.outputKey, key), isShown))
        .limit(1);
      return rows.length > 0;
    },

    /**
     * Finds the key under which a visible record's output is charged; null if the user has no record with this output.
     */
    async findPayer(userId: string, outputKey: string): Promise<Pick<ListedRecord, 'payerKey'> | null> {
      const [row] = await db
        .select({ payerKey })
        .from(records)
        .where(and(eq(records.userId, userId), eq(records.outputKey, outputKey), isShown));
      return row ?? null;
    },

    /** Lists records created before `before` whose output picture never arrived. */
    async listUnconfirmed(before: Date, limit: number): Promise<readonly StoredRecord[]> {
      const rows = await db
        .select()
        .from(records)
        .where(and(isNull(records.confirmedAt), isNull(records.deletedAt), lt(records.createdAt, before)))
        .orderBy(asc(records.createdAt))
        .limit(limit);
      return rows.map(toStoredRecord);
    },

    /**
     * Lists records deleted before `before`, of users without running tasks, because a task may be using a record's
     * pictures.
     */
    async listDeleted(before: Date, limit: number): Promise<readonly StoredRecord[]> {
      const work = db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(eq(tasks.userId, records.userId), inArray(tasks.status, ['PENDING', 'STARTED'])));
      const rows = await db
        .select()
        .from(records)
        .where(and(isNotNull(records.deletedAt), lt(records.deletedAt, before), notExists(work)))
        .orderBy(asc(records.deletedAt))
        .limit(limit);
      return rows.map(toStoredRecord);
    },

    /** Returns which of these keys no other record of the user refers to, and no scene shows beside its product. */
    async unusedKeys({ id, userId }: StoredRecord, keys: readonly string[]): Promise<readonly string[]> {
      const used = await Promise.all(
        keys.map((key) =>
          db
            .select({ id: records.id })
            .from(records)
            .where(and(eq(records.userId, userId), ne(records.id, id), namesKey(key)))
            .limit(1),
        ),
      );
      const unnamed = keys.filter((_key, index) => used[index]?.length === 0);
      if (unnamed.length === 0) return [];
      const { rows } = await db.execute<{ key: string }>(sql`
        select distinct product ->> 'image_s3' as key
        from ${records}, jsonb_array_elements(${records.scene} -> 'beside') product
        where ${records.userId} = ${userId} and ${records.id} <> ${id} and ${records.scene} ? 'beside'`);
      const isBeside = new Set(rows.map(({ key }) => key));
      return unnamed.filter((key) => !isBeside.has(key));
    },

    async remove(id: string): Promise<void> {
      await db.delete(records).where(eq(records.id, id));
    },
  };
}

export type RecordStore = ReturnType<typeof createRecordStore>;
