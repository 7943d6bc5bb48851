import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASPECT_RATIOS, referenceSchema } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReferenceCatalog } from './references.ts';
import { SETS_FOLDER } from './set-description.ts';

describe('the built-in reference scenes', () => {
  const catalog = createReferenceCatalog();

  it('the references are the families of the committed sets, as the contract lists them', async () => {
    const references = await catalog.list();
    const folders = await readdir(SETS_FOLDER);
    expect(references).toHaveLength(24);
    for (const reference of references) {
      const { id, stages } = referenceSchema.parse({ ...reference, image: '/somewhere' });
      expect(folders.some((folder) => folder.startsWith(`${id}-`))).toBe(true);
      expect(stages.map(({ aspect_ratio }) => aspect_ratio)).toEqual(
        ASPECT_RATIOS.map(({ id: ratio }) => ratio),
      );
      for (const { footX, footY } of stages) {
        for (const share of [footX, footY]) {
          expect(share).toBeGreaterThan(0);
          expect(share).toBeLessThan(1);
        }
      }
      const picture = await catalog.picture(id);
      expect(
        Buffer.from(picture ?? [])
          .subarray(8, 12)
          .toString('latin1'),
      ).toBe('WEBP');
    }
  });

  it('a set only gives the files that its description names', async () => {
    const files = await catalog.files('oak-window-eye');
    expect(files?.set).toMatchObject({ id: 'oak-window-eye', family: 'oak-window' });
    const [first] = files?.set.lights ?? [];
    const layer = await files?.read(first?.layer.file ?? '');
    expect(
      Buffer.from(layer ?? [])
        .subarray(4, 12)
        .toString('latin1'),
    ).toBe('ftypavif');
    await expect(files?.read('../oak-window-high/set.json')).rejects.toThrow(RangeError);
    expect(await catalog.files('oak-window')).toBeNull();
  });

  it.each(['', 'the-moon', '..', '../../package.json', 'constructor'])(
    'the references do not include %j',
    async (id) => {
      expect(await catalog.picture(id)).toBeNull();
    },
  );
});

describe('a family of sets with several cameras', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-sets-'));
    await cp(join(SETS_FOLDER, 'dunes-eye'), join(folder, 'dunes-eye'), { recursive: true });
    await cp(join(SETS_FOLDER, 'dunes-eye'), join(folder, 'dunes-above'), { recursive: true });
    const file = join(folder, 'dunes-above', 'set.json');
    const set = JSON.parse(await readFile(file, 'utf8')) as { id: string; camera: { elevationDeg: number } };
    await writeFile(
      file,
      JSON.stringify({ ...set, id: 'dunes-above', camera: { ...set.camera, elevationDeg: 25 } }),
    );
    // Simulates a set that is still being rendered, which has no description yet.
    await cp(join(SETS_FOLDER, 'dunes-eye', 'preview.webp'), join(folder, 'half-done', 'preview.webp'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('a family is listed as one reference, shown from its lowest camera', async () => {
    const references = await createReferenceCatalog(folder).list();
    expect(references).toHaveLength(1);
    const [low, high] = references[0]?.elevations_deg ?? [];
    expect(low).toBeLessThan(20);
    expect(high).toBe(25);
    const picture = await readFile(join(SETS_FOLDER, 'dunes-eye', 'preview.webp'));
    expect(await createReferenceCatalog(folder).picture('dunes')).toEqual(picture);
  });

  it('a family with a broken description causes an error that isn’t cached', async () => {
    const catalog = createReferenceCatalog(folder);
    const file = join(folder, 'dunes-above', 'set.json');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, 100));
    await expect(catalog.list()).rejects.toThrow();
    // A failed read isn't cached, because the files may still be being copied.
    await writeFile(file, whole);
    expect(await catalog.list()).toHaveLength(1);
  });
});
