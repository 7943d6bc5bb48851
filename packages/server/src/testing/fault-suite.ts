import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { isTerminal } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openDiskObjectStore } from '../platform/objects/disk-object-store.ts';
import { iterateEvents, newGuest } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { drawnMask, drawnPng } from './drawn-png.ts';
import { eventually } from './eventually.ts';
import { brokenInvariants, missingObjects } from './invariants.ts';
import { SESSION_SECRET, startProduct } from './running-product.ts';
import type { RunningProduct } from './running-product.ts';

/**
 * Time limit for recovery. The job queue detects a dead worker after 10 s; the rest is for starting processes on a
 * busy machine.
 */
export const RECOVERY_MS = 150_000;
export const FAULT_TIMEOUT_MS = 300_000;
export const BALANCE = 1_000;
export const DOWNLOADS = 10;

export const PHOTO = drawnPng(64, 64, (x, y) => [x * 4, y * 4, 80, 255]);
const MASK = drawnMask(64, 64);

export interface FaultSuite {
  /** The running server with its workers; available from the first test on. */
  readonly product: RunningProduct;
  /**
   * Checks conditions that must always hold: the database's invariants, and that every object which the database
   * promises is complete in the store.
   */
  expectSound(): Promise<void>;
}

/**
 * Creates a suite for tests that break processes, disks and clocks: a server of its own, with all invariants checked
 * after each test.
 */
export function faultSuite(environment: Record<string, string> = {}): FaultSuite {
  let product: RunningProduct | null = null;
  const suite: FaultSuite = {
    get product() {
      if (product === null) throw new Error('The product starts before the first test');
      return product;
    },
    async expectSound() {
      const { database, dataDir } = suite.product;
      expect(await brokenInvariants(database.pool)).toEqual([]);
      const objects = await openDiskObjectStore({
        rootFolder: join(dataDir, 'storage'),
        signingSecret: SESSION_SECRET,
        urlPrefix: '',
      });
      expect(await missingObjects(database.pool, objects)).toEqual([]);
    },
  };
  beforeAll(async () => {
    product = await startProduct({
      MODERATION: 'false',
      GUEST_FREE_GENERATIONS: String(BALANCE),
      GUEST_FREE_DOWNLOADS: String(DOWNLOADS),
      LOG_LEVEL: 'info',
      ...environment,
    });
  }, FAULT_TIMEOUT_MS);
  afterEach(() => suite.expectSound());
  afterAll(() => product?.stop());
  return suite;
}

/** Resolves when the process has ended, with the signal that ended it. */
export async function waitForExit(child: ChildProcess): Promise<NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode;
}

export async function stopAll(...children: ChildProcess[]): Promise<void> {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map(waitForExit));
}

export async function guestWithPictures(address: string) {
  const guest = await newGuest(address);
  const [photo, mask] = await Promise.all([guest.upload(PHOTO), guest.upload(MASK)]);
  return { guest, photo: photo.key, mask: mask.key };
}

/**
 * Starts a task, stops reading its event stream and returns its id. Throws if the server didn't acknowledge the task.
 */
export async function acceptTask(guest: ApiClient, photo: string, mask: string): Promise<string> {
  const leaving = new AbortController();
  const headers = { 'idempotency-key': randomUUID() };
  const response = await guest.magic(photo, mask, 'brighten', { headers, signal: leaving.signal });
  if (!response.ok) throw new Error(`The request was answered with ${response.status}`);
  try {
    for await (const event of iterateEvents(response)) {
      if ('task_ids' in event && event.task_ids[0] !== undefined) return event.task_ids[0];
    }
    throw new Error('The stream ended before it began');
  } finally {
    leaving.abort();
  }
}

/**
 * Waits for the final state of a task, even if the API is unavailable in between.
 * @param meanwhile runs before each poll
 */
export const waitForEnd = (
  guest: ApiClient,
  taskId: string,
  meanwhile: () => Promise<void> = async () => {},
): Promise<TaskState> =>
  eventually(
    `task ${taskId} ends`,
    async () => {
      await meanwhile();
      const response = await guest.call('checkStatus', { query: { task_id: taskId } });
      if (response.status === 503) return undefined;
      const state = (await response.json()) as TaskState;
      return isTerminal(state.status) ? state : undefined;
    },
    RECOVERY_MS,
  );

/**
 * Makes the leases of dead workers' jobs expire, which normally takes time by the database's clock. Only valid while
 * no worker is alive (`jobs/worker-process.test.ts` waits the full time, next to a live one).
 */
export async function leasesRunOut(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - heartbeat_seconds * interval '1 second' where state = 'active'`,
  );
}

/** Skips the job queue's pauses between attempts (`jobs/worker.test.ts` waits the full time). */
export async function pausesEnd(pool: pg.Pool): Promise<void> {
  await pool.query(`update pgboss.job set start_after = now() where state = 'retry'`);
}
