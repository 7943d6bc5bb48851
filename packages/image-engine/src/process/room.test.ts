import { expect, test } from 'vitest';
import { Kept } from '../tools/kept.ts';
import type { Forgettable } from '../tools/kept.ts';
import { makeRoom, ROOM_BYTES } from './room.ts';

/** Pretends to hold memory, and tells what was let go. */
function pretending(heldBytes: Record<'network' | 'sets' | 'own', number>) {
  const gone: string[] = [];
  const holding = (name: string, bytes: number): Forgettable => ({
    heldBytes: bytes,
    get isHeld() {
      return !gone.includes(name);
    },
    letGo: async () => void gone.push(name),
  });
  const own = holding('own', heldBytes.own);
  const kept = [holding('network', heldBytes.network), holding('sets', heldBytes.sets), own];
  const resident = () => kept.reduce((sum, each) => sum + (each.isHeld ? each.heldBytes : 0), 0);
  return { gone, own, kept, resident };
}

test('nothing is let go while there is room, and then no more than is needed', async () => {
  const third = ROOM_BYTES / 3;
  const lets = async (neededBytes: number) => {
    const { gone, own, kept, resident } = pretending({ network: third, sets: third, own: third / 2 });
    await makeRoom([own], neededBytes, kept, resident);
    return gone;
  };
  expect(await lets(third / 2)).toEqual([]);
  // What the job's own tool holds is part of what it needs.
  expect(await lets(third / 2 + third / 3)).toEqual([]);
  expect(await lets(third * 1.5)).toEqual(['network']);
  expect(await lets(ROOM_BYTES * 2)).toEqual(['network', 'sets']);
});

test('a kept value is opened once, replaced by another one, and opened again after a failure', async () => {
  const released: string[] = [];
  const kept = new Kept<string>(1, (value) => void released.push(value));
  let opened = 0;
  const open = (name: string) => async () => {
    opened++;
    if (opened === 1) throw new Error('The file is missing');
    return `${name} ${opened}`;
  };
  await expect(kept.of('a', open('a'))).rejects.toThrow('missing');
  expect(kept.isHeld).toBe(false);
  expect([await kept.of('a', open('a')), await kept.of('a', open('a'))]).toEqual(['a 2', 'a 2']);
  expect(await kept.of('b', open('b'))).toBe('b 3');
  await kept.letGo();
  expect(kept.isHeld).toBe(false);
  expect(released).toEqual(['a 2', 'b 3']);
});
