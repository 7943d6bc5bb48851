import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';

const PROGRAM = `
import { getPriority, setPriority } from 'node:os';
import { lowerPriority } from ${JSON.stringify(new URL('lower-priority.ts', import.meta.url).href)};
setPriority(Number(process.argv[1]));
lowerPriority(Number(process.argv[2]));
process.stdout.write(String(getPriority()));
`;
const prioritiesAfter = (own: number, requestedPriority: number): string =>
  spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, '--', String(own), String(requestedPriority)],
    {
      encoding: 'utf8',
    },
  ).stdout;

// Skipped if the tests run at low priority, because only root can raise a process's priority.
it.skipIf(getPriority() > 10)('the priority of the process is lowered', () => {
  expect(prioritiesAfter(getPriority(), 12)).toBe('12');
});

it('an already lower priority stays, because raising it takes rights', () => {
  expect(prioritiesAfter(19, 10)).toBe('19');
});

const THREADS_PROGRAM = `
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { lowerPriority } from ${JSON.stringify(new URL('lower-priority.ts', import.meta.url).href)};
lowerPriority(Number(process.argv[1]));
const threads = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
const readSession = () => Number(readFileSync('/proc/self/autogroup', 'utf8').trim().split(' nice ')[1]);
// Linux may refuse the first tries, because other sessions change too.
for (let left = Number(process.argv[2]); left > 0 && readSession() !== 12; left--)
  await new Promise((resolve) => setTimeout(resolve, 100));
process.stdout.write(JSON.stringify({ threads: [...new Set(threads)], session: readSession() }));
`;
function measureProcess(isDetached: boolean): { threads: number[]; session: number } {
  // `spawnSync` accepts `detached` too, but its type doesn't list it.
  const options = { encoding: 'utf8' as const, detached: isDetached };
  const flags = ['--input-type=module', '--eval', THREADS_PROGRAM, '--', '12', isDetached ? '50' : '0'];
  return JSON.parse(spawnSync(process.execPath, flags, options).stdout) as {
    threads: number[];
    session: number;
  };
}

// Skipped where the system has no autogroups, or the tests run at low priority.
const hasAutogroups = existsSync('/proc/self/autogroup') && getPriority() <= 10;

it.skipIf(!hasAutogroups)('all threads and the own session of a process are lowered', () => {
  expect(measureProcess(true)).toEqual({ threads: [12], session: 12 });
});

it.skipIf(!hasAutogroups)('a session that another process leads stays unchanged', () => {
  const { threads, session } = measureProcess(false);
  expect(threads).toEqual([12]);
  expect(session).not.toBe(12);
});
