import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const start = (program: string) =>
  spawn(process.execPath, ['--import', join(import.meta.dirname, 'end-with-parent.mjs'), '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

it('a child program ends when its parent process is gone', async () => {
  const child = start(`process.send('runs'); setInterval(() => {}, 60_000)`);
  await once(child, 'message');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([1, null]);
});

it('a child program that doesn’t outlast its parent can end by itself', async () => {
  expect(await once(start(''), 'exit')).toEqual([0, null]);
});
