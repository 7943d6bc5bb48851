import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

const signal = new AbortController().signal;

/** Starts calls through the limiter; the test ends them. */
function startCalls(limiter: RateLimiter, count: number, callSignal = signal) {
  const started: number[] = [];
  const ends = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const results = ends.map((end, i) =>
    limiter.run(async () => {
      started.push(i);
      await end.promise;
    }, callSignal),
  );
  return { started, results, end: (i: number) => ends[i]?.resolve() };
}

describe('the limit of concurrent calls to an engine', () => {
  it('the call that has waited longest starts when another ends', async () => {
    const { started, results, end } = startCalls(new RateLimiter({ concurrency: 2, perMinute: null }), 4);
    await new Promise(setImmediate);
    expect(started).toEqual([0, 1]);
    end(1);
    await results[1];
    await new Promise(setImmediate);
    expect(started).toEqual([0, 1, 2]);
    for (const i of [0, 2, 3]) end(i);
    await Promise.all(results);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('a failed call frees its place', async () => {
    const limiter = new RateLimiter({ concurrency: 1, perMinute: null });
    await expect(limiter.run(() => Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
    await expect(limiter.run(async () => 'next', signal)).resolves.toBe('next');
  });

  it('each engine has its own limit', async () => {
    const [one, other] = [1, 1].map((concurrency) =>
      startCalls(new RateLimiter({ concurrency, perMinute: null }), 1),
    );
    await new Promise(setImmediate);
    expect([one?.started, other?.started]).toEqual([[0], [0]]);
    for (const { results, end } of [one, other].filter((calls) => calls !== undefined)) {
      end(0);
      await Promise.all(results);
    }
  });
});

describe('an aborted call to an engine', () => {
  it('a waiting call that is aborted fails at once with the reason, and never starts', async () => {
    const limiter = new RateLimiter({ concurrency: 1, perMinute: null });
    const first = startCalls(limiter, 1);
    const abort = new AbortController();
    const second = startCalls(limiter, 1, abort.signal);
    const third = limiter.run(async () => 'third', signal);
    abort.abort(new Error('gone'));
    await expect(second.results[0]).rejects.toThrow('gone');
    first.end(0);
    await Promise.all(first.results);
    await expect(third).resolves.toBe('third');
    expect(second.started).toEqual([]);
  });

  it('a call aborted in advance never starts', async () => {
    const limiter = new RateLimiter({ concurrency: 1, perMinute: null });
    const { started, results } = startCalls(limiter, 1, AbortSignal.abort(new Error('gone')));
    await expect(results[0]).rejects.toThrow('gone');
    expect(started).toEqual([]);
  });

  it('a running call that is aborted counts toward the limit until it has ended', async () => {
    const limiter = new RateLimiter({ concurrency: 1, perMinute: null });
    const abort = new AbortController();
    const running = startCalls(limiter, 1, abort.signal);
    const next = startCalls(limiter, 1);
    await new Promise(setImmediate);
    abort.abort(new Error('gone'));
    await new Promise(setImmediate);
    expect(next.started).toEqual([]);
    running.end(0);
    await Promise.all(running.results);
    next.end(0);
    await Promise.all(next.results);
    expect(next.started).toEqual([0]);
  });
});

describe('the limit of calls to an engine per minute', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('the limit holds in any 60 seconds, not only in minutes of the clock', async () => {
    const limiter = new RateLimiter({ concurrency: 5, perMinute: 2 });
    const started: string[] = [];
    const call = (name: string, callSignal = signal) =>
      limiter.run(async () => void started.push(name), callSignal);
    await call('at 0 s');
    await vi.advanceTimersByTimeAsync(50_000);
    const rest = [call('at 50 s'), call('at 60 s'), call('at 110 s')];
    await vi.advanceTimersByTimeAsync(9_999);
    expect(started).toEqual(['at 0 s', 'at 50 s']);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['at 0 s', 'at 50 s', 'at 60 s']);
    await vi.advanceTimersByTimeAsync(49_999);
    expect(started).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(rest);
    expect(started).toHaveLength(4);
  });

  it('a call aborted while waiting does not count toward the limit', async () => {
    const limiter = new RateLimiter({ concurrency: 5, perMinute: 1 });
    const abort = new AbortController();
    await limiter.run(async () => undefined, signal);
    const leaving = limiter.run(async () => 'never', abort.signal);
    const staying = limiter.run(async () => 'after a minute', signal);
    abort.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(staying).resolves.toBe('after a minute');
  });
});
