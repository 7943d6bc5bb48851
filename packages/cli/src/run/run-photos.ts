import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Arguments } from '../options/option.ts';
import type { Item } from '../outputs/plan.ts';
import { readStream } from '../photos/read.ts';
import { serverIn } from '../server/choice.ts';
import type { Terminal } from '../terminal.ts';
import { readShared } from './options.ts';
import type { OutcomeFault } from './outcome.ts';
import { finishReport, prepare, writerTo } from './prepare.ts';
import type { RunReport } from './report.ts';
import type { PhotoTool } from './tool.ts';
import type { PhotoWork, Worker } from './workshop.ts';

/**
 * Runs a command on photos, on this machine or on a server.
 * @throws UsageError for invalid arguments, before any photo is processed
 */
export async function runPhotos(
  tool: PhotoTool,
  args: Arguments,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const shared = readShared(args, tool.suffix);
  const server = serverIn(args);
  const workshop =
    server === null
      ? (await import('./here.ts')).here()
      : (await import('../server/there.ts')).onServer(server);
  workshop.assertForPhotos(args, shared);
  const job = await tool.read(args, server === null ? 'here' : 'there');
  const { place, concurrency } = workshop;
  const { items, report, outputIsTaken } = await prepare(tool, job, { shared, args, terminal, place });
  const readInput = () => readStream(terminal.input);
  const writeOutput = writerTo(terminal, outputIsTaken);
  const run = { tool, job, shared, terminal, report, signal, readInput, writeOutput };
  const work = await workshop.openPhotos(run);
  if (work === null) return EXIT.someFailed;
  await workOnAll(items, shared.concurrency ?? concurrency, work, report, signal);
  if (signal.aborted) await work.stop();
  return finishReport(report, signal);
}

/** Processes photos concurrently: each worker starts the next photo when it has finished one. */
async function workOnAll(
  items: readonly Item[],
  concurrency: number,
  { worker, halting }: PhotoWork,
  report: RunReport,
  signal: AbortSignal,
): Promise<void> {
  const waiting = items.values();
  const notBegun: Item[] = [];
  let halted: OutcomeFault | null = null;
  let isOver = false;
  const workOnNext = async ({ work }: Worker): Promise<void> => {
    // All workers iterate over this list, so each photo goes to one worker.
    for (const item of waiting) {
      signal.throwIfAborted();
      if (isOver) return;
      if (halted !== null) {
        notBegun.push(item);
        continue;
      }
      const onProgress = (fraction: number, stage: string): void =>
        report.progress(item.photo.label, fraction, stage);
      for await (const outcome of work(item, onProgress)) {
        report.outcome(outcome);
        if (outcome.error !== undefined && halting.has(outcome.error.code)) halted ??= outcome.error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, worker);
  const ends = await Promise.allSettled(
    workers.map((each) =>
      workOnNext(each).catch((error: unknown) => {
        isOver = true;
        throw error;
      }),
    ),
  );
  await Promise.all(workers.map((each) => each.close()));
  if (signal.aborted) return;
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (halted !== null && notBegun.length > 0) report.notBegun(notBegun, halted);
}
