/** Follows a run from its start to the last file in the bucket, with a pause and a killed worker in between. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../../packages/contract/src/index.ts';
import type { ApiClient } from '../../../packages/server/src/testing/api-client.ts';
import { processesBelow } from '../process-watch.ts';
import { refreshOwner } from './owner.ts';

const LOOKS_EVERY_MS = 2_000;
/** Age of an access token in milliseconds at which it is renewed; tokens expire after 15 minutes. */
const REFRESHED_AFTER_MS = 8 * 60_000;
/**
 * Duration of the pause in milliseconds. Work in progress has to end within it; afterwards nothing may change for the
 * same time.
 */
const PAUSED_MS = 10_000;
const PAUSED_AT = 0.2;
const KILLED_AT = 0.5;

interface RunWatch {
  readonly onLook: (completedCount: number) => void;
  readonly say: (line: string) => void;
}

export interface Through {
  readonly run: Run;
  readonly client: ApiClient;
  readonly finishedMs: number;
  readonly deliveredMs: number;
}

export async function runThroughAll(
  first: ApiClient,
  id: string,
  photos: number,
  { onLook, say }: RunWatch,
): Promise<Through> {
  let [client, refreshedMs] = [first, performance.now()];
  const act = (action: string): Promise<unknown> => client.json('changeRun', { params: { id, action } });
  const read = async (): Promise<Run> =>
    (await client.json<{ data: Run }>('readRun', { params: { id } })).data;
  await act('start');
  let [wasPaused, wasKilled, finishedMs] = [false, false, 0];
  for (;;) {
    await sleep(LOOKS_EVERY_MS);
    if (performance.now() - refreshedMs > REFRESHED_AFTER_MS)
      [client, refreshedMs] = [await refreshOwner(client), performance.now()];
    const run = await read();
    const completedCount = photos - run.counts.waiting - run.counts.running;
    onLook(completedCount);
    say(`${completedCount} of ${photos} done, ${run.to?.delivered ?? 0} delivered`);
    if (run.status === 'draft') throw new Error('The run was not started');
    if (run.status === 'paused') throw new Error(`The run paused: ${String(run.paused_because)}`);
    if (!wasPaused && completedCount >= photos * PAUSED_AT) {
      await act('pause');
      await sleep(PAUSED_MS);
      const settled = (await read()).counts;
      await sleep(PAUSED_MS);
      const later = (await read()).counts;
      if (settled.running > 0 || later.waiting !== settled.waiting) throw new Error('A paused run went on');
      await act('resume');
      wasPaused = true;
      say(`paused at ${completedCount}, nothing moved, goes on`);
    }
    if (!wasKilled && completedCount >= photos * KILLED_AT) {
      const worker = processesBelow(process.pid).find(({ name }) => name === 'main-worker.ts');
      if (worker === undefined) throw new Error('There is no worker');
      process.kill(worker.pid, 'SIGKILL');
      wasKilled = true;
      say(`the worker was killed at ${completedCount}`);
    }
    if (run.status !== 'finished') continue;
    finishedMs ||= performance.now();
    if (run.to?.ended_at != null)
      return { run, client: await refreshOwner(client), finishedMs, deliveredMs: performance.now() };
  }
}
