import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testCacheDir } from '../testing/shared-files.ts';

test('closing the engine while the network runs ends the job, not the calling program', async () => {
  const program = fileURLToPath(new URL('../testing/close-while-running.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, testCacheDir]);
  expect(stdout).toBe('rejected closed');
});
