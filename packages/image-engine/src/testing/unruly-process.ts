/** Misbehaving process for tests of the process host; the first byte of a job's input selects the behavior. */
import { watchMemory } from '../process/memory-watch.ts';
import type { FromProcess, ToProcess } from '../process/messages.ts';
import type { ToolResult } from '../tools/index.ts';
import { BEHAVIOR } from './unruly-behavior.ts';

const memory = watchMemory();
const allocations: Uint8Array[] = [];
let waiting: number | undefined;
const send = (message: FromProcess): void => void process.send?.(message);

function succeed(jobId: number, full: Uint8Array): void {
  const result: ToolResult<'cut-out'> = {
    full,
    standard: full,
    widthPx: 1,
    heightPx: 1,
    foregroundFraction: 1,
    foreground: { xPx: 0, yPx: 0, widthPx: 1, heightPx: 1 },
    confidence: 1,
    doubts: [],
    review: { score: 0, reasons: [], box: null },
    stagesMs: {},
  };
  send({ kind: 'done', jobId, result });
}

process.on('message', (message: ToProcess) => {
  if (message.kind === 'cancel') {
    send({ kind: 'canceled', jobId: message.jobId });
    return;
  }
  if (message.kind === 'model') {
    if (waiting !== undefined) succeed(waiting, Buffer.from(message.model.modelFile));
    return;
  }
  if (message.kind !== 'job' || message.tool !== 'cut-out')
    throw new Error('This process does one thing badly');
  const { jobId } = message;
  memory.allow(message.memoryBytes);
  const bytes = message.input.photo;
  switch (bytes[0]) {
    case BEHAVIOR.throwError:
      throw new Error('planted');
    case BEHAVIOR.exit:
      process.exit(3);
      break;
    case BEHAVIOR.hang:
      break;
    case BEHAVIOR.spin:
      send({ kind: 'progress', jobId, fraction: 0, stage: 'spin' });
      // Blocks like native code, so that the process handles no messages.
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
      break;
    case BEHAVIOR.grow:
      for (;;) allocations.push(new Uint8Array(16 * 1024 ** 2).fill(1));
    case BEHAVIOR.needModel:
      waiting = jobId;
      send({ kind: 'model-needed', jobId, name: 'isnet' });
      break;
    default:
      succeed(jobId, bytes);
  }
});
process.on('disconnect', () => process.exit(0));
send({ kind: 'ready' });
