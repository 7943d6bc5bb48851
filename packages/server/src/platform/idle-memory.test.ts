import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Program that allocates 300 MB briefly, and prints the process's memory in MB some time after releasing them. */
const PROGRAM = `
  import { returnMemoryWhenIdle } from ${JSON.stringify(fileURLToPath(new URL('idle-memory.ts', import.meta.url)))};
  const mb = () => Math.round(process.memoryUsage.rss() / 1e6);
  const before = mb();
  if (process.argv[1] === 'on') returnMemoryWhenIdle(50);
  let burst = Array.from({ length: 3e6 }, (_, at) => ({ at, text: 'text ' + at }));
  const most = mb();
  burst = null;
  const end = performance.now() + (process.argv[1] === 'on' ? 5000 : 800);
  const look = () => {
    if (mb() > before + 60 && performance.now() < end) return setTimeout(look, 50);
    console.log(JSON.stringify({ before, most, after: mb() }));
    process.exit();
  };
  setTimeout(look, 200);
`;

const run = (mode: 'on' | 'off') =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM, mode], { encoding: 'utf8' }),
  ) as { readonly before: number; readonly most: number; readonly after: number };

it('the memory of a burst is returned to the system while the process is idle', () => {
  const { before, most, after } = run('on');
  expect(most).toBeGreaterThan(before + 200);
  expect(after).toBeLessThan(before + 60);
});

it('the memory of a burst isn’t returned without the idle cleanup', () => {
  const { before, after } = run('off');
  expect(after).toBeGreaterThan(before + 150);
});
