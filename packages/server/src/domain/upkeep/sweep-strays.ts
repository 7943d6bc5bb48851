import type { Database } from '../database.ts';
import { HOUR_MS } from '../durations.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ListedObject, ObjectStore } from '../ports/object-store.ts';
import { eachThatCan } from './each-that-can.ts';
import { ownerOf, USERS_FOLDERS } from './folders.ts';

export interface StraySweepDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly logger: Logger;
}

/** What a round removed; zero on a healthy system. */
export interface SweptStrays {
  readonly strays: number;
}

/** One answer of a bucket. */
const PAGE = 1000;
/** What has just arrived is left alone, whatever the clocks of the machines say. */
const STRAY_AGE_MS = HOUR_MS;
/** More unknown owners than this in one page, and more than known ones: the store belongs to another database. */
const MANY_UNKNOWN_OWNERS = 10;

/**
 * Makes a round that removes objects of users who have no row any more: what arrived behind the removal of an account, or was left by
 * an earlier version. Each call looks at one page of the store and the next one goes on there, folder after folder, from the
 * beginning after the end. A store that was connected to the wrong database loses nothing: see MANY_UNKNOWN_OWNERS.
 */
export function createStraySweep(deps: StraySweepDependencies): (clock: Clock) => Promise<SweptStrays> {
  let folder = 0;
  let after: string | null = null;
  return async (clock) => {
    const page = await deps.objects.listPage(USERS_FOLDERS[folder] ?? '', after, PAGE);
    const strays = await straysOf(deps, page, new Date(clock.now().getTime() - STRAY_AGE_MS));
    const removed = await eachThatCan(deps, strays, (key) => deps.objects.delete(key));
    const isEnd = page.length < PAGE;
    after = isEnd ? null : (page.at(-1)?.key ?? null);
    if (isEnd) folder = (folder + 1) % USERS_FOLDERS.length;
    return { strays: removed.length };
  };
}

async function straysOf(
  { database, logger }: StraySweepDependencies,
  page: readonly ListedObject[],
  before: Date,
): Promise<string[]> {
  const owners = [...new Set(page.map(({ key }) => ownerOf(key)))].filter((owner) => owner !== undefined);
  const known = await database.stores.accounts.existing(owners);
  const unknown = owners.filter((owner) => !known.has(owner));
  if (unknown.length > Math.max(MANY_UNKNOWN_OWNERS, known.size)) {
    logger.error(
      { unknown: unknown.length, known: known.size },
      'most objects belong to nobody in this database; is it the right one for this store? Nothing was removed',
    );
    return [];
  }
  const isStray = new Set(unknown);
  return page
    .filter(({ key, lastModified }) => isStray.has(ownerOf(key) ?? '') && lastModified < before)
    .map(({ key }) => key);
}
