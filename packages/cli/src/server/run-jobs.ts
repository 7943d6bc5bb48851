import { dirname, join, resolve } from 'node:path';
import type { Job, Packshot } from '@packshot/client';
import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Arguments } from '../options/option.ts';
import { hasOption, getTextOption, wholeNumber } from '../options/parse.ts';
import { textFile, writeWhole } from '../outputs/write.ts';
import { toFault, FileFault } from '../run/outcome.ts';
import { costWords } from '../run/report.ts';
import { toDisplayText, shownJson, applyStyle } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { askServer } from './ask.ts';
import type { JobAction } from './job-actions.ts';

interface JobCommandContext {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/**
 * Runs an action on jobs.
 * @throws UsageError for an invalid argument
 */
export function runJobs(
  action: JobAction,
  ids: readonly string[],
  args: Arguments,
  surroundings: JobCommandContext,
): Promise<ExitCode> {
  const { terminal, signal } = surroundings;
  const limit = wholeNumber(args, 'limit', { from: 1, to: 100 });
  const isJson = hasOption(args, 'json');
  return askServer(args, terminal, signal, async (packshot) => {
    if (action === 'list') {
      const { data } = await packshot.jobs.list(limit === undefined ? {} : { limit }, { signal });
      for (const job of data) say(terminal, isJson ? shownJson(job) : line(terminal, job));
      return EXIT.done;
    }
    let failed = 0;
    for (const id of ids)
      try {
        await ACTIONS[action](packshot, id, args, surroundings);
      } catch (error) {
        signal.throwIfAborted();
        failed++;
        const { message, detail } = toFault(error);
        const { errors } = terminal;
        const more = detail === undefined ? '' : ` (${toDisplayText(detail)})`;
        errors.write(`${applyStyle(errors, 'red', `${id}:`)} ${toDisplayText(message)}${more}\n`);
      }
    return failed > 0 ? EXIT.someFailed : EXIT.done;
  });
}

type Act = (
  packshot: Packshot,
  id: string,
  args: Arguments,
  surroundings: JobCommandContext,
) => Promise<void>;

const show: Act = async (packshot, id, args, { terminal, signal }) => {
  const job = await packshot.jobs.get(id, { signal });
  say(terminal, shownJson(job, hasOption(args, 'json') ? 0 : 2));
};

const stop: Act = async (packshot, id, args, { terminal, signal }) => {
  const job = await packshot.jobs.stop(id, { signal });
  say(terminal, hasOption(args, 'json') ? shownJson(job) : line(terminal, job));
};

const download: Act = async (packshot, id, args, { terminal, signal }) => {
  const job = await packshot.jobs.wait(id, { signal });
  for (const { index, description, shop_texts, read_text } of job.results) {
    const isText = description !== undefined;
    const path = getResultPath(getTextOption(args, 'out') ?? '.', id, index, isText ? 'json' : 'png');
    const bytes = isText
      ? textFile({ text: description, facts: { description, shop_texts, read_text } }, path)
      : (await packshot.jobs.picture(id, index, { signal })).bytes;
    await writeWhole(path, bytes, hasOption(args, 'force'));
    const resultLine = { job: id, index, output: path, size: bytes.length };
    say(terminal, hasOption(args, 'json') ? shownJson(resultLine) : toDisplayText(path));
  }
};

/**
 * Path of a downloaded result. It is always directly in the folder, whatever names the server sends. Writing replaces
 * a symbolic link of that name instead of following it.
 */
function getResultPath(folder: string, id: string, index: number, extension: string): string {
  const path = join(folder, `${id}-${index + 1}.${extension}`);
  if (!Number.isSafeInteger(index) || index < 0 || dirname(resolve(path)) !== resolve(folder))
    throw new FileFault('The server numbered its results in a way that no files can have.');
  return path;
}

const ACTIONS: Readonly<Record<Exclude<JobAction, 'list'>, Act>> = { show, stop, download };

const say = ({ output }: Terminal, text: string): void => void output.write(`${text}\n`);

function line(
  { output }: Terminal,
  { id, tool, status, progress, credits_charged, created_at, error }: Job,
): string {
  const how =
    status === 'running'
      ? `${Math.round(progress * 100)} %`
      : credits_charged === undefined
        ? ''
        : costWords(credits_charged);
  const why = error === undefined ? '' : `  ${toDisplayText(error.detail)}`;
  const at = applyStyle(output, 'dim', toDisplayText(created_at.slice(0, 19).replace('T', ' ')));
  return `${applyStyle(output, 'bold', toDisplayText(id))}  ${at}  ${toDisplayText(tool).padEnd(9)}  ${toDisplayText(status).padEnd(9)}  ${how}${why}`;
}
