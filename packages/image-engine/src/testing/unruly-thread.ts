/** A thread for tests of its host: the first byte of a job's input says how it behaves. */
import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from '../thread/messages.ts';

export const BEHAVIOUR = { succeed: 1, throwError: 2, exit: 3, hang: 4 } as const;

const send = (message: FromThread): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'cancel') {
    send({ kind: 'cancelled', jobId: message.jobId });
    return;
  }
  if (message.kind === 'end') process.exit(0);
  if (message.tool !== 'remove-background') throw new Error('This thread does one thing badly');
  const bytes = message.input.photo;
  switch (bytes[0]) {
    case BEHAVIOUR.throwError:
      throw new Error('planted');
    case BEHAVIOUR.exit:
      process.exit(3);
      break;
    case BEHAVIOUR.hang:
      break;
    default:
      send({
        kind: 'done',
        jobId: message.jobId,
        result: {
          png: bytes,
          std: bytes,
          widthPx: 1,
          heightPx: 1,
          foregroundFraction: 1,
          stagesMs: {},
        },
      });
  }
});
send({ kind: 'ready' });
