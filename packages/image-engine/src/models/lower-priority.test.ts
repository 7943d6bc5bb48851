import { spawnSync } from 'node:child_process';
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
