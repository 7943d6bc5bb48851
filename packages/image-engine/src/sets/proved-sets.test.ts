import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSet } from './read-set.ts';
import {
  computeDigest,
  listFaults,
  faultsOfLight,
  faultsOfStage,
  readProved,
  SETS_FOLDER,
} from '../testing/prove-set.ts';

/** Sets that are verified in every test run: one each in which a product stands, lies and hangs. */
const SAMPLE = ['oak-window-eye', 'flat-linen-top', 'wall-hook-eye'];

describe('the shipped studio sets', () => {
  it('the shipped sets equal the verified ones to the byte; verify a changed set by `node lab/studio-sets/prove.ts`', async () => {
    const names = (await readdir(SETS_FOLDER)).toSorted();
    const digests = await Promise.all(
      names.map(async (name) => [name, await computeDigest(path.join(SETS_FOLDER, name))] as const),
    );
    expect(Object.fromEntries(digests)).toEqual(await readProved());
  });

  it.each(SAMPLE)(
    'the set %s has its files, its product position, its lights, and room for a product',
    async (name) => {
      expect(await listFaults(path.join(SETS_FOLDER, name))).toEqual([]);
    },
  );
});

describe('a studio set that isn’t verified', () => {
  it('has another digest after a single changed byte, or with an additional file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'set-'));
    try {
      await cp(path.join(SETS_FOLDER, 'plain-sweep-top'), folder, { recursive: true });
      const before = await computeDigest(folder);
      expect(before).toBe((await readProved())['plain-sweep-top']);
      const layer = path.join(folder, 'light-key.avif');
      const bytes = await readFile(layer);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(layer, bytes);
      const changed = await computeDigest(folder);
      expect(changed).not.toBe(before);
      await writeFile(path.join(folder, 'note.txt'), '');
      expect(await computeDigest(folder)).not.toBe(changed);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is reported if a light is dark, or if its product position is wrong', async () => {
    const decoded = await readSet(path.join(SETS_FOLDER, 'plain-sweep-eye'), 336);
    const key = decoded.lights.get('key');
    if (key === undefined) throw new Error('It has a key light');
    const dark = { ...key, samples: new Uint16Array(key.samples.length) };
    const lights = new Map([...decoded.lights, ['key', dark] as const]);
    expect(faultsOfLight({ ...decoded, lights })).toEqual(['its light key is not seen']);
    const [x, y] = decoded.set.stage.image;
    const stage = { ...decoded.set.stage, image: [x, y - 0.2] as const };
    expect(faultsOfStage({ ...decoded, set: { ...decoded.set, stage } })).toHaveLength(2);
  });
});
