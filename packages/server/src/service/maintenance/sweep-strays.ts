import type { ServiceDatabase } from '../stores.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ListedObject, ObjectStore } from '../../platform/objects/object-store.ts';
import { forEachTolerant } from './for-each-tolerant.ts';
import { getOwner, USERS_FOLDERS } from '../../uploads/folders.ts';

export interface StraySweepDependencies {
  readonly database: ServiceDatabase;
  readonly objects: ObjectStore;
  readonly logger: Logger;
}

/** Number of objects that a round removed; zero on a healthy system. */
export interface SweptStrays {
  readonly strays: number;
}

/** Number of objects per list response of a bucket. */
const PAGE = 1000;
/** Minimum age of an object that may be removed, to allow for clock differences between machines. */
const STRAY_AGE_MS = HOUR_MS;
/**
 * Limit of unknown owners on one page of objects. Above it, if unknown owners also outnumber known ones, the store
 * belongs to another database, and nothing is removed.
 */
const MANY_UNKNOWN_OWNERS = 10;

/**
 * Creates a round that removes objects whose users no longer have a row. Such objects arrived after the account was
 * removed, or were left by an earlier version. Each call handles one page of the store, and the next call continues
 * from there, folder by folder, starting over at the end. A store connected to the wrong database loses no objects:
 * see MANY_UNKNOWN_OWNERS.
 */
export function createStraySweep(deps: StraySweepDependencies): (clock: Clock) => Promise<SweptStrays> {
  let folder = 0;
  let after: string | null = null;
  return async (clock) => {
    const page = await deps.objects.listPage(USERS_FOLDERS[folder] ?? '', after, PAGE);
    const strays = await findStrays(deps, page, new Date(clock.now().getTime() - STRAY_AGE_MS));
    const removed = await forEachTolerant(deps, strays, (key) => deps.objects.delete(key));
    const isEnd = page.length < PAGE;
    after = isEnd ? null : (page.at(-1)?.key ?? null);
    if (isEnd) folder = (folder + 1) % USERS_FOLDERS.length;
    return { strays: removed.length };
  };
}

async function findStrays(
  { database, logger }: StraySweepDependencies,
  page: readonly ListedObject[],
  before: Date,
): Promise<string[]> {
  const owners = [...new Set(page.map(({ key }) => getOwner(key)))].filter((owner) => owner !== undefined);
  const knownOwners = await database.stores.accounts.findExisting(owners);
  const unknown = owners.filter((owner) => !knownOwners.has(owner));
  if (unknown.length > Math.max(MANY_UNKNOWN_OWNERS, knownOwners.size)) {
    logger.error(
      { unknown: unknown.length, known: knownOwners.size },
      'most objects have no owner in this database; is it the right one for this store? Nothing was removed',
    );
    return [];
  }
  const isStray = new Set(unknown);
  return page
    .filter(({ key, lastModified }) => isStray.has(getOwner(key) ?? '') && lastModified < before)
    .map(({ key }) => key);
}
