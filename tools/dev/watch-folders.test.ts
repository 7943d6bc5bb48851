import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FolderWatch } from './watch-folders.ts';

let folder: string;
let watch: FolderWatch | undefined;
let reports: string[][];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-watch-'));
  await mkdir(join(folder, 'inner'));
  for (const name of ['a.ts', 'inner/b.ts']) await writeFile(join(folder, name), '1');
  reports = [];
  watch = new FolderWatch(
    [folder],
    (path) => path.endsWith('.ts'),
    async (paths) => {
      reports.push(paths.map((path) => relative(folder, path)).toSorted());
    },
  );
});
afterEach(async () => {
  watch?.close();
  await rm(folder, { recursive: true, force: true });
});

const expectReport = async (...paths: string[]): Promise<void> => {
  await vi.waitFor(() => expect(reports.flat()).toEqual(paths), { timeout: 5_000 });
  reports = [];
};

it('the watcher reports files that are written at the same time in one report', async () => {
  await Promise.all(['a.ts', 'inner/b.ts', 'notes.md'].map((name) => writeFile(join(folder, name), '2')));
  await vi.waitFor(() => expect(reports).toEqual([['a.ts', 'inner/b.ts']]), { timeout: 5_000 });
});

it('the watcher reports a file each time that another one replaces it', async () => {
  for (const text of ['2', '3', '4']) {
    await writeFile(join(folder, 'inner', 'b.new'), text);
    await rename(join(folder, 'inner', 'b.new'), join(folder, 'inner', 'b.ts'));
    await expectReport('inner/b.ts');
  }
});

it('the file watcher reports the files of a new folder, and of a folder created again', async () => {
  for (const text of ['1', '2']) {
    await mkdir(join(folder, 'later', 'deep'), { recursive: true });
    await writeFile(join(folder, 'later', 'deep', 'c.ts'), text);
    await expectReport('later/deep/c.ts');
    await writeFile(join(folder, 'later', 'deep', 'c.ts'), `${text} again`);
    await expectReport('later/deep/c.ts');
    await rm(join(folder, 'later'), { recursive: true });
    await vi.waitFor(() => expect(reports.flat()).toContain('later/deep/c.ts'), { timeout: 5_000 });
    reports = [];
  }
});
