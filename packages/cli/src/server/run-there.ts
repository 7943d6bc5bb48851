import type { Packshot, PackshotError } from '@packshot/client';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT } from '../exit-codes.ts';
import type { Arguments } from '../options/option.ts';
import { textOf } from '../options/parse.ts';
import type { Item } from '../outputs/plan.ts';
import { readStream } from '../photos/read.ts';
import { resultsDir } from '../places.ts';
import { readShared } from '../run/options.ts';
import type { SharedSettings } from '../run/options.ts';
import type { Fault } from '../run/outcome.ts';
import { endOf, prepare, writerTo } from '../run/prepare.ts';
import type { Report } from '../run/report.ts';
import type { PhotoTool } from '../run/tool.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { ServerChoice } from './choice.ts';
import { greet, packshotOf } from './connect.ts';
import { rememberedIn } from './remembered.ts';
import { createRunningJobs } from './running-jobs.ts';
import type { RunningJobs } from './running-jobs.ts';
import { workThere } from './work-there.ts';
import type { ThereSettings } from './work-there.ts';

/** Uploads and jobs at once, unless it is said: a key may have 20. */
const CONCURRENCY = 4;
/** A call that is under way when the run is interrupted may still say which job it has begun. */
const LAST_WORDS_MS = 10_000;

/** Does on a server what a command on photos asks for. Throws UsageError before anything is begun. */
export async function runThere(
  tool: PhotoTool,
  server: ServerChoice,
  args: Arguments,
  { terminal, signal }: { readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<ExitCode> {
  const shared = readShared(args, tool.suffix);
  assertForServers(args, shared);
  const job = await tool.there(args);
  const place = `on ${server.name}${server.isTest ? ', with a test key' : ''}`;
  const { items, report, outputIsTaken } = await prepare(tool, job, { shared, args, terminal, place });
  const packshot = packshotOf(server);
  if (!(await greet(server, { terminal, signal }))) return EXIT.someFailed;
  const running = createRunningJobs();
  const settings: ThereSettings = {
    job,
    server,
    packshot,
    replaces: shared.replaces,
    isDryRun: shared.isDryRun,
    worksForFree: server.isTest || (shared.isDryRun && (await worksForFree(packshot, signal))),
    remembered: rememberedIn(resultsDir()),
    running,
    readInput: () => readStream(terminal.input),
    writeOutput: writerTo(terminal, outputIsTaken),
  };
  await workOnAll(items, shared.concurrency ?? CONCURRENCY, settings, report, signal);
  if (signal.aborted) await stopRunning(running, report, shared);
  return endOf(report, signal);
}

/** An older server does not say. */
const worksForFree = async (packshot: Packshot, signal: AbortSignal): Promise<boolean> =>
  (await packshot.key.get({ signal }).catch(() => null))?.works_for_free === true;

/** What the server makes is a PNG that it has signed: it is kept as it is. */
function assertForServers(args: Arguments, { file }: SharedSettings): void {
  if (file.format !== 'png')
    throw new UsageError(`results of a server are PNGs: ${file.format} is written by --local runs alone`);
  for (const option of ['quality', 'ground', 'unsigned'])
    if (textOf(args, option) !== undefined || args.options[option] === true)
      throw new UsageError(
        `--${option} is for runs on this machine: results of a server stay as it signed them`,
      );
}

/** Failures that the next photo would meet as well. */
export const HALTING: ReadonlySet<string> = new Set<PackshotError['code']>([
  'KEY_INVALID',
  'KEY_EXPIRED',
  'KEY_ADDRESS_REFUSED',
  'KEY_SCOPE_MISSING',
  'KEY_CEILING_REACHED',
  'LIVE_KEYS_NOT_IN_PLAN',
  'OUT_OF_CREDITS',
  'OUT_OF_DOWNLOADS',
  'FAIR_USE_REACHED',
  'DAILY_LIMIT_REACHED',
  'TEST_LIMIT_REACHED',
  'STORAGE_QUOTA',
  'NETWORK',
]);

async function workOnAll(
  items: readonly Item[],
  concurrency: number,
  settings: ThereSettings,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const last = new AbortController();
  const endLater = (): void => {
    setTimeout(() => last.abort(signal.reason), LAST_WORDS_MS).unref();
  };
  signal.addEventListener('abort', endLater);
  const waiting = items.values();
  const notBegun: Item[] = [];
  let halted: Fault | null = null;
  const workOnNext = async (): Promise<void> => {
    // One list for all: whoever is free takes what comes next.
    for (const item of waiting) {
      signal.throwIfAborted();
      if (halted !== null) {
        notBegun.push(item);
        continue;
      }
      const onProgress = (fraction: number, stage: string): void =>
        report.progress(item.photo.label, fraction, stage);
      onProgress(0, '(sending)');
      for await (const outcome of workThere(item, settings, {
        signal,
        lastSignal: last.signal,
        onProgress,
      })) {
        report.outcome(outcome);
        if (outcome.error !== undefined && HALTING.has(outcome.error.code)) halted ??= outcome.error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, workOnNext));
  signal.removeEventListener('abort', endLater);
  if (signal.aborted) return;
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (halted !== null && notBegun.length > 0) report.notBegun(notBegun, halted);
}

/** Their credits come back. */
async function stopRunning(running: RunningJobs, report: Report, { isQuiet }: SharedSettings): Promise<void> {
  const { stopped, charged, unknown } = await running.stopAll();
  if (isQuiet) return;
  const jobs = (count: number): string => `${count} ${count === 1 ? 'job' : 'jobs'}`;
  if (stopped > 0) report.warn(`Stopped ${jobs(stopped)} on the server, which cost nothing.`);
  if (charged > 0)
    report.warn(
      `${jobs(charged)} had ended already: the same command fetches what was paid for within a day.`,
    );
  if (unknown > 0)
    report.warn(
      `${jobs(unknown)} could not be stopped: "packshot jobs" lists them, and "packshot jobs stop" stops them.`,
    );
}
