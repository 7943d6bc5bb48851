import { expect, it } from 'vitest';
import { createThreadRoom, ThreadLimitError } from './thread-room.ts';

const room = createThreadRoom({
  file: new URL('./testing/greedy-thread.ts', import.meta.url),
  atOnce: 1,
  mostWaiting: 4,
  deadlineMs: 2000,
  memoryMb: 64,
});

async function collectParts(owner: string, greed: 'memory' | 'time'): Promise<unknown> {
  const parts: unknown[] = [];
  try {
    for await (const part of room.parts(owner, greed)) parts.push(part);
  } catch (error) {
    parts.push(error);
  }
  return parts;
}

it.each(['memory', 'time'] as const)('a thread that takes too much %s is ended', async (greed) => {
  expect(await collectParts('ann', greed)).toEqual([greed, expect.any(ThreadLimitError)]);
});

it('one owner gets at most half of the places that wait for a thread', async () => {
  const first = async (owner: string): Promise<void> => {
    for await (const part of room.parts(owner, 'time')) return expect(part).toBe('time');
  };
  const ann = [first('ann'), first('ann'), first('ann')];
  await expect(first('ann')).rejects.toMatchObject({ code: 'SERVERS_BUSY' });
  await Promise.all([...ann, first('bob')]);
});
