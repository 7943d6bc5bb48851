import type { RunAction, RunStatus } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import { revokeTasks } from '../tools/service.ts';
import type { RunDependencies } from './dependencies.ts';
import { admitPhotos } from './run-size.ts';
import type { KeptRun } from './model.ts';

/** From which states each action leads on. */
const FROM: Readonly<Record<RunAction, readonly RunStatus[]>> = {
  start: ['draft'],
  pause: ['running'],
  resume: ['paused'],
  cancel: ['running', 'paused'],
  retry: ['paused', 'canceled', 'finished'],
  continue: ['paused', 'canceled', 'finished'],
};

/** A run that had ended goes on for an item that waits again; what failed stays as it is. */
export const reopenRun = (
  { database }: Pick<RunDependencies, 'database'>,
  { id, userId }: KeptRun,
): Promise<void> =>
  database.transaction(async ({ runs, deliveries }) => {
    const run = await runs.lock(userId, id);
    if (run === null) return;
    if (run.status === 'finished' || run.status === 'canceled')
      await runs.update(id, { status: 'running', finishedAt: null });
    await deliveries.reopen(id);
  });

/**
 * Leads a run on. What a cancellation stops is not charged. Each part may be repeated: a process that ends in between
 * leaves nothing half done that the next call, or the round of runs, does not finish.
 * @param isForced whatever its state is, of a run that is deleted
 * @param caller whose key, if there is one, pays for what follows
 * @throws DomainError RUN_NOT_READY, LARGE_RUNS_NOT_IN_PLAN, SMALL_RUNS_OF_DAY_USED
 */
export async function changeRun(
  deps: Pick<RunDependencies, 'database' | 'endings' | 'billing' | 'clock'>,
  { organizationId, key }: Caller,
  { id, userId }: KeptRun,
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
        return runs.update(id, { status: 'running', startedAt: now, apiKeyId });
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
  // In a transaction of its own: nothing that takes an item waits for a run that is locked here.
  const open = await deps.database.stores.runs.openTasks(id);
  if (open.length > 0) await revokeTasks(deps, userId, open);
}
