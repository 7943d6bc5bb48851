import { SMALL_RUN_PHOTOS, SMALL_RUN_PHOTOS_PER_DAY } from '@packshot/contract';
import type { BillingSettings } from '../billing/model.ts';
import type { CatalogStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { isEntitled } from '../billing/entitlements.ts';

const utcDay = (now: Date): string => now.toISOString().slice(0, 10);

/** Finds the reason why the organization can't start this many photos now, or null. Counts nothing. */
export async function findSizeProblem(
  stores: Pick<CatalogStores, 'organizations' | 'billing'>,
  billing: BillingSettings,
  organizationId: string,
  photos: number,
  now: Date,
): Promise<'LARGE_RUNS_NOT_IN_PLAN' | 'SMALL_RUNS_OF_DAY_USED' | null> {
  if (await isEntitled(stores, billing, organizationId, 'large_runs', now)) return null;
  if (photos > SMALL_RUN_PHOTOS) return 'LARGE_RUNS_NOT_IN_PLAN';
  const startedPhotos = await stores.organizations.smallRunPhotos(organizationId, utcDay(now));
  return startedPhotos + photos > SMALL_RUN_PHOTOS_PER_DAY ? 'SMALL_RUNS_OF_DAY_USED' : null;
}

/**
 * Checks the number of photos that a command starts, in the command's transaction. For organizations without the
 * entitlement for large runs, counts the photos per day, so that many small runs don't add up to a large one. Photos
 * that passed this check continue even when the plan ends.
 * @throws DomainError LARGE_RUNS_NOT_IN_PLAN, SMALL_RUNS_OF_DAY_USED
 */
export async function admitPhotos(
  stores: Pick<CatalogStores, 'organizations' | 'billing'>,
  billing: BillingSettings,
  organizationId: string,
  photos: number,
  now: Date,
): Promise<void> {
  if (await isEntitled(stores, billing, organizationId, 'large_runs', now)) return;
  if (photos > SMALL_RUN_PHOTOS) throw new DomainError('LARGE_RUNS_NOT_IN_PLAN');
  const day = utcDay(now);
  if (!(await stores.organizations.countSmallRun(organizationId, day, photos, SMALL_RUN_PHOTOS_PER_DAY)))
    throw new DomainError('SMALL_RUNS_OF_DAY_USED');
}
