// Scenarios of machines.ts. Runs on the machine `people`, and asks its parent process to cut and mend the wire.
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../../packages/server/src/platform/database/connection.ts';
import { asLeader } from '../../../packages/server/src/platform/database/leadership.ts';
import { brokenInvariants, missingObjects } from '../../../packages/server/src/testing/invariants.ts';
import { silentLogger } from '../../../packages/server/src/testing/silent-logger.ts';
import { row } from '../../../tools/bench/contestants.ts';
import { ROOT } from '../../../tools/launch/settings.ts';
import { startInstallation, wrongClock } from './installation.ts';
import { Machines } from './network.ts';
import { Owner } from './owners.ts';

const [mark = '', names = '', folder = '', ...values] = process.argv.slice(2);
const [ownersCount = 6, cutOffMs = 60_000, steadyMs = 20_000] = values.slice(0, 3).map(Number);
/** Folder of the previous release; empty without an upgrade. */
const previous = values[3] ?? '';
const CUT_OUT_EVERY = 25;
const LEADER_WITHIN_MS = 90_000;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const wire = (line: string): void => {
  say(line);
  process.send?.(line);
};
const startedMs = performance.now();
const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

const machines = new Machines(mark, names.split(','));
const installation = await startInstallation(machines, folder);
const pool = openPool(installation.databaseUrl, 5, 'people', silentLogger);
say(`database and store: ${seconds(startedMs)}`);

