/**
 * Output of a run: a line for each result, a progress bar on terminals, and a summary; as sentences for users or JSON
 * for programs.
 */
import { flagSentences } from '@packshot/contract';
import { toDisplayText, shownJson, applyStyle } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { sureWords } from './outcome.ts';
import type { Item } from '../outputs/plan.ts';
import type { OutcomeFault, Outcome } from './outcome.ts';
import { progressLine } from './progress-line.ts';

export interface ReportSettings {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  /** Standard output receives the result itself, so report lines go to the error stream. */
  readonly outputIsTaken: boolean;
  readonly total: number;
  readonly place: string;
}

export type RunReport = ReturnType<typeof createReport>;

const REDRAWN_EVERY_MS = 100;

export function createReport(terminal: Terminal, settings: ReportSettings) {
  const { isJson, isQuiet, outputIsTaken, total, place } = settings;
  const { errors } = terminal;
  const results = outputIsTaken ? errors : terminal.output;
  const hasBar = errors.isTTY === true && !isQuiet;
  let credits = 0;
  const counts = { done: 0, skipped: 0, failed: 0, planned: 0 };
  const startedAt = performance.now();
  const fractions = new Map<string, number>();
  let drawnAt = 0;
  let isDrawn = false;

  const clear = (): void => {
    if (isDrawn) errors.write('\r\u001B[K');
    isDrawn = false;
  };
  const say = (stream: Terminal['output'], line: string): void => {
    clear();
    stream.write(`${line}\n`);
  };

  return {
    counts,
    progress(input: string, fraction: number, stage: string): void {
      fractions.set(input, fraction);
      if (!hasBar || performance.now() - drawnAt < REDRAWN_EVERY_MS) return;
      drawnAt = performance.now();
      isDrawn = true;
      const under = [...fractions.values()].reduce((sum, each) => sum + each, 0);
      const line = progressLine({
        total,
        ended: counts.done + counts.skipped + counts.failed + counts.planned,
        doneCount: counts.done + counts.failed,
        under,
        elapsedMs: performance.now() - startedAt,
        doing: `${toDisplayText(input)} ${stage}`,
        columns: errors.columns ?? 80,
      });
      errors.write(`\r\u001B[K${line}`);
    },
    outcome(outcome: Outcome): void {
      counts[outcome.status]++;
      credits += outcome.credits ?? 0;
      fractions.delete(outcome.input);
      if (isJson) {
        say(results, shownJson(outcome));
        return;
      }
      if (outcome.status === 'failed') say(errors, failure(errors, outcome));
      else if (!isQuiet) for (const line of formatLines(results, outcome, place)) say(results, line);
    },
    /** Reports photos that weren't processed, because an earlier fault would have affected them too. */
    notBegun(items: readonly Item[], error: OutcomeFault): void {
      for (const { photo, outputs } of items)
        for (const _ of outputs) {
          counts.failed++;
          if (isJson) say(results, shownJson({ input: photo.label, status: 'failed', error }));
        }
      if (!isJson) say(errors, `${items.length} more were not begun: ${toDisplayText(error.message)}`);
    },
    warn: (sentence: string): void => say(errors, applyStyle(errors, 'yellow', toDisplayText(sentence))),
    end(isInterrupted: boolean): void {
      clear();
      if (isJson || isQuiet || (total === 1 && !isInterrupted)) return;
      say(
        errors,
        summary(counts, { total, credits, elapsedMs: performance.now() - startedAt, isInterrupted }),
      );
    },
  };
}

const failure = (stream: Terminal['output'], { input, error }: Outcome): string =>
  `${applyStyle(stream, 'red', `${toDisplayText(input)}:`)} ${toDisplayText(error?.message ?? '')}${error?.detail === undefined ? '' : ` (${toDisplayText(error.detail)})`}`;

function formatLines(stream: Terminal['output'], outcome: Outcome, place: string): readonly string[] {
  const { input, output, status, facts, doubts = [], ms, credits = 0 } = outcome;
  const description = facts?.['description'];
  if (typeof description === 'string' && output === undefined)
    return [`${toDisplayText(input)}: ${toDisplayText(description)}`];
  const names =
    output === undefined ? toDisplayText(input) : `${toDisplayText(input)} → ${toDisplayText(output)}`;
  if (status === 'skipped')
    return [
      outcome.skipped === 'same'
        ? `${names}  ${applyStyle(stream, 'dim', 'is there already: the same photo, the same settings')}`
        : `${names}  ${applyStyle(stream, 'yellow', 'stays as it is: something else is there already; --force replaces it')}`,
    ];
  if (status === 'planned')
    return [`${names}  ${applyStyle(stream, 'dim', `would be made: ${costWords(credits)}, ${place}`)}`];
  const sure = sureWords(outcome);
  const details = [
    ...(ms === undefined ? [] : [seconds(ms)]),
    ...(sure === null ? [] : [sure]),
    ...(credits === 0 ? [] : [costWords(credits)]),
  ];
  return [
    details.length === 0 ? names : `${names}  ${applyStyle(stream, 'dim', details.join(', '))}`,
    ...flagSentences(doubts).map((sentence) => `  ${applyStyle(stream, 'yellow', sentence)}`),
  ];
}

export const costWords = (credits: number): string =>
  credits === 0 ? 'free' : `${credits} ${credits === 1 ? 'credit' : 'credits'}`;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 9_950 ? 2 : 0)} s`;

interface Sum {
  readonly total: number;
  readonly credits: number;
  readonly elapsedMs: number;
  readonly isInterrupted: boolean;
}

function summary(
  { done, skipped, failed, planned }: RunReport['counts'],
  { total, credits, elapsedMs, isInterrupted }: Sum,
): string {
  const parts = [
    planned > 0 ? `${planned} would be made, ${costWords(credits)}` : `${done} done`,
    ...(skipped > 0 ? [`${skipped} there already`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(credits > 0 && planned === 0 ? [costWords(credits)] : []),
  ];
  // Exceeds the initial total if more photos have arrived in a watched folder.
  const all = Math.max(total, done + skipped + failed + planned);
  const sum = `${all} ${all === 1 ? 'result' : 'results'}: ${parts.join(', ')}, ${seconds(elapsedMs)}.`;
  return isInterrupted ? `Interrupted. ${sum} The same command goes on from there.` : sum;
}
