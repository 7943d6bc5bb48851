/**
 * The engine's only thread for pictures: decoding, networks, pixel work and encoding happen here, one job at a time,
 * never on the event loop that serves requests. A network blocks this thread while it runs; between the
 * recipe's stages the thread listens, so a cancelled job stops at the next stage.
 */
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { ImageRefusal } from '../pixels/refusal.ts';
import type { FromThread, JobMessage, ToThread } from './messages.ts';
import { closeRecipes, RECIPES } from './recipes.ts';
import type { ToolName, ToolResult } from './tool-jobs.ts';

if (parentPort === null) throw new Error('This file runs in a worker thread');
const port = parentPort;

const running = new Map<number, AbortController>();
let isEnding = false;

const send = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

async function runJob<Tool extends ToolName>({ jobId, tool, input }: JobMessage<Tool>): Promise<void> {
  const controller = new AbortController();
  running.set(jobId, controller);
  try {
    const result = await RECIPES[tool](input, {
      signal: controller.signal,
      onProgress: (fraction, stage) => send({ kind: 'progress', jobId, fraction, stage }),
      checkpoint: async () => {
        await setImmediate();
        controller.signal.throwIfAborted();
      },
    });
    sendResult(jobId, result);
  } catch (error) {
    send(outcomeOf(jobId, error, controller.signal.aborted));
  } finally {
    running.delete(jobId);
    endWhenIdle();
  }
}

function sendResult(jobId: number, result: ToolResult<ToolName>): void {
  if (!('png' in result)) {
    send({ kind: 'done', jobId, result });
    return;
  }
  // The encoder's memory belongs to native code and cannot change hands; a copy can.
  const png = new Uint8Array(result.png);
  const std = new Uint8Array(result.std);
  send({ kind: 'done', jobId, result: { ...result, png, std } }, [png.buffer, std.buffer]);
}

/** Never in the middle of a network's run: ending the thread there aborts the whole process. */
function endWhenIdle(): void {
  if (!isEnding || running.size > 0) return;
  closeRecipes();
  process.exit(0);
}

function outcomeOf(jobId: number, error: unknown, aborted: boolean): FromThread {
  if (aborted) return { kind: 'cancelled', jobId };
  if (error instanceof ImageRefusal) {
    return { kind: 'refused', jobId, code: error.code, cause: describe(error.cause) };
  }
  return { kind: 'failed', jobId, message: describe(error) ?? 'unknown' };
}

function describe(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'job') void runJob(message);
  else if (message.kind === 'cancel') running.get(message.jobId)?.abort();
  else {
    isEnding = true;
    for (const controller of running.values()) controller.abort();
    endWhenIdle();
  }
});
send({ kind: 'ready' });
