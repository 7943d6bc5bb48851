/** Code of the worker thread that parses one large body. */
import { workerData } from 'node:worker_threads';
import { sendParts } from '../threads/send-parts.ts';
import { parseBody } from './parse-body.ts';
import type { BodyText } from './parse-body.ts';

function parseMessage(): unknown {
  try {
    return parseBody(workerData as BodyText);
  } catch (error) {
    if (error instanceof SyntaxError) return new SyntaxError('The body could not be parsed');
    throw error;
  }
}

await sendParts([parseMessage()]);
