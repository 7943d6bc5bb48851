// npm run bench -- api-latency
//
// How quickly the API responds while the worker cuts out 12-megapixel photos on the same machine. Uses the real product
// in a separate folder. Requests are sent at a fixed rate, and latencies count from when each was due (no coordinated
// omission). Everything, including this program, shares the processors.
import { parseArgs } from 'node:util';
import {
  iterateEvents,
  newGuest,
  readOutcome,
  pathTo,
} from '../../packages/server/src/testing/api-client.ts';
import type { ApiClient } from '../../packages/server/src/testing/api-client.ts';
import { loadAtPace } from './paced-load.ts';
import type { Latencies } from './paced-load.ts';
import { bottlePhoto } from './photo.ts';
import { onRunningProduct } from './running-product.ts';

/** Load of a thousand browser tabs that poll every 2 s. */
const POLLS = { rate: 500, connections: 50 };
const HEALTH = { rate: 50, connections: 5 };
/**
 * Number of guests that share the polling load. The rate limit is per user: one guest couldn't send all 500 polls a
 * second, but a twentieth of them is below the limit.
 */
const POLLING_GUESTS = 20;
/** Options of the command: `--runs 1 --seconds 5` for a quick look. */
const { runs, seconds } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, seconds: { type: 'string', default: '20' } },
}).values;
const RUNS = Number(runs);
const RUN_S = Number(seconds);
/** Warm-up time in seconds, in which the JIT compiler of the new processes compiles their code. */
const WARM_UP_S = RUN_S;

type LatencyRun = Record<'health' | 'polls', Latencies>;

async function measure(address: string): Promise<void> {
  const polls = await pollRequests(address);
  const load = async (seconds: number): Promise<LatencyRun> => {
    const [health, polled] = await Promise.all([
      loadAtPace(address, HEALTH, seconds, [{ path: pathTo('health') }]),
      loadAtPace(address, POLLS, seconds, polls),
    ]);
    return { health, polls: polled };
  };
  progress('warming up');
  await load(WARM_UP_S);
  const idle: LatencyRun[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    progress(`idle, run ${run} of ${RUNS}`);
    idle.push(await load(RUN_S));
  }

  const work = await startCutOuts(address);
  const busy: LatencyRun[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    progress(`busy, run ${run} of ${RUNS}`);
    busy.push(await load(RUN_S));
  }
  const durations = await work.stop();
  if (durations.length < RUNS) throw new Error('The worker finished too little: the figures mean nothing.');
  print(worstRun(idle), worstRun(busy));
  const meanS = durations.reduce((sum, ms) => sum + ms, 0) / durations.length / 1000;
  process.stdout.write(
    `\nBusy: ${durations.length} cut-outs of 12 megapixels in the meantime, two always waiting or running; ` +
      `${meanS.toFixed(1)} s from request to result. Worst of ${RUNS} runs of ${RUN_S} s, idle and busy.\n`,
  );
}

/** Creates guests that each poll a task of their own, which is canceled at once so that the worker stays free. */
async function pollRequests(address: string) {
  const photo = bottlePhoto(640, 480);
  return await Promise.all(
    Array.from({ length: POLLING_GUESTS }, async () => {
      const guest = await newGuest(address);
      const { key } = await guest.upload(photo);
      let taskId = '';
      for await (const event of iterateEvents(await guest.cutOut(key))) {
        if (!('task_ids' in event)) continue;
        taskId = event.task_ids[0] ?? '';
        await guest.json('cancel', { json: { task_ids: event.task_ids } });
      }
      return {
        path: `${pathTo('checkStatus')}?task_id=${taskId}`,
        headers: { authorization: `Bearer ${guest.session.access}` },
      };
    }),
  );
}

/** Keeps two cut-outs waiting or running, so that the worker is never idle. */
async function startCutOuts(address: string) {
  const guest = await newGuest(address);
  const { key } = await guest.upload(bottlePhoto(4000, 3000));
  progress('the first cut-out');
  await cutOut(guest, key);
  let isStopping = false;
  const durationsMs: number[] = [];
  const lanes = [0, 1].map(async () => {
    while (!isStopping) durationsMs.push(await cutOut(guest, key));
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all(lanes);
      return durationsMs;
    },
  };
}

async function cutOut(guest: ApiClient, key: string): Promise<number> {
  const startedMs = performance.now();
  const { states } = await readOutcome(await guest.cutOut(key));
  const last = states.at(-1);
  if (last?.status !== 'SUCCESS') throw new Error(`A cut-out ended as ${JSON.stringify(last)}`);
  return performance.now() - startedMs;
}

const worstRun = (runs: readonly LatencyRun[]): LatencyRun => ({
  health: worst(runs.map(({ health }) => health)),
  polls: worst(runs.map(({ polls }) => polls)),
});

function worst(runs: readonly Latencies[]): Latencies {
  const of = (key: keyof Latencies) => Math.max(...runs.map((run) => run[key]));
  return {
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    maxMs: of('maxMs'),
    answers: Math.min(...runs.map((run) => run.answers)),
    failures: of('failures'),
  };
}

function print(idle: LatencyRun, busy: LatencyRun): void {
  const rows = [
    ['`healthz`, idle', HEALTH.rate, idle.health],
    ['`healthz`, busy', HEALTH.rate, busy.health],
    ['`check-status/`, idle', POLLS.rate, idle.polls],
    ['`check-status/`, busy', POLLS.rate, busy.polls],
  ] as const;
  const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
  const lines = rows.map(
    ([name, rate, { p50Ms, p99Ms, maxMs, answers, failures }]) =>
      `| ${[name, rate, ms(p50Ms), ms(p99Ms), ms(maxMs), answers, failures].join(' | ')} |`,
  );
  process.stdout.write(
    `| | requests a second | p50 ms | p99 ms | max ms | answers | failures |\n|---|---:|---:|---:|---:|---:|---:|\n${lines.join('\n')}\n`,
  );
}

function progress(text: string): void {
  process.stderr.write(`api-latency: ${text}\n`);
}

await onRunningProduct(({ address }) => measure(address));
