import { constrainedMemory } from 'node:process';
import { totalmem } from 'node:os';
import { ALLOCATOR_SETTINGS } from '../../packages/image-engine/src/process/allocator-settings.ts';

const MIB = 1024 ** 2;
/** The API and a worker hold 100 to 250 MB at work. */
const LEAST_HEAP_MIB = 384;
const MOST_HEAP_MIB = 2048;
const SHARE_OF_MEMORY = 0.25;

/**
 * V8 lets what is young grow by what it sees, to more than 100 MB of which nothing is in use afterwards, and gives none
 * of it back. Collecting it more often costs nothing that can be measured beside the rest.
 */
const YOUNG_GENERATION_MIB = 8;

/** Memory that this machine or its control group has, in bytes. */
function availableBytes(): number {
  const limit = constrainedMemory();
  return limit === undefined || limit <= 0 ? totalmem() : Math.min(limit, totalmem());
}

/** Flags of Node for the API and the workers: a process that outgrows its part ends, and is started again. */
export function nodeFlags(memoryBytes = availableBytes()): string[] {
  const share = Math.round((memoryBytes * SHARE_OF_MEMORY) / MIB);
  const heapMib = Math.min(MOST_HEAP_MIB, Math.max(LEAST_HEAP_MIB, share));
  return [`--max-semi-space-size=${String(YOUNG_GENERATION_MIB)}`, `--max-old-space-size=${String(heapMib)}`];
}

/** The allocator's settings, unless the operator has set them. */
export const allocatorEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...ALLOCATOR_SETTINGS,
  ...environment,
});
