import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveThread } from './live-thread.ts';
import type { LiveRequest } from './live-messages.ts';

/** Worker that answers only when the test says so. */
class SilentWorker extends EventTarget {
  readonly ids: number[] = [];
  readonly terminate = vi.fn();
  postMessage({ id }: LiveRequest): void {
    this.ids.push(id);
  }
  answer(value: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: { id: this.ids.at(-1), value } }));
  }
}

const ORDER = {} as never;

function startThread() {
  const workers: SilentWorker[] = [];
  const { composeLive } = createLiveThread(() => {
    const worker = new SilentWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  return { workers, composeLive };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the thread that composes scenes', () => {
  it.each([
    ['fails', (worker?: SilentWorker) => void worker?.dispatchEvent(new Event('error'))],
    ['doesn’t answer for a minute', () => void vi.advanceTimersByTime(60_000)],
  ])('is replaced for the next scene if it %s', async (_what, end) => {
    const { workers, composeLive } = startThread();
    const first = composeLive(ORDER);
    end(workers[0]);
    await expect(first).rejects.toThrow('The scene’s thread ended.');
    expect(workers[0]?.terminate).toHaveBeenCalledOnce();
    const second = composeLive(ORDER);
    workers[1]?.answer({ picture: 1 });
    expect(await second).toEqual({ picture: 1 });
  });

  it('keeps its worker after an answer', async () => {
    const { workers, composeLive } = startThread();
    const first = composeLive(ORDER);
    workers[0]?.answer({});
    await first;
    vi.advanceTimersByTime(60_000);
    expect(workers[0]?.terminate).not.toHaveBeenCalled();
  });
});
