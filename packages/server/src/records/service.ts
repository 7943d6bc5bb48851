import { bind } from '../platform/bind.ts';
import type { RecordPatch, RecordsPage, RecordsQuery, SavedRecord } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import { createRecords } from './create.ts';
import { presentRecord } from './present.ts';
import type { ListedRecord, RecordChanges } from './record-store.ts';
import { checkedPictures } from './show.ts';
import type { RecordDependencies } from './dependencies.ts';

/**
 * Time in seconds in which a deleted record can be restored. Longer than an upload permission is valid, so that no
 * upload arrives after its record is removed.
 */
export const RECORD_UNDO_S = 15 * 60;

export function createRecordService(deps: RecordDependencies) {
  const { records } = deps.database.stores;
  return {
    create: bind(deps, createRecords),

    async list(caller: Caller, query: RecordsQuery): Promise<RecordsPage> {
      assertPermitted(caller, 'history.read');
      const { page, per_page, sort } = query;
      const offset = (page - 1) * per_page;
      const { rows, total } = await records.list(caller.userId, toFilter(query), {
        sort,
        offset,
        limit: per_page,
      });
      return {
        data: await Promise.all(rows.map((row) => presentRecord(row, deps.objects))),
        page,
        per_page,
        total,
        has_more: offset + rows.length < total,
      };
    },

    /** Reads a record. Throws NOT_FOUND, also for a deleted record. */
    async read(caller: Caller, id: string): Promise<SavedRecord> {
      assertPermitted(caller, 'history.read');
      return presentRecord(await present(deps, caller, id), deps.objects);
    },

    /**
     * Changes a record. Throws NOT_FOUND. Making a record visible also throws OUTPUT_MISSING and the refusals of
     * files.
     */
    async update(caller: Caller, id: string, patch: RecordPatch): Promise<SavedRecord> {
      assertPermitted(caller, 'history.write');
      const record = await records.find(caller.userId, id);
      if (record === null || (isDeleted(record) && !mayComeBack(deps, record, patch))) {
        throw new DomainError('NOT_FOUND');
      }
      await records.update(caller.userId, id, await toRecordChanges(deps, record, patch));
      return presentRecord(await present(deps, caller, id), deps.objects);
    },

    /** Deletes a record: hides it immediately, but it can be restored for `RECORD_UNDO_S`. Throws NOT_FOUND. */
    async delete(caller: Caller, id: string): Promise<void> {
      assertPermitted(caller, 'history.write');
      await present(deps, caller, id);
      await records.update(caller.userId, id, { isVisible: false, deletedAt: deps.clock.now() });
    },
  };
}

/** Manages the caller's History records (saved generations). Throws FORBIDDEN for guests. */
export type RecordService = ReturnType<typeof createRecordService>;

const isDeleted = ({ deletedAt }: ListedRecord): boolean => deletedAt !== null;

const mayComeBack = (
  { clock }: RecordDependencies,
  { deletedAt }: ListedRecord,
  patch: RecordPatch,
): boolean =>
  patch.is_visible === true &&
  deletedAt !== null &&
  clock.now().getTime() - deletedAt.getTime() < RECORD_UNDO_S * 1000;

async function present({ database }: RecordDependencies, caller: Caller, id: string): Promise<ListedRecord> {
  const record = await database.stores.records.find(caller.userId, id);
  if (record === null || isDeleted(record)) throw new DomainError('NOT_FOUND');
  return record;
}

async function toRecordChanges(
  deps: RecordDependencies,
  record: ListedRecord,
  { is_visible, name, starred }: RecordPatch,
): Promise<RecordChanges> {
  return {
    ...(name !== undefined && { name }),
    ...(starred !== undefined && { isStarred: starred }),
    ...(is_visible === false && { isVisible: false }),
    ...(is_visible === true && {
      ...(await checkedPictures(deps, record)),
      isVisible: true,
      confirmedAt: record.confirmedAt ?? deps.clock.now(),
      deletedAt: null,
    }),
  };
}

function toFilter({ search, tool_type, from, to, starred }: RecordsQuery) {
  return {
    words: (search ?? '').split(/\s+/).filter((word) => word !== ''),
    toolTypes: tool_type ?? null,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
    starred: starred ?? null,
  };
}
