import { expect, it } from 'vitest';
import { allocatorEnvironment, nodeFlags } from './process-memory.ts';

const GB = 1024 ** 3;
const heapMib = (memoryGb: number): number =>
  Number(/--max-old-space-size=(\d+)/.exec(nodeFlags(memoryGb * GB).join(' '))?.[1]);

it('the heap limit of a process follows the memory of the machine', () => {
  expect([1, 2, 4, 64].map(heapMib)).toEqual([384, 512, 1024, 2048]);
});

it('memory allocator settings are passed to processes, unless the operator has set others', () => {
  expect(allocatorEnvironment({ PATH: '/bin' })).toMatchObject({ PATH: '/bin', MALLOC_ARENA_MAX: '2' });
  expect(allocatorEnvironment({ MALLOC_ARENA_MAX: '8' })).toMatchObject({ MALLOC_ARENA_MAX: '8' });
});
