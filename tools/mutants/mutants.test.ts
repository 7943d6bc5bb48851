import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../launch/settings.ts';
import { chooseFaults, readOptions } from './choose.ts';
import { copySources } from './copy.ts';
import { faultsOfList, plant } from './fault.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';
import { closingLine, hasFailed } from './table.ts';
import { tryFaults } from './try-faults.ts';
import type { Trial } from './try-faults.ts';

const SOURCE = 'packages/contract/src/price.ts';
const SOURCE_TEXT = [
  'export const price = (count: number): number => count * 2;',
  'export const isFree = (count: number): boolean => count === 0;',
  '',
].join('\n');
const TEST_TEXT = [
  "import { expect, it } from 'vitest';",
  "import { isFree, price } from '@packshot/contract/price';",
  "it('doubles', () => expect(price(3)).toBe(6));",
  "it('is there', () => expect(isFree).toBeDefined());",
].join('\n');

const killed: Fault = {
  id: 'price',
  statement: 'Two cost twice as much.',
  file: SOURCE,
  find: 'count * 2',
  replace: 'count * 3',
  test: 'packages/contract/src/price.test.ts',
  needsDatabase: false,
};
const surviving: Fault = { ...killed, id: 'free', find: 'count === 0', replace: 'true' };
const missingFault: Fault = { ...killed, id: 'lost', find: 'count * 7' };
const broken: Fault = { ...killed, id: 'broken', replace: 'count * * 2' };

