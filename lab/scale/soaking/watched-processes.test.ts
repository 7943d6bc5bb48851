import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { memoryIn } from './watched-processes.ts';

const ROLLUP = `5564eef39000-7ffcd770e000 ---p 00000000 00:00 0                          [rollup]
Rss:              152340 kB
Pss:               41218 kB
Pss_Dirty:          9112 kB
Pss_Anon:           7112 kB
Pss_File:           4106 kB
Pss_Shmem:         30000 kB
Swap:                300 kB
SwapPss:             200 kB
`;

it('counts neither touched shared memory nor mapped files as a process’s own memory', () => {
  expect(memoryIn(ROLLUP)).toEqual({ ownKilobytes: 7_312, sharedKilobytes: 30_000 });
});

it.runIf(process.platform === 'linux')('finds private memory in Linux’s figures about this process', () => {
  expect(memoryIn(readFileSync('/proc/self/smaps_rollup', 'utf8')).ownKilobytes).toBeGreaterThan(1_000);
});
