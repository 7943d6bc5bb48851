import { EXIT } from '../exit-codes.ts';
import { has } from '../options/parse.ts';
import { SERVER_ONLY_OPTIONS } from '../server/choice.ts';
import type { ServerChoice } from '../server/choice.ts';
import { shown, shownJson, styled } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { HELP } from './command.ts';
import type { Command } from './command.ts';

/** The key that is used, and what it has been used for. */
export const keys: Command = {
  name: 'keys',
  summary: 'Say which API key is used, and for what',
  operands: '',
  description: [
    'Says which key this is, whether it is a live or a test key, and what it was used for in the last 30 days, on a server. The key needs the scope usage:read. Its scopes, ceiling and addresses are in Account, API keys, where keys are made and ended.',
    'The key itself is never printed.',
  ],
  options: [...SERVER_ONLY_OPTIONS, { name: 'json', says: 'Prints a line of JSON.' }, HELP],
  examples: [['packshot keys --server https://studio.example', 'With the key of PACKSHOT_KEY.']],
  async run(args, terminal, signal) {
    const [extra] = args.operands;
    if (extra !== undefined) throw new UsageError(`"packshot keys" takes no ${extra}`);
    const { askServer } = await import('../server/ask.ts');
    return askServer(args, terminal, signal, async (packshot, server) => {
      const { by_key: all } = await packshot.usage.get({}, { signal });
      const own = all.find((each) => !each.has_ended && server.key.startsWith(each.starts_with));
      const used = { calls: own?.calls ?? 0, errors: own?.errors ?? 0, credits: own?.credits ?? 0 };
      const about = {
        server: server.address,
        mode: server.isTest ? 'test' : 'live',
        name: own?.name ?? null,
        starts_with: own?.starts_with ?? null,
        ...used,
        days: USAGE_DAYS,
      };
      if (has(args, 'json')) terminal.output.write(`${shownJson(about)}\n`);
      else say(terminal, server, about);
      return EXIT.done;
    });
  },
};

/** What the API counts over, unless it is asked otherwise. */
const USAGE_DAYS = 30;

interface About {
  readonly name: string | null;
  readonly starts_with: string | null;
  readonly calls: number;
  readonly errors: number;
  readonly credits: number;
}

function say({ output }: Terminal, { name: host, isTest }: ServerChoice, about: About): void {
  const { name, starts_with: start, calls, errors, credits } = about;
  const rows = [
    ['Key', name === null ? 'not used before' : `${shown(name)} (${shown(start ?? '')}…)`],
    ['Server', host],
    ['Mode', isTest ? 'test: pictures are watermarked and cost nothing' : 'live'],
    [`${USAGE_DAYS} days`, `${calls} calls, ${errors} errors, ${credits} credits`],
  ] as const;
  for (const [label, value] of rows) output.write(`${styled(output, 'bold', label.padEnd(8))} ${value}\n`);
}
