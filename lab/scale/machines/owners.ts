import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { iterateEvents, newGuest } from '../../../packages/server/src/testing/api-client.ts';
import type { ApiClient } from '../../../packages/server/src/testing/api-client.ts';
import { drawnMask, drawnPng } from '../../../packages/server/src/testing/drawn-png.ts';
import { ROOT } from '../../../tools/launch/settings.ts';

const PHOTO = drawnPng(64, 64, (x, y) => [x * 4, y * 4, 80, 255]);
const MASK = drawnMask(64, 64);
const SAMPLE = join(ROOT, 'packages/web/src/lib/samples/mug.jpg');
const REQUEST_TIMEOUT_MS = 20_000;
const TRY_AGAIN_MS = 500;
/** Number of requests that an owner makes at the same time. */
const UNDER_WAY = 2;

/**
 * Simulated user who requests one picture after another, despite failures: repeats each request with the same
 * idempotency key until it is answered, like the web app.
 */
export class Owner {
  readonly taskIds: string[] = [];
  readonly states = new Map<string, TaskState>();
  /** Number of requests that failed and were repeated. */
  repeated = 0;
  longestMs = 0;
  readonly #guest: ApiClient;
  readonly #addresses: () => readonly string[];
  #turn = 0;
  #keys: { photo: string; mask: string; sample: string } | null = null;
  readonly balanceBefore: number;

  private constructor(guest: ApiClient, addresses: () => readonly string[], balance: number) {
    this.#guest = guest;
    this.#addresses = addresses;
    this.balanceBefore = balance;
  }

  /** @param addresses returns the addresses of the APIs that currently run */
  static async arrive(addresses: () => readonly string[]): Promise<Owner> {
    const guest = await newGuest(addresses()[0] ?? '');
    const owner = new Owner(guest, addresses, await guest.balance());
    const upload = async (bytes: Uint8Array) => (await guest.upload(bytes)).key;
    owner.#keys = {
      photo: await upload(PHOTO),
      mask: await upload(MASK),
      sample: await upload(readFileSync(SAMPLE)),
    };
    return owner;
  }

  /**
   * Requests pictures and waits for them, until the signal aborts. Every `cutOutEvery`th request is a cut-out, the
   * others are small edits.
   */
  async work(until: AbortSignal, cutOutEvery: number): Promise<void> {
    let asked = 0;
    const place = async (): Promise<void> => {
      while (!until.aborted) {
        asked += 1;
        await this.#end(await this.#accept(asked % cutOutEvery === 0));
      }
    };
    await Promise.all(Array.from({ length: UNDER_WAY }, place));
  }

  /**
   * Checks that each accepted task succeeded, has a complete picture, and was charged once. Returns a line for each
   * fault.
   */
  async wrong(): Promise<string[]> {
    const wrong: string[] = [];
    let paid = 0;
    for (const taskId of this.taskIds) {
      const state = this.states.get(taskId);
      if (state?.status === 'SUCCESS') paid += 1;
      else wrong.push(`${taskId} ended as ${state?.status ?? 'nothing'}`);
      if (state?.result?.image_url === undefined) continue;
      const picture = await fetch(state.result.image_url);
      if (!picture.ok || (await picture.arrayBuffer()).byteLength === 0)
        wrong.push(`${taskId} has no picture`);
    }
    const charged = this.balanceBefore - (await this.#again((guest) => guest.balance()));
    if (charged !== paid) wrong.push(`${charged} credits for ${paid} pictures`);
    return wrong;
  }

  async #accept(isCutOut: boolean): Promise<string> {
    const { photo, mask, sample } = this.#keys ?? { photo: '', mask: '', sample: '' };
    const headers = { 'idempotency-key': randomUUID() };
    const taskId = await this.#again(async (guest, signal) => {
      const leaving = new AbortController();
      const options = { headers, signal: AbortSignal.any([signal, leaving.signal]) };
      try {
        const response = await (isCutOut
          ? guest.cutOut(sample, options)
          : guest.magic(photo, mask, 'brighten', options));
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
        for await (const event of iterateEvents(response))
          if ('task_ids' in event && event.task_ids[0] !== undefined) return event.task_ids[0];
        throw new Error('The stream ended before it began');
      } finally {
        leaving.abort();
      }
    });
    this.taskIds.push(taskId);
    return taskId;
  }

  async #end(taskId: string): Promise<void> {
    const startedMs = performance.now();
    for (;;) {
      const state = await this.#again(async (guest, signal) => {
        const response = await guest.call('checkStatus', { query: { task_id: taskId }, signal });
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
        return (await response.json()) as TaskState;
      });
      if (isTerminal(state.status)) {
        this.states.set(taskId, state);
        break;
      }
      await sleep(TRY_AGAIN_MS / 2);
    }
    this.longestMs = Math.max(this.longestMs, performance.now() - startedMs);
  }

  /** Repeats a call on one API after another until it is answered; after 100 attempts, throws the last error. */
  async #again<Answer>(call: (guest: ApiClient, signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const addresses = this.#addresses();
      const address = addresses[this.#turn++ % addresses.length] ?? '';
      try {
        return await call(this.#guest.at(address), AbortSignal.timeout(REQUEST_TIMEOUT_MS));
      } catch (error) {
        if (attempt === 100) throw error;
        this.repeated += 1;
        this.reasons.set(String(error), (this.reasons.get(String(error)) ?? 0) + 1);
        await sleep(TRY_AGAIN_MS);
      }
    }
  }

  readonly reasons = new Map<string, number>();
}
