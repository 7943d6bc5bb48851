import { constrainedMemory } from 'node:process';
import { totalmem } from 'node:os';
import { ALLOCATOR_SETTINGS, JIT_FLAGS } from '../../packages/image-engine/src/process/process-settings.ts';

const MIB = 1024 ** 2;
/** Smallest limit of the heap, in MiB. The API and a worker use 100 to 250 MB when busy. */
const LEAST_HEAP_MIB = 384;
const MOST_HEAP_MIB = 2048;
const SHARE_OF_MEMORY = 0.25;

/**
 * Maximum size of a semi-space (one half) of V8's young generation, in MiB. By default the young generation grows beyond
 * 100 MB of garbage and isn't released. The more frequent collections have no measurable cost.
 */
const YOUNG_HALF_MIB = 8;

/** Memory that this machine or its control group (the container) has, in bytes. */
function availableBytes(): number {
  const limit = constrainedMemory();
  return limit === undefined || limit <= 0 ? totalmem() : Math.min(limit, totalmem());
}

/** Node flags for the API and the workers. A process that exceeds its heap limit ends, and is restarted. */
export function nodeFlags(memoryBytes = availableBytes()): string[] {
  const share = Math.round((memoryBytes * SHARE_OF_MEMORY) / MIB);
  const heapMib = Math.min(MOST_HEAP_MIB, Math.max(LEAST_HEAP_MIB, share));
  return [
    ...JIT_FLAGS,
    `--max-semi-space-size=${String(YOUNG_HALF_MIB)}`,
    `--max-old-space-size=${String(heapMib)}`,
  ];
}

/** Settings of the memory allocator, without those that the operator has set. */
export const allocatorEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...ALLOCATOR_SETTINGS,
  ...environment,
});
