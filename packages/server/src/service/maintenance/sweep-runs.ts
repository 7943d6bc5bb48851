import { RUN_RETENTION_DAYS } from '@packshot/contract';
import type { ServiceDatabase } from '../stores.ts';
import { DAY_MS } from '../../platform/durations.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { eachByItself } from './each-by-itself.ts';
import { forEachTolerant } from './for-each-tolerant.ts';

interface SweepRunsDependencies {
  readonly database: ServiceDatabase;
  readonly objects: Pick<ObjectStore, 'delete'>;
  readonly logger: Logger;
}

const SWEPT_RUNS = 5;
const SWEPT_FILES = 200;

/** Removes deleted and expired runs with their files, except files that another run uses. */
export async function sweepRuns(
  deps: SweepRunsDependencies,
  clock: Clock,
): Promise<{ readonly runs: number; readonly files: number; readonly failed: number }> {
  const { runs } = deps.database.stores;
  const now = clock.now();
  let files = 0;
  const { failed, removed } = await eachByItself(deps, [
    ['expired', () => runs.expire(new Date(now.getTime() - RUN_RETENTION_DAYS * DAY_MS))],
    ['expired', () => runs.deleteExpiredDownloads(now)],
    [
      'removed',
      async () => {
        const removedIds: string[] = [];
        await forEachTolerant(deps, await runs.listDeleted(SWEPT_RUNS), async ({ id }) => {
          const removedFiles = await removeFiles(deps, id);
          files += removedFiles;
          // Keeps the run for the next round if the limit was reached, because it may have more files.
          if (removedFiles === SWEPT_FILES) return;
          await runs.remove(id);
          removedIds.push(id);
        });
        return removedIds.length;
      },
    ],
  ]);
  return { runs: removed, files, failed };
}

async function removeFiles({ database, objects }: SweepRunsDependencies, runId: string): Promise<number> {
  const { assets, runs } = database.stores;
  const own = await runs.listOwnFiles(runId, SWEPT_FILES);
  const keys = own.map(({ key }) => key);
  for (const key of keys) await objects.delete(key);
  await assets.retire(keys);
  await runs.forgetFiles(runId, keys);
  return keys.length;
}
