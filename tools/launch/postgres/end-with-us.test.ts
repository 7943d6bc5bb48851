import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, vi } from 'vitest';
import { stopPostmaster } from './postmaster.ts';
import { isAlive } from './postmaster-file.ts';

it.skipIf(process.platform === 'win32')(
  'a benchmark that is killed leaves behind neither its database nor its folder',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-measured-'));
    await chmod(folder, 0o755);
    const program = join(import.meta.dirname, 'testing', 'measure.ts');
    const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const pid = Number(line);
    try {
      expect(isAlive(pid)).toBe(true);
      child.kill('SIGKILL');
      await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
      await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 20_000 });
    } finally {
      await stopPostmaster(pid);
      await rm(folder, { recursive: true, force: true });
    }
  },
);
