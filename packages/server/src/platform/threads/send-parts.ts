import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './thread-room.ts';

const END: ThreadMessage = 'end';

/** Sends parts from a thread of a ThreadRoom, each after the previous one was taken. */
export async function sendParts(parts: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
  if (parentPort === null) throw new Error('Only a thread sends parts');
  for await (const part of parts) {
    parentPort.postMessage({ part } satisfies ThreadMessage);
    await once(parentPort, 'message');
  }
  parentPort.postMessage(END);
}
