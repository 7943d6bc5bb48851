import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './settings.ts';
import { createPlayground, Launched } from './testing/launched.ts';

it('looks with the secret of the installation, and makes none where there is none', async () => {
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
