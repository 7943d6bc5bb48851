import { expect, test } from 'vitest';
import { Kept } from './kept.ts';
import { makeRoom, ROOM_BYTES } from './room.ts';
import type { Forgettable } from './room.ts';

/** Pretends to hold memory, and tells what was let go. */
function pretending(heldBytes: Record<'network' | 'sets' | 'own', number>) {
  const gone: string[] = [];
  const forgettables = Object.entries(heldBytes).map(([name, bytes]): Forgettable => ({
    usedBy: [name === 'own' ? 'remove-background' : 'upscale'],
    heldBytes: bytes,
    get isHeld() {
      return !gone.includes(name);
    },
    letGo: async () => void gone.push(name),
  }));
  const resident = () => forgettables.reduce((sum, each) => sum + (each.isHeld ? each.heldBytes : 0), 0);
  return { gone, forgettables, resident };
}

test('nothing is let go while there is room, and then no more than is needed', async () => {
  const third = ROOM_BYTES / 3;
  const lets = async (neededBytes: number) => {
    const { gone, forgettables, resident } = pretending({ network: third, sets: third, own: third / 2 });
    await makeRoom('remove-background', neededBytes, forgettables, resident);
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
  const kept = new Kept<string>((value) => void released.push(value));
  let opened = 0;
  const open = async (name: string) => {
    opened++;
    if (opened === 1) throw new Error('The file is missing');
    return `${name} ${opened}`;
  };
  await expect(kept.of('a', open)).rejects.toThrow('missing');
  expect(kept.isHeld).toBe(false);
  expect([await kept.of('a', open), await kept.of('a', open)]).toEqual(['a 2', 'a 2']);
  expect(await kept.of('b', open)).toBe('b 3');
  await kept.letGo();
  expect(kept.isHeld).toBe(false);
  expect(released).toEqual(['a 2', 'b 3']);
});
