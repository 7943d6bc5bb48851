import { SERVER_ONLY_OPTIONS } from '../server/choice.ts';
import { UsageError } from '../usage-error.ts';
import { HELP } from './command.ts';
import type { Command } from './command.ts';

export const keys: Command = {
  name: 'keys',
  summary: 'Say which API key is used, and for what',
  operands: '',
  description: [
    'Says which key this is on a server, whether it is a live or a test key, what it may do, how long, and what it can still spend. With the scope usage:read also which credits there are, and what the key was used for in the last 30 days. Keys are made and ended in Account, API keys.',
    'The key itself is never printed.',
  ],
  options: [...SERVER_ONLY_OPTIONS, { name: 'json', says: 'Prints a line of JSON.' }, HELP],
  examples: [['packshot keys --server https://studio.example', 'With the key of PACKSHOT_KEY.']],
  async run(args, terminal, signal) {
    const [extra] = args.operands;
    if (extra !== undefined) throw new UsageError(`"packshot keys" takes no ${extra}`);
    const { runKeys } = await import('../server/run-keys.ts');
    return runKeys(args, terminal, signal);
  },
};
