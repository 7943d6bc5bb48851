import type { ServiceDatabase } from '../stores.ts';
import { RECORD_UNDO_S } from '../../records/service.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { forEachTolerant } from './for-each-tolerant.ts';
import { getRecordFolder } from '../../records/model.ts';
import type { StoredRecord } from '../../records/model.ts';

interface SweepRecordsDependencies {
  readonly database: ServiceDatabase;
  readonly objects: ObjectStore;
  readonly logger: Logger;
}

const BATCH = 50;
/** Age from which a record counts as abandoned if its output picture hasn't arrived. */
const UNCONFIRMED_AGE_MS = DAY_MS;
/**
 * Time between the end of the undo period and the removal of a record. So a record isn't restored and removed at the
 * same moment.
 */
const UNDO_MARGIN_MS = MINUTE_MS;

/**
 * Removes records that never became visible, with the pictures uploaded for them.
 * @returns the number of removed records
 */
export async function sweepAbandonedRecords(deps: SweepRecordsDependencies, now: Date): Promise<number> {
  const { records } = deps.database.stores;
  const abandoned = await records.listUnconfirmed(new Date(now.getTime() - UNCONFIRMED_AGE_MS), BATCH);
  const removed = await forEachTolerant(deps, abandoned, async (record) => {
    // Removes only pictures uploaded for the record. Other pictures to which it refers belong to the generation, which
    // wasn't deleted.
    await removeSlots(deps, record);
    await records.remove(record.id);
  });
  return removed.length;
}

/**
 * Removes deleted records with their pictures.
 * @returns the number of removed records
 */
export async function sweepDeletedRecords(deps: SweepRecordsDependencies, now: Date): Promise<number> {
  const deletedBefore = new Date(now.getTime() - RECORD_UNDO_S * 1000 - UNDO_MARGIN_MS);
  const deleted = await deps.database.stores.records.listDeleted(deletedBefore, BATCH);
  const removed = await forEachTolerant(deps, deleted, (record) => removeWithPictures(deps, record));
  return removed.length;
}

/**
 * Removes a record with its pictures. Every step can be repeated. Objects are removed first, so that no object remains
 * without a row.
 */
async function removeWithPictures(deps: SweepRecordsDependencies, record: StoredRecord): Promise<void> {
  const { database, objects } = deps;
  const beside = record.scene?.beside?.map(({ image_s3 }) => image_s3) ?? [];
  const keys = [...Object.values(record.keys).filter((key) => key !== null), ...beside];
  const unused = await database.stores.records.unusedKeys(record, keys);
  for (const key of unused) await objects.delete(key);
  await removeSlots(deps, record);
  await database.transaction(async (stores) => {
    await stores.assets.retire(unused);
    await stores.uploads.delete(unused);
    await stores.records.remove(record.id);
  });
}

async function removeSlots(
  { objects }: SweepRecordsDependencies,
  { userId, id }: StoredRecord,
): Promise<void> {
  for await (const { key } of objects.list(`${getRecordFolder(userId)}${id}/`)) await objects.delete(key);
}
