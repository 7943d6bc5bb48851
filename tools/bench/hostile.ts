// npm run bench -- hostile
//
// Sends every file in ../shared/hostile to every input of every tool of the real product, and polls its health ten
// times a second. Requires that folder.
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newGuest, pathTo } from '../../packages/server/src/testing/api-client.ts';
import type { ApiClient } from '../../packages/server/src/testing/api-client.ts';
import {
  HOSTILE_REQUESTS,
  hostileFiles,
  hostileOutcome,
  uploadGoodPictures,
} from '../../packages/server/src/testing/hostile-matrix.ts';
import type { HostileFile } from '../../packages/server/src/testing/hostile-matrix.ts';
import { freePorts } from '../launch/free-port.ts';
import { Product } from '../launch/product.ts';
import { readSettings } from '../launch/settings.ts';

const HEALTH_EVERY_MS = 100;
const MEMORY_EVERY_MS = 200;
const SENDERS = 2;
const PROCESSES = {
  API: 'main-api.ts',
  worker: 'main-worker.ts',
  engine: 'engine-process.ts',
  HEIC: 'heic-process.ts',
  AVIF: 'avif-process.ts',
};
type ProcessName = keyof typeof PROCESSES;

async function main(): Promise<void> {
  const files = hostileFiles();
  if (files.length === 0) return;
  const dataFolder = join(tmpdir(), `packshot-hostile-${process.pid}`);
  const [port = 0] = await freePorts(1);
  Object.assign(process.env, {
    GUEST_FREE_GENERATIONS: '10000',
    GENERATIONS_PER_MINUTE: '10000',
    GUEST_GRANTS_PER_HOUR: '1000',
    GUESTS_WITHOUT_CAPTCHA_PER_HOUR: '1000',
    GUESTS_PER_HOUR: '1000',
    GUEST_STORAGE_PER_ADDRESS_MB: '100000',
    GUEST_STORAGE_MB: '100000',
    GUEST_QUEUED_TASKS_LIMIT: '10000',
    GUEST_QUEUED_TASKS_PER_ADDRESS: '10000',
  });
  const settings = { ...readSettings(), dataFolder, requestedPort: port, host: '127.0.0.1', workers: 1 };
  let deaths = 0;
  const say = (line: string) => {
    if (/ended by|ended with/.test(line)) deaths += 1;
    process.stderr.write(`${line}\n`);
  };
  const product = new Product(settings, say, (error) => {
    throw error;
  });
  await product.start();
  const address = `http://127.0.0.1:${port}`;
  const watch = startWatch(address);
  const startedMs = performance.now();
  try {
    const outcomes = await sendAll(address, files);
    const minutes = (performance.now() - startedMs) / 60_000;
    print({ files: files.length, outcomes, deaths, minutes, ...(await watch.stop()) });
  } finally {
    await product.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Sends the next file while the previous task is running, so that the worker never waits. */
async function sendAll(
  address: string,
  files: ReturnType<typeof hostileFiles>,
): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  const waiting = files.entries();
  const sendInTurn = async () => {
    const guest = await newGuest(address);
    const good = await uploadGoodPictures(guest);
    for (const [index, file] of waiting) {
      process.stderr.write(`hostile: ${index + 1} of ${files.length}, ${file.name}\n`);
      for (const kind of await collectOutcomes(guest, good, file)) {
        outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sendInTurn));
  return outcomes;
}

async function collectOutcomes(
  guest: ApiClient,
  good: Awaited<ReturnType<typeof uploadGoodPictures>>,
  { name, bytes, expected }: HostileFile,
): Promise<readonly string[]> {
  const { key } = await guest.upload(bytes);
  const kinds: string[] = [];
  for (const [what, ask] of Object.entries(HOSTILE_REQUESTS)) {
    const outcome = await hostileOutcome(guest, await ask(guest, key, good), true);
    if (outcome.kind === 'picture' && expected === 'reject') {
      process.stderr.write(`hostile: ${what} took ${name}\n`);
    }
    if (outcome.kind === 'failed') process.stderr.write(`hostile: ${what} failed with ${outcome.code}\n`);
    if (outcome.kind !== 'refused') kinds.push(outcome.kind);
    else kinds.push(outcome.status < 500 ? 'refused at once' : `${outcome.status}`);
  }
  return kinds;
}

interface WatchResult {
  readonly healthMs: readonly number[];
  readonly peakMiB: ReadonlyMap<ProcessName, number>;
}

/**
 * Polls the health endpoint at a fixed rate, measured from when each poll was due, and records the memory of all our
 * processes.
 */
function startWatch(address: string): { stop: () => Promise<WatchResult> } {
  const healthMs: number[] = [];
  const peakMiB = new Map<ProcessName, number>();
  const pending = new Set<Promise<void>>();
  let isStopping = false;
  const asking = (async () => {
    const startMs = performance.now();
    for (let count = 1; !isStopping; count += 1) {
      const dueMs = startMs + count * HEALTH_EVERY_MS;
      await sleep(Math.max(0, dueMs - performance.now()));
      const healthRequest = fetch(address + pathTo('health')).then(async (answer) => {
        await answer.text();
        healthMs.push(answer.ok ? performance.now() - dueMs : Infinity);
      });
      pending.add(healthRequest);
      void healthRequest.finally(() => pending.delete(healthRequest));
    }
    await Promise.all(pending);
  })();
  const looking = (async () => {
    for (; !isStopping; await sleep(MEMORY_EVERY_MS)) {
      for (const [name, mib] of memoryNow()) peakMiB.set(name, Math.max(peakMiB.get(name) ?? 0, mib));
    }
  })();
  return {
    async stop() {
      isStopping = true;
      await Promise.all([asking, looking]);
      return { healthMs, peakMiB };
    },
  };
}

/** Resident memory of this program's descendants, by program (Linux only). */
function memoryNow(): [ProcessName, number][] {
  const ours = new Set([process.pid]);
  const memoryByProcess: [ProcessName, number][] = [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  for (const pid of pids.toSorted((a, b) => a - b)) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (!ours.has(Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]))) continue;
      ours.add(pid);
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const name = (Object.keys(PROCESSES) as ProcessName[]).find((each) =>
        command.includes(PROCESSES[each]),
      );
      const residentKib = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
      if (name !== undefined && residentKib > 0) memoryByProcess.push([name, residentKib / 1024]);
    } catch {
      // The process ended while it was examined.
    }
  }
  return memoryByProcess;
}

interface HostileFigures extends WatchResult {
  readonly files: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly deaths: number;
  readonly minutes: number;
}

function print({ files, outcomes, deaths, minutes, healthMs, peakMiB }: HostileFigures): void {
  const sorted = healthMs.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  const rows: readonly (readonly [string, string | number])[] = [
    ['files × places of tools', `${files} × ${Object.keys(HOSTILE_REQUESTS).length} = ${total}`],
    ...[...outcomes].toSorted().map(([kind, count]) => [kind, count] as const),
    ['minutes', minutes.toFixed(1)],
    ['processes that died', deaths],
    ['health, p50 / p99 / max ms', `${at(0.5)} / ${at(0.99)} / ${at(1)} of ${sorted.length}`],
    ...[...peakMiB].map(([name, mib]) => [`peak memory, ${name}, MiB`, Math.round(mib)] as const),
  ];
  process.stdout.write(
    `| | |\n|---|---:|\n${rows.map(([what, value]) => `| ${what} | ${value} |`).join('\n')}\n`,
  );
}

if (import.meta.main) await main();
