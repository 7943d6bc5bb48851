/** Makes the results on a server. */
import type { Packshot } from '@packshot/client';
import { hasOption, getTextOption } from '../options/parse.ts';
import type { Arguments } from '../options/option.ts';
import { resultsDir } from '../places.ts';
import type { SharedSettings } from '../run/options.ts';
import type { RunReport } from '../run/report.ts';
import type { Workshop } from '../run/workshop.ts';
import { UsageError } from '../usage-error.ts';
import type { ServerChoice } from './choice.ts';
import { greet, HALTING, createClient } from './connect.ts';
import { rememberedIn } from './remembered.ts';
import { runRecipeThere } from './run-recipe-there.ts';
import { createRunningJobs } from './running-jobs.ts';
import type { RunningJobs } from './running-jobs.ts';
import { workThere } from './work-there.ts';
import type { ThereSettings } from './work-there.ts';

/** Default number of concurrent uploads and jobs. The server allows 20 for each API key. */
const CONCURRENCY = 4;
/**
 * Time after an interruption in which a pending call may still return the ID of its job, so that the job can be
 * stopped.
 */
const LAST_WORDS_MS = 10_000;

export const onServer = (server: ServerChoice): Workshop => ({
  place: `on ${server.name}${server.isTest ? ', with a test key' : ''}`,
  concurrency: CONCURRENCY,
  assertForPhotos,
  assertForRecipe(args) {
    // Rejects options that a server can't honor: the account decides on signing, and each photo is sent once.
    for (const option of ['watch', 'unsigned'])
      if (hasOption(args, option)) throw new UsageError(`--${option} is for runs on this machine`);
    if (server.isTest)
      throw new UsageError('catalogs need a live key (pk_live_…), because they cost credits');
  },
  async openPhotos({ job, shared, terminal, report, signal, readInput, writeOutput }) {
    const packshot = createClient(server);
    if (!(await greet(server, { terminal, signal }))) return null;
    const { replaces, isDryRun } = shared;
    const running = createRunningJobs();
    const last = new AbortController();
    const endLater = (): void => void setTimeout(() => last.abort(signal.reason), LAST_WORDS_MS).unref();
    signal.addEventListener('abort', endLater, { once: true });
    const settings: ThereSettings = {
      job,
      server,
      packshot,
      replaces,
      isDryRun,
      worksForFree: server.isTest || (isDryRun && (await worksForFree(packshot, signal))),
      remembered: rememberedIn(resultsDir()),
      running,
      readInput,
      writeOutput,
    };
    return {
      halting: HALTING,
      stop: () => stopRunning(running, report, shared),
      worker: () => ({
        work(item, onProgress) {
          onProgress(0, '(sending)');
          return workThere(item, settings, { signal, lastSignal: last.signal, onProgress });
        },
        close: async () => undefined,
      }),
    };
  },
  async openRecipe(run) {
    const { terminal, signal, name } = run;
    if (!(await greet(server, { terminal, signal }))) return null;
    return {
      makeAll: (items) => runRecipeThere({ name, items }, server, run),
      close: async () => undefined,
    };
  },
});

/** Asks the server whether its work is free. Older servers don't report it; their work is assumed to cost credits. */
const worksForFree = async (packshot: Packshot, signal: AbortSignal): Promise<boolean> =>
  (await packshot.key.get({ signal }).catch(() => null))?.works_for_free === true;

/** Rejects file options, because a server's results are signed PNGs, which are written unchanged. */
function assertForPhotos(args: Arguments, { file }: SharedSettings): void {
  if (file.format !== 'png')
    throw new UsageError(`results of a server are PNGs: ${file.format} is written by --local runs alone`);
  for (const option of ['quality', 'ground', 'unsigned'])
    if (getTextOption(args, option) !== undefined || hasOption(args, option))
      throw new UsageError(
        `--${option} is for runs on this machine: results of a server stay as it signed them`,
      );
}

/** Stops the running jobs, and tells the user how many of them were charged. */
async function stopRunning(
  running: RunningJobs,
  report: RunReport,
  { isQuiet }: SharedSettings,
): Promise<void> {
  const { stopped, charged, unknown } = await running.stopAll();
  if (isQuiet) return;
  const jobs = (count: number): string => `${count} ${count === 1 ? 'job' : 'jobs'}`;
  if (stopped > 0) report.warn(`Stopped ${jobs(stopped)} on the server, which cost nothing.`);
  if (charged > 0)
    report.warn(
      `${jobs(charged)} had a picture already: the same command fetches what was paid for within a day.`,
    );
  if (unknown > 0)
    report.warn(
      `${jobs(unknown)} could not be stopped: "packshot jobs" lists them, and "packshot jobs stop" stops them.`,
    );
}
