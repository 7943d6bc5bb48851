import { join } from 'node:path';
import type { Job, Packshot } from '@packshot/client';
import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Arguments } from '../options/option.ts';
import { has, textOf, wholeNumber } from '../options/parse.ts';
import { textFile, writeWhole } from '../outputs/write.ts';
import { faultOf } from '../run/outcome.ts';
import { costWords } from '../run/report.ts';
import { shown, styled } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { askServer } from './ask.ts';
import type { JobAction } from './job-actions.ts';

interface Surroundings {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Does with jobs what was asked for. Throws UsageError. */
export function runJobs(
  action: JobAction,
  ids: readonly string[],
  args: Arguments,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { terminal, signal } = surroundings;
  const limit = wholeNumber(args, 'limit', { from: 1, to: 100 });
  const isJson = has(args, 'json');
  return askServer(args, terminal, signal, async (packshot) => {
    if (action === 'list') {
      const { data } = await packshot.jobs.list(limit === undefined ? {} : { limit }, { signal });
      for (const job of data) say(terminal, isJson ? JSON.stringify(job) : line(terminal, job));
      return EXIT.done;
    }
    let failed = 0;
    for (const id of ids)
      try {
        await ACTIONS[action](packshot, id, args, surroundings);
      } catch (error) {
        signal.throwIfAborted();
        failed++;
        const { message, detail } = faultOf(error);
        const { errors } = terminal;
        const more = detail === undefined ? '' : ` (${shown(detail)})`;
        errors.write(`${styled(errors, 'red', `${id}:`)} ${shown(message)}${more}\n`);
      }
    return failed > 0 ? EXIT.someFailed : EXIT.done;
  });
}

type Act = (packshot: Packshot, id: string, args: Arguments, surroundings: Surroundings) => Promise<void>;

const show: Act = async (packshot, id, args, { terminal, signal }) => {
  const job = await packshot.jobs.get(id, { signal });
  say(terminal, has(args, 'json') ? JSON.stringify(job) : JSON.stringify(job, null, 2));
};

const stop: Act = async (packshot, id, args, { terminal, signal }) => {
  const job = await packshot.jobs.stop(id, { signal });
  say(terminal, has(args, 'json') ? JSON.stringify(job) : line(terminal, job));
};

const download: Act = async (packshot, id, args, { terminal, signal }) => {
  const job = await packshot.jobs.wait(id, { signal });
  for (const { index, description, shop_texts, read_text } of job.results) {
    const isText = description !== undefined;
    const path = join(textOf(args, 'out') ?? '.', `${id}-${index + 1}.${isText ? 'json' : 'png'}`);
    const bytes = isText
      ? textFile({ text: description, facts: { description, shop_texts, read_text } }, path)
      : (await packshot.jobs.picture(id, index, { signal })).bytes;
    await writeWhole(path, bytes, has(args, 'force'));
    const said = { job: id, index, output: path, size: bytes.length };
    say(terminal, has(args, 'json') ? JSON.stringify(said) : path);
  }
};

const ACTIONS: Readonly<Record<Exclude<JobAction, 'list'>, Act>> = { show, stop, download };

const say = ({ output }: Terminal, text: string): void => void output.write(`${text}\n`);

function line(
  { output }: Terminal,
  { id, tool, status, progress, credits_charged, created_at, error }: Job,
): string {
  const how = status === 'running' ? `${Math.round(progress * 100)} %` : costWords(credits_charged);
  const why = error === undefined ? '' : `  ${shown(error.detail)}`;
  const at = styled(output, 'dim', created_at.slice(0, 19).replace('T', ' '));
  return `${styled(output, 'bold', id)}  ${at}  ${tool.padEnd(9)}  ${status.padEnd(9)}  ${how}${why}`;
}
