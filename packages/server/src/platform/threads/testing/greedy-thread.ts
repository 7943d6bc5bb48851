/** A thread that never ends or allocates without limit. */
import { workerData } from 'node:worker_threads';
import { sendParts } from '../send-parts.ts';

function* greedy(): Generator<string> {
  yield workerData as string;
  const memory: number[][] = [];
  for (;;) if (workerData === 'memory') memory.push(Array.from({ length: 100_000 }, () => Math.random()));
}

await sendParts(greedy());