/** Running APIs by machine, as a proxy in front of them would know them. */
const apis = new Map<string, ChildProcess>();
const workers = new Map<string, ChildProcess>();
const addresses = (): string[] => [...apis.keys()].map((machine) => installation.apiAddress(machine));
async function startApis(source: string, ...on: string[]): Promise<void> {
  await Promise.all(
    on.map(async (machine) => void apis.set(machine, await installation.startApi(machine, source))),
  );
}
async function startWorkers(source: string, ...on: string[]): Promise<void> {
  await Promise.all(
    on.map(async (machine) => {
      const clock = machine === 'worker4' ? wrongClock('-1h') : {};
      workers.set(machine, await installation.startWorker(machine, source, clock));
    }),
  );
}
async function end(from: Map<string, ChildProcess>, machine: string, signal: NodeJS.Signals): Promise<void> {
  const child = from.get(machine);
  // Removed first, like from a proxy that is told before a machine stops.
  from.delete(machine);
  if (child === undefined) return;
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

interface Outcome {
  readonly name: string;
  readonly owners: readonly Owner[];
  readonly tookMs: number;
  readonly wrong: readonly string[];
}

/** Lets owners work while `happens` runs, and then checks the results. */
async function underLoad(name: string, happens: () => Promise<void>): Promise<Outcome> {
  const owners = await Promise.all(Array.from({ length: ownersCount }, () => Owner.arrive(addresses)));
  const closing = new AbortController();
  const beganMs = performance.now();
  say(`${name}: ${owners.length} owners`);
  const working = Promise.all(owners.map((owner) => owner.work(closing.signal, CUT_OUT_EVERY)));
  await Promise.race([happens(), working]);
  closing.abort();
  await working;
  const tookMs = performance.now() - beganMs;
  const wrong = [
    ...(await Promise.all(owners.map((owner) => owner.wrong()))).flat(),
    ...(await brokenInvariants(pool)),
    ...(await missingObjects(pool, installation.objects)).map((key) => `${key} is not there`),
  ];
  return { name, owners, tookMs, wrong };
}

/** Log lines of a machine that report a settled task. */
const settledBy = (machine: string): string[] =>
  readFileSync(join(folder, `${machine}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"task done"') && line.includes('"isSettled":true'));
async function eventually(what: string, isSo: () => Promise<boolean>, withinMs: number): Promise<string> {
  const beganMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - beganMs > withinMs) throw new Error(`${what}: not within ${withinMs / 1000} s`);
    await sleep(500);
  }
  return seconds(beganMs);
}

const figures: string[] = [];

/** Disconnects a machine that leads a round, and measures how long no other machine can lead. */
async function lostLeader(): Promise<void> {
  const program = join(import.meta.dirname, 'held-lock-process.ts');
  const leader = machines.spawn('api4', process.execPath, [program, installation.databaseUrl], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(leader, 'message');
  wire('cut api4 database');
  const leads = async () => (await asLeader(pool, 'renew', async () => true)) === true;
  figures.push(
    `Another machine leads ${await eventually('another leader', leads, LEADER_WITHIN_MS)} after the leader's cable was pulled.`,
  );
  leader.kill('SIGKILL');
  wire('mend api4 database');
}

async function brokenMachines(): Promise<void> {
  const lost = lostLeader();
  await sleep(steadyMs);
  say('worker1 is killed');
  await end(workers, 'worker1', 'SIGKILL');
  await sleep(3_000);
  wire('cut worker2 database');
  await sleep(cutOffMs);
  wire('mend worker2 database');
  const before = settledBy('worker2').length;
  figures.push(
    `The worker that was cut off settles a task again ${await eventually('worker2 works', async () => settledBy('worker2').length > before, 300_000)} after the cable is back.`,
  );
  await startWorkers(ROOT, 'worker1');
  await lost;
  await sleep(steadyMs);
}

async function upgrade(): Promise<void> {
  await sleep(steadyMs);
  say('the new release migrates');
  await installation.migrate(ROOT);
  await startWorkers(ROOT, 'worker3', 'worker4');
  say('both releases');
  await sleep(steadyMs);
  for (const machine of ['worker1', 'worker2']) await end(workers, machine, 'SIGTERM');
  await startApis(ROOT, 'api3', 'api4');
  await sleep(steadyMs);
  for (const machine of ['api1', 'api2']) await end(apis, machine, 'SIGTERM');
  say('the new release alone');
  await sleep(steadyMs);
}

let outcome: Outcome;
if (previous === '') {
  await installation.migrate(ROOT);
  await Promise.all([
    startApis(ROOT, 'api1', 'api2'),
    startWorkers(ROOT, 'worker1', 'worker2', 'worker3', 'worker4'),
  ]);
  outcome = await underLoad('machines that break', brokenMachines);
} else {
  await installation.migrate(previous);
  await Promise.all([startApis(previous, 'api1', 'api2'), startWorkers(previous, 'worker1', 'worker2')]);
  outcome = await underLoad('a rolling upgrade', upgrade);
}
const { name, owners, tookMs, wrong } = outcome;
const sum = (of: (owner: Owner) => number): number => owners.reduce((total, owner) => total + of(owner), 0);
console.log(row(['', 'owners', 'tasks', 'a second', 'longest wait, s', 'calls repeated', 'wrong']));
console.log(row(['---', '---:', '---:', '---:', '---:', '---:', '---:']));
const tasks = sum((owner) => owner.taskIds.length);
const longestMs = Math.max(...owners.map((owner) => owner.longestMs));
console.log(
  row([
    name,
    String(owners.length),
    String(tasks),
    ((tasks * 1000) / tookMs).toFixed(1),
    (longestMs / 1000).toFixed(1),
    String(sum((owner) => owner.repeated)),
    String(wrong.length),
  ]),
);
for (const [machine] of workers) figures.push(`${machine} settled ${settledBy(machine).length} tasks.`);
for (const figure of figures) console.log(`\n${figure}`);
const reasons = owners.flatMap((owner) => [...owner.reasons]);
for (const [reason, all] of Map.groupBy(reasons, ([why]) => why.slice(0, 300)))
  say(`${all.reduce((total, [, count]) => total + count, 0)} × ${reason}`);
for (const each of wrong.slice(0, 20)) console.log(`wrong: ${each}`);
await pool.end();
process.exit(wrong.length === 0 ? 0 : 1);
