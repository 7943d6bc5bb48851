import { cp, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createPlayground,
  launchTool,
  listProcesses,
  makeReady,
  signalAll,
} from '../launch/testing/launched.ts';
import type { Launched, Playground } from '../launch/testing/launched.ts';
import { ROOT } from '../launch/settings.ts';

let playground: Playground;
let command: Launched | undefined;
/** Folder with a copy of the fake API, worker and migrations, whose sources the test changes. */
let mains: string;

beforeEach(async () => {
  playground = await createPlayground();
  mains = join(playground.folder, 'mains');
  await cp(playground.env['PACKSHOT_MAINS'] ?? '', mains, { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(playground.folder, 'node_modules'));
});
afterEach(async () => {
  command?.child.kill('SIGTERM');
  await command?.ended;
  signalAll(playground.folder, 'SIGKILL');
  await playground.remove();
});

/** Saves a file like most editors do: a new file replaces the old one. */
async function save(name: string, text: string): Promise<void> {
  await writeFile(join(mains, `${name}.new`), text);
  await rename(join(mains, `${name}.new`), join(mains, name));
}

const ask = async (url: string) =>
  (await (await fetch(`${url}/readyz`)).json()) as { pid: number; started: number; version?: string };

const databasePid = async () =>
  (await readFile(join(playground.dataFolder, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0];

it('npm run dev reloads changed sources behind the pages, survives a syntax error, and stops cleanly', async () => {
  await makeReady(playground);
  command = launchTool('dev.mjs', { ...playground.env, PACKSHOT_MAINS: mains });
  const url = await command.url();
  const source = await readFile(join(mains, 'main-api.ts'), 'utf8');
  const before = await ask(url);
  const database = await databasePid();

  await save('main-api.ts', `${source}\nconst broken = = 1;\n`);
  await command.until(/api ended with code \d+; it starts again with the next change/);
  expect(command.output).toMatch(/api: .*main-api\.ts/);

  await save('main-api.ts', source.replace('{ pid:', "{ version: 'new', pid:"));
  await command.until(/API and workers run the new sources/);
  const after = await ask(url);
  expect(after).toMatchObject({ version: 'new', started: before.started });
  expect(after.pid).not.toBe(before.pid);
  expect(await databasePid()).toBe(database);

  command.child.kill('SIGTERM');
  expect(await command.ended).toBe(0);
  expect(listProcesses(playground.folder)).toEqual([]);
});

it('npm run dev refuses the settings of a production server', async () => {
  command = launchTool('dev.mjs', { ...playground.env, NODE_ENV: 'production' });
  expect(await command.ended).toBe(1);
  expect(command.output).toContain('NODE_ENV is production');
});
