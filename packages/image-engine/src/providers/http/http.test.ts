import { describe, expect, it } from 'vitest';
import { isPrivateAddress, PrivateAddressError, publicLookup } from './addresses.ts';
import { Turnstile } from './turnstile.ts';
import type { Waiting } from './waiting.ts';

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111', 'example.com'])('%s is not', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  const lookUp = (...addresses: string[]) =>
    new Promise((resolve, reject) => {
      const answers = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const lookup = publicLookup((_name, _options, callback) => callback(null, answers));
      lookup('shop.example', { all: true }, (error, found) =>
        error === null ? resolve(found) : reject(error),
      );
    });

  it('refuses a name that leads home, even by one of its addresses', async () => {
    await expect(lookUp('1.1.1.1', '192.168.0.7')).rejects.toBeInstanceOf(PrivateAddressError);
    await expect(lookUp('1.1.1.1')).resolves.toEqual([{ address: '1.1.1.1', family: 4 }]);
  });
});

describe('the turnstile', () => {
  const signal = new AbortController().signal;
  let nowMs = 0;
  const slept: number[] = [];
  const waiting: Waiting = {
    nowMs: () => nowMs,
    random: () => 0,
    sleep: async (durationMs) => {
      slept.push(durationMs);
      nowMs += durationMs;
    },
  };

  it('lets so many through at once, in their order', async () => {
    const turnstile = new Turnstile({ concurrency: 2, perMinute: null }, waiting);
    const ends = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const begun: number[] = [];
    const passes = ends.map((end, i) =>
      turnstile.pass(async () => {
        begun.push(i);
        await end.promise;
      }, signal),
    );
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1]);
    ends[1]?.resolve();
    await passes[1];
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1, 2]);
    for (const end of ends) end.resolve();
    await Promise.all(passes);
  });

  it('forgets who leaves the line', async () => {
    const turnstile = new Turnstile({ concurrency: 1, perMinute: null }, waiting);
    const end = Promise.withResolvers<void>();
    const first = turnstile.pass(() => end.promise, signal);
    const abort = new AbortController();
    const second = turnstile.pass(async () => 'second', abort.signal);
    const third = turnstile.pass(async () => 'third', signal);
    abort.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    end.resolve();
    await first;
    await expect(third).resolves.toBe('third');
  });

  it('lets so many begin within a minute', async () => {
    const turnstile = new Turnstile({ concurrency: 5, perMinute: 2 }, waiting);
    nowMs = 1_000;
    for (let i = 0; i < 3; i++) await turnstile.pass(async () => undefined, signal);
    expect(slept).toEqual([60_000]);
  });
});
