/**
 * The engine's only process for pictures: decoding, networks, pixel work and encoding happen here, one job at a time, never
 * on the event loop that serves requests. A network blocks this process while it runs; between the recipe's stages it
 * listens, so a cancelled job stops at the next stage, and is killed where that is too far away.
 */
import { setImmediate } from 'node:timers/promises';
import { ImageRefusal } from '../pixels/refusal.ts';
import { watchMemory } from './memory-watch.ts';
import type { FromProcess, JobMessage, ToProcess } from './messages.ts';
import { FORGETTABLES, RECIPES } from './recipes.ts';
import { collectGarbage, makeRoom } from './room.ts';
import type { ToolName } from './tool-jobs.ts';

const running = new Map<number, AbortController>();
const memory = watchMemory();

const send = (message: FromProcess): void => void process.send?.(message);

async function runJob<Tool extends ToolName>(job: JobMessage<Tool>): Promise<void> {
  const { jobId, tool, input, memoryBytes, neededBytes } = job;
  const controller = new AbortController();
  running.set(jobId, controller);
  try {
    await makeRoom(tool, neededBytes, FORGETTABLES);
    memory.allow(memoryBytes);
    const result = await RECIPES[tool](input, {
      signal: controller.signal,
      onProgress: (fraction, stage) => send({ kind: 'progress', jobId, fraction, stage }),
      checkpoint: async () => {
        await setImmediate();
        controller.signal.throwIfAborted();
      },
    });
    send({ kind: 'done', jobId, result });
  } catch (error) {
    send(controller.signal.aborted ? { kind: 'cancelled', jobId } : faultOf(jobId, error));
  } finally {
    running.delete(jobId);
    // Frames are large and few: V8 would not look for them before the next job's are there as well.
    collectGarbage();
  }
}

function faultOf(jobId: number, error: unknown): FromProcess {
  if (error instanceof ImageRefusal) {
    return { kind: 'refused', jobId, code: error.code, cause: describe(error.cause) };
  }
  return { kind: 'failed', jobId, message: describe(error) ?? 'unknown' };
}

function describe(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
}

process.on('message', (message: ToProcess) => {
  if (message.kind === 'job') void runJob(message);
  else running.get(message.jobId)?.abort();
});
process.on('disconnect', () => process.exit(0));
send({ kind: 'ready' });
