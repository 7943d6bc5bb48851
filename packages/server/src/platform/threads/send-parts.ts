import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './thread-room.ts';

const END: ThreadMessage = 'end';

/** Sends parts from a worker thread to its ThreadRoom. Each part is sent after the room has taken the previous one. */
export async function sendParts(parts: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
  if (parentPort === null) throw new Error('Only a thread sends parts');
  for await (const part of parts) {
    parentPort.postMessage({ part } satisfies ThreadMessage);
    await once(parentPort, 'message');
  }
  parentPort.postMessage(END);
}
