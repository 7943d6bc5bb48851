import type { RunAction, RunStatus } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import { revokeTasks } from '../tools/service.ts';
import type { RunDependencies } from './dependencies.ts';
import { hashOfRecipe } from './recipe-service.ts';
import { admitPhotos } from './run-size.ts';
import type { StoredRun } from './model.ts';

/** Run states in which each action is allowed. */
const FROM: Readonly<Record<RunAction, readonly RunStatus[]>> = {
  start: ['draft'],
  pause: ['running'],
  resume: ['paused'],
  cancel: ['running', 'paused'],
  retry: ['paused', 'canceled', 'finished'],
  continue: ['paused', 'canceled', 'finished'],
};

/** Resumes a run that had ended, because one of its items waits to be processed again. Failed items stay failed. */
export const reopenRun = (
  { database }: Pick<RunDependencies, 'database'>,
  { id, userId }: StoredRun,
): Promise<void> =>
  database.transaction(async ({ runs, deliveries }) => {
    const run = await runs.lock(userId, id);
    if (run === null) return;
    if (run.status === 'finished' || run.status === 'canceled')
      await runs.update(id, { status: 'running', finishedAt: null });
    await deliveries.reopen(id);
  });

/**
 * Changes a run's state. Canceled work isn't charged. Each step can be repeated: if a process dies in between, the
 * next call or the worker's next round finishes the work.
 * @param caller user or program; if it uses an API key, that key pays for the work
 * @param isForced skips the state check, for a run that is being deleted
 * @throws DomainError RUN_NOT_READY, LARGE_RUNS_NOT_IN_PLAN, SMALL_RUNS_OF_DAY_USED
 */
export async function changeRun(
  deps: Pick<RunDependencies, 'database' | 'endings' | 'billing' | 'clock'>,
  { organizationId, key }: Caller,
  { id, userId }: StoredRun,
  action: RunAction,
  { isForced = false }: { readonly isForced?: boolean } = {},
): Promise<void> {
  const now = deps.clock.now();
  const apiKeyId = key?.id ?? null;
  await deps.database.transaction(async (stores) => {
    const { runs, deliveries } = stores;
    const admit = (photos: number) => admitPhotos(stores, deps.billing, organizationId, photos, now);
    const run = await runs.lock(userId, id);
    if (run === null) throw new DomainError('NOT_FOUND');
    if (!isForced && !FROM[action].includes(run.status)) throw new DomainError('RUN_NOT_READY');
    switch (action) {
      case 'start':
        await admit(await runs.countItems(id));
        // A draft may have been made by an earlier release, whose hash would find files of an earlier composer.
        return runs.update(id, {
          status: 'running',
          startedAt: now,
          apiKeyId,
          recipeHash: hashOfRecipe(run.recipe),
        });
      case 'pause':
        return runs.update(id, { status: 'paused', pausedBecause: null });
      case 'resume':
        return runs.update(id, { status: 'running', pausedBecause: null, apiKeyId });
      case 'cancel':
        await runs.update(id, { status: 'canceled', finishedAt: now, pausedBecause: null });
        await runs.moveItems(id, 'all', ['waiting'], 'skipped');
        return;
      case 'retry':
      case 'continue': {
        const again = await runs.moveItems(id, 'all', [action === 'retry' ? 'failed' : 'skipped'], 'waiting');
        if (again.length === 0) throw new DomainError('RUN_NOT_READY');
        await admit(again.length);
        await deliveries.reopen(id);
        return runs.update(id, { status: 'running', finishedAt: null, pausedBecause: null, apiKeyId });
      }
    }
  });
  if (action !== 'cancel') return;
  // Tasks are canceled in a separate transaction, so that work on items never waits for the locked run.
  const open = await deps.database.stores.runs.openTasks(id);
  if (open.length > 0) await revokeTasks(deps, userId, open);
}
