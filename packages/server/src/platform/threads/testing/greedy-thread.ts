/**
 * Code of a worker thread for tests: after its first part it runs forever and, with the input `memory`, allocates
 * memory without limit.
 */
import { workerData } from 'node:worker_threads';
import { sendParts } from '../send-parts.ts';

function* greedy(): Generator<string> {
  yield workerData as string;
  const memory: number[][] = [];
  for (;;) if (workerData === 'memory') memory.push(Array.from({ length: 100_000 }, () => Math.random()));
}

await sendParts(greedy());
