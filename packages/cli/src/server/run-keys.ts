import type { ReadKeyAnswer, ReadUsageAnswer } from '@packshot/client';
import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Arguments } from '../options/option.ts';
import { hasOption } from '../options/parse.ts';
import { costWords } from '../run/report.ts';
import { toDisplayText, shownJson, applyStyle } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { askServer } from './ask.ts';

const USAGE_DAYS = 30;

/**
 * Shows the API key in use, its permissions and limits, and its usage.
 * @throws UsageError if the server or the API key is missing or invalid
 */
export const runKeys = (args: Arguments, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> =>
  askServer(args, terminal, signal, async (packshot, server) => {
    const key = await packshot.key.get({ signal });
    const usage = key.scopes.includes('usage:read')
      ? (await packshot.usage.get({ days: USAGE_DAYS, key_id: key.id }, { signal })).total
      : null;
    if (hasOption(args, 'json')) {
      const { calls, errors, credits } = usage ?? {};
      const last = usage && { days: USAGE_DAYS, calls, errors, credits };
      terminal.output.write(`${shownJson({ server: server.address, ...key, usage: last })}\n`);
    } else say(terminal, server.name, key, usage);
    return EXIT.done;
  });

function say(
  { output }: Terminal,
  host: string,
  key: ReadKeyAnswer,
  usage: ReadUsageAnswer['data']['total'] | null,
): void {
  const { monthly_ceiling: ceiling, left_this_month: remainingCredits, expires_at: expires, credits } = key;
  const rows: readonly (readonly [label: string, value: string | null])[] = [
    ['Key', `${key.name} (${key.starts_with}…)`],
    ['Server', host],
    ['Mode', key.mode === 'test' ? 'test: pictures are watermarked and cost nothing' : 'live'],
    ['Scopes', key.scopes.join(', ')],
    ['Expires', expires ?? 'never'],
    ['From', key.addresses.length === 0 ? 'anywhere' : key.addresses.join(', ')],
    ['Ceiling', ceiling === null ? 'none' : `${costWords(ceiling)} a month, ${remainingCredits ?? 0} left`],
    ['Credits', credits === undefined ? null : String(credits)],
    [
      `${USAGE_DAYS} days`,
      usage && [`${usage.calls} calls, ${usage.errors} errors`, ...formatCosts(usage.credits)].join(', '),
    ],
  ];
  for (const [label, value] of rows)
    if (value !== null)
      output.write(`${applyStyle(output, 'bold', label.padEnd(8))} ${toDisplayText(value)}\n`);
}

const formatCosts = (credits: number | undefined): string[] =>
  credits === undefined ? [] : [costWords(credits)];