let root: string;
/** Temporary folder of this test, so that it doesn't see the copies that other runs make. */
let temporary: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'packshot-repository-'));
  temporary = await mkdtemp(join(tmpdir(), 'packshot-temporary-'));
  vi.stubEnv('TMPDIR', temporary);
  const folder = join(root, 'packages', 'contract');
  await mkdir(join(folder, 'src'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const manifest = { name: '@packshot/contract', type: 'module', exports: { './*': './src/*.ts' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(root, SOURCE), SOURCE_TEXT);
  await writeFile(join(folder, 'src', 'price.test.ts'), TEST_TEXT);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
  await rm(temporary, { recursive: true, force: true });
});

const tryPlanted = (faults: readonly Fault[], signal = new AbortController().signal) =>
  tryFaults(faults, { root, jobs: 1, env: {}, signal, budgetMs: Infinity, onTrial: () => undefined });

const sourcesNow = () => readFile(join(root, SOURCE), 'utf8');
const createTrial = (fault: Fault, verdict: Trial['verdict']): Trial => ({
  fault,
  verdict,
  seconds: 0,
  why: '',
});

describe('a planted fault', () => {
  it('counts as killed if its test fails, as survived if it passes, and as undecided if no test runs', async () => {
    const trials = await tryPlanted([killed, surviving, missingFault, broken]);
    expect(trials.map(({ fault, verdict }) => [fault.id, verdict])).toEqual([
      ['price', 'killed'],
      ['free', 'survived'],
      ['lost', 'not-planted'],
      ['broken', 'undecided'],
    ]);
    expect(await sourcesNow()).toBe(SOURCE_TEXT);
  });

  it('is undecided when its test fails even without the fault', async () => {
    const red = 'packages/contract/src/red.test.ts';
    await writeFile(
      join(root, red),
      "import { it } from 'vitest';\nit('fails', () => { throw new Error('always'); });",
    );
    const trials = await tryPlanted([{ ...killed, test: red }]);
    expect(trials.map(({ verdict }) => verdict)).toEqual(['undecided']);
  });

  it('is removed after an interruption, together with its copy of the code', async () => {
    const interrupted = new AbortController();
    const run = tryFaults([killed, surviving], {
      root,
      jobs: 1,
      env: {},
      budgetMs: Infinity,
      signal: interrupted.signal,
      // Aborts the run in the middle of the second fault.
      onTrial: () => setImmediate(() => interrupted.abort(new Error('Interrupted.'))),
    });
    await expect(run).rejects.toThrow('Interrupted.');
    expect(await sourcesNow()).toBe(SOURCE_TEXT);
    expect(await leftBehind()).toEqual([]);
  });

  it('is not tested once the time is up', async () => {
    const trials = await tryFaults([killed, surviving], {
      root,
      jobs: 1,
      env: {},
      signal: new AbortController().signal,
      // A budget that expires while the first fault is tried.
      budgetMs: 1,
      onTrial: () => undefined,
    });
    expect(trials.map(({ fault }) => fault.id)).toEqual(['price']);
  });

  it('is planted in a copy, which never changes the checkout', async () => {
    const copy = await copySources(root);
    await writeFile(join(copy.folder, SOURCE), 'broken');
    expect(await sourcesNow()).toBe(SOURCE_TEXT);
    await copy.remove();
    expect(existsSync(copy.folder)).toBe(false);
    expect(existsSync(join(ROOT, 'node_modules', 'vitest'))).toBe(true);
  });
});

const leftBehind = async () =>
  (await readdir(temporary)).filter((name) => name.startsWith('packshot-mutants-'));

describe('the fault list', () => {
  it('has only faults that can be planted', () => expect(faultsOfList(FAULTS, ROOT)).toEqual([]));

  it('is gathered from the .faults.json files beside the tests', () => {
    expect(FAULTS.length).toBeGreaterThan(80);
    expect(FAULTS.find(({ id }) => id === 'download-own')).toMatchObject({
      test: 'packages/server/src/tools/downloads.test.ts',
      needsDatabase: true,
    });
    expect(FAULTS.find(({ id }) => id === 'try-live-key')).toMatchObject({
      test: 'packages/web/src/features/developers/developers.test.tsx',
      needsDatabase: false,
    });
  });

  it('is rejected when a fault can’t be planted, changes nothing, is listed twice or has no test', () => {
    const untested: Fault = { ...killed, id: 'untested', test: 'packages/contract/src/none.test.ts' };
    const idle: Fault = { ...killed, id: 'idle', replace: killed.find };
    const unstated = { ...killed, id: 'unstated', statement: undefined } as unknown as Fault;
    expect(faultsOfList([killed, killed, missingFault, untested, idle, unstated], root)).toEqual([
      'price: is there twice',
      `lost: ${SOURCE} has the text 0 times, not once: count * 7`,
      'untested: there is no packages/contract/src/none.test.ts',
      'idle: changes nothing',
      'unstated: lacks a statement, or a text to find or to replace it with',
    ]);
  });

  it('has texts that are planted literally, including dollar signs, and only in a unique place', () => {
    expect(plant('a + b', { ...killed, find: 'b', replace: '$&$1' })).toBe('a + $&$1');
    expect(() => plant('b + b', { ...killed, find: 'b' })).toThrow('2 times');
  });
});

describe('the selection of faults by command-line options', () => {
  const choose = (...args: string[]) => chooseFaults(FAULTS, readOptions(args), ROOT);

  it('includes everything, a package, or the named faults', async () => {
    expect(await choose()).toHaveLength(FAULTS.length);
    const tests = (await choose('--package', 'web')).map(({ test }) => test);
    expect(tests.length).toBeGreaterThan(1);
    expect(tests.filter((test) => !test.startsWith('packages/web/'))).toEqual([]);
    expect((await choose('key-expiry', '--jobs', '1')).map(({ id }) => id)).toEqual(['key-expiry']);
  });

  it.each([
    ['--package', 'kitchen'],
    ['--jobs', '0'],
    ['--jobs', 'many'],
    ['--minutes', '0'],
    ['--fast'],
    ['no-such-fault'],
    ['--changed', 'no-such-commit'],
  ])('is refused for an unknown option or value: %s %s', async (...args) => {
    await expect(async () => choose(...args)).rejects.toThrow(
      expect.objectContaining({ name: 'LaunchError' }),
    );
  });
});

describe('the outcome of a run that plants faults', () => {
  it.each([
    ['killed as expected', false, createTrial(killed, 'killed')],
    ['not noticed by its test', true, createTrial(killed, 'survived')],
    ['impossible to plant', true, createTrial(killed, 'not-planted')],
    ['undecided', true, createTrial(killed, 'undecided')],
  ])('is a failure for a fault that was %s: %s', (_, fails, trial) => expect(hasFailed([trial])).toBe(fails));

  it('is reported in one line', () => {
    const trials = [
      createTrial(killed, 'killed'),
      createTrial(surviving, 'survived'),
      createTrial(missingFault, 'not-planted'),
    ];
    expect(closingLine(trials, 0, 12.3)).toBe('1 of 3 killed (33 %); 12 s');
    expect(closingLine(trials, 2, 12.3)).toBe('1 of 3 killed (33 %), 2 left for want of time; 12 s');
  });
});
