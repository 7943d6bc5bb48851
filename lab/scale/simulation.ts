// npm --prefix lab run simulation -- --service-ms 950 --seed 1
//
// Computes how many workers a number of pictures per day needs, how long users wait beside a large run, and the cost of
// a thousand pictures. A discrete-event simulation with the product's own priorities (tools/priority.ts,
// catalog/feed-runs.ts) and measured service times (docs/benchmarks.md, more workers). lab/scale/queue-times.ts
// compares its predictions with real workers.
import { parseArgs } from 'node:util';
import { row } from '../../tools/bench/contestants.ts';
import { dayOfArrivals, serviceTimes, visitors } from './simulation/demand.ts';
import { quantile, simulate } from './simulation/simulate.ts';
import type { Outcome } from './simulation/simulate.ts';

const options = parseArgs({
  options: {
    'service-ms': { type: 'string', default: '950' },
    variation: { type: 'string', default: '0.6' },
    'pick-up-ms': { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    'core-hour': { type: 'string', default: '0.02' },
  },
}).values;
const SERVICE_MS = Number(options['service-ms']);
const VARIATION = Number(options.variation);
const PICK_UP_MS = Number(options['pick-up-ms']);
const SEED = Number(options.seed);
/** Hourly price of a rented core with 2 to 4 GB, in dollars. */
const CORE_HOUR = Number(options['core-hour']);
/** Longest acceptable wait for a single picture, for 95 % of the requests. */
const WAIT_BAR_MS = 5_000;

const service = () => serviceTimes(SERVICE_MS, VARIATION, SEED);
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const listWaits = ({ waitsMs }: Outcome, group: string): readonly number[] => waitsMs.get(group) ?? [];

console.log('### Workers for a day\n');
console.log(
  row([
    'pictures a day',
    'workers',
    'p50 wait of one picture, s',
    'p95, s',
    'longest, s',
    'busy',
    '$ for 1,000 pictures',
  ]),
);
console.log(row(['---:', '---:', '---:', '---:', '---:', '---:', '---:']));
for (const pictures of [1_000, 100_000, 1_000_000]) {
  const day = (workers: number) =>
    simulate({
      workers,
      arrivals: dayOfArrivals(pictures, SEED),
      serviceMs: service(),
      pickUpMs: PICK_UP_MS,
    });
  const isEnough = (workers: number): boolean =>
    quantile(listWaits(day(workers), 'one picture'), 0.95) <= WAIT_BAR_MS;
  // Start of the search, because the busiest hours have about twice the mean load.
  let workers = Math.max(1, Math.floor((1.9 * pictures * SERVICE_MS) / 86_400_000));
  while (!isEnough(workers)) workers += Math.max(1, Math.floor(workers / 50));
  for (const each of new Set([
    Math.max(1, workers - Math.max(1, Math.floor(workers / 10))),
    workers,
    workers + Math.ceil(workers / 3),
  ])) {
    const outcome = day(each);
    const waits = listWaits(outcome, 'one picture');
    const dollars = (each * 24 * CORE_HOUR) / (pictures / 1000);
    console.log(
      row([
        pictures.toLocaleString('en-US'),
        each === workers ? `**${each}**` : String(each),
        seconds(quantile(waits, 0.5)),
        seconds(quantile(waits, 0.95)),
        seconds(quantile(waits, 1)),
        `${(outcome.busyShare * 100).toFixed(0)} %`,
        dollars.toFixed(3),
      ]),
    );
  }
}

console.log('\n### One visitor beside a run of 10,000\n');
console.log(row(['workers', 'rules', 'p50 wait, s', 'p95, s', 'longest, s', 'the run takes, h']));
console.log(row(['---:', '---', '---:', '---:', '---:', '---:']));
for (const workers of [1, 2, 4]) {
  for (const rules of ['product', 'in-order'] as const) {
    const untilMs = (10_000 * SERVICE_MS) / workers;
    const outcome = simulate({
      workers,
      arrivals: visitors(30_000, untilMs, SEED),
      runs: [{ startsMs: 0, items: 10_000 }],
      rules,
      serviceMs: service(),
      pickUpMs: PICK_UP_MS,
    });
    const waits = listWaits(outcome, 'visitor');
    const name = rules === 'product' ? 'the product’s' : 'first come, first served';
    console.log(
      row([
        String(workers),
        name,
        ...[0.5, 0.95, 1].map((share) => seconds(quantile(waits, share))),
        (outcome.endedMs / 3_600_000).toFixed(1),
      ]),
    );
  }
}

console.log('\n### One visitor beside somebody who asked for twenty pictures at once\n');
console.log(
  row([
    'workers',
    'rules',
    'wait of the visitor who comes right after, s',
    'until the last of the twenty begins, s',
  ]),
);
console.log(row(['---:', '---', '---:', '---:']));
for (const workers of [1, 2]) {
  for (const rules of ['product', 'in-order'] as const) {
    const arrivals = [
      { atMs: 0, user: 'busy', pictures: 20, group: 'busy' },
      { atMs: 100, user: 'visitor', pictures: 1, group: 'visitor' },
    ];
    const outcome = simulate({ workers, arrivals, rules, serviceMs: service(), pickUpMs: PICK_UP_MS });
    const name = rules === 'product' ? 'the product’s' : 'first come, first served';
    console.log(
      row([
        String(workers),
        name,
        ...['visitor', 'busy'].map((group) => seconds(quantile(listWaits(outcome, group), 1))),
      ]),
    );
  }
}
