import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './settings.ts';
import { createPlayground, Launched } from './testing/launched.ts';

it('npm run doctor uses the installation’s secret, and doesn’t create a missing one', async () => {
  const playground = await createPlayground();
  const { SESSION_SECRET: _, SESSION_SECRET_FILE: _file, ...others } = playground.env;
  const look = async (): Promise<string> => {
    const env = { ...others, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    const doctor = new Launched(
      spawn(process.execPath, [join(ROOT, 'tools', 'doctor.mjs'), 'doctor'], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    await doctor.ended;
    return doctor.output;
  };
  try {
    expect(await look()).toContain('a secret of its own');
    const folder = join(playground.dataFolder, 'secrets');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'session'), 'x'.repeat(64));
    expect(await look()).toContain('the kept secret');
  } finally {
    await playground.remove();
  }
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (!isRoot)
  process.stderr.write(
    'A folder that cannot be written to is not tried: mounting one takes root on Linux.\n',
  );

it.skipIf(!isRoot).each([
  ['doctor.mjs', ['doctor'], 'a secret of its own'],
  ['start.mjs', [], 'The data folder'],
  ['backup.mjs', ['backup', '/tmp/never-written.tar.zst'], 'cannot be written to (EROFS).'],
])('a data folder that can’t be written to is reported by %s', async (program, words, says) => {
  const playground = await createPlayground();
  await mkdir(playground.dataFolder);
  const { SESSION_SECRET: _, SESSION_SECRET_FILE: _file, ...env } = playground.env;
  const script =
    'mount -t tmpfs tmpfs "$1" && mkdir "$1/postgres" && mount -o remount,ro "$1" && shift && exec "$@"';
  const started = [process.execPath, join(ROOT, 'tools', program), ...words];
  const args = [
    '--mount',
    '--propagation',
    'private',
    'sh',
    '-c',
    script,
    'read-only',
    playground.dataFolder,
  ];
  const launched = new Launched(
    spawn('unshare', [...args, ...started], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  try {
    await launched.ended;
    expect(launched.output).toContain(says);
    expect(launched.output).not.toMatch(/^\s+at .*:\d+:\d+/m);
  } finally {
    await playground.remove();
  }
});
