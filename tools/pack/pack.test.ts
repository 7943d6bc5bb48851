import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testCacheDir } from '@packshot/image-engine/testing/shared-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../launch/settings.ts';
import { stagePackage } from './stage-package.ts';

let folder: string;
let installed: string;
let needed: Readonly<Record<string, string>>;
/** Installs the package like npm would, with only the dependencies from its manifest beside it. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-packed-'));
  installed = join(folder, 'node_modules', 'packshot');
  await stagePackage(installed);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    readonly dependencies: Record<string, string>;
  };
  needed = manifest.dependencies;
  for (const name of Object.keys(needed)) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), place, 'junction');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]): string =>
  execFileSync(process.execPath, [join(installed, 'bin', 'packshot.mjs'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    input: '',
    env: {
      ...process.env,
      PACKSHOT_CACHE_DIR: testCacheDir,
      PACKSHOT_CREDENTIALS_DIR: join(folder, 'credentials'),
    },
  });

describe('the packed command', () => {
  it('runs below node_modules without a checkout: lists its sets, cuts out, and signs', () => {
    expect(run('--version')).toMatch(/^packshot \d/);
    expect(run('sets', '--json').trim().split('\n').length).toBeGreaterThanOrEqual(24);
    copyFileSync(join(ROOT, 'packages/image-engine/src/testing/fixtures/mug.heic'), join(folder, 'mug.heic'));
    const line = JSON.parse(run('cutout', 'mug.heic', '--json')) as Record<string, unknown>;
    expect(line).toMatchObject({ status: 'done', output: 'mug-cutout.png', signed: true });
    expect(existsSync(join(folder, 'mug-cutout.png'))).toBe(true);
    // Simulates an agent that closes the command's input at once.
    expect(run('mcp')).toBe('');
    // Time limit in milliseconds: on a fresh clone the engine's network is prepared first, perhaps while the engine's
    // own tests do the same.
  }, 300_000);

  it('has no TypeScript, which Node can’t run below node_modules, and exact versions of its dependencies', () => {
    const files = globSync('**/*', { cwd: installed });
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => file.endsWith('.ts'))).toEqual([]);
    for (const version of Object.values(needed)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Object.keys(needed)).toEqual(
      expect.arrayContaining(['@imgly/background-removal-node', 'onnxruntime-node', 'sharp']),
    );
    // Dependencies that only the server or other engines need are excluded.
    expect(Object.keys(needed)).not.toEqual(expect.arrayContaining(['undici']));
  });
});
