import type { Reference } from '@packshot/client';
import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Arguments } from '../options/option.ts';
import { SERVER_OPTIONS, serverIn } from '../server/choice.ts';
import { hasOption } from '../options/parse.ts';
import { toDisplayText, shownJson, applyStyle } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { HELP } from './command.ts';
import type { Command } from './command.ts';

export const sets: Command = {
  name: 'sets',
  summary: 'List the studio sets',
  operands: '',
  description: [
    'Lists the sets that "packshot scene --set" knows: their ids, titles, and from how high their cameras look down. With --server: those of the server.',
  ],
  options: [
    ...SERVER_OPTIONS,
    { name: 'json', says: 'Prints a line of JSON for each set, with its keywords and what can be painted.' },
    HELP,
  ],
  examples: [['packshot sets', 'All of them.']],
  async run(args, terminal, signal) {
    const [extra] = args.operands;
    if (extra !== undefined) throw new UsageError(`"packshot sets" takes no ${extra}`);
    if (serverIn(args) === null) {
      const { createReferenceCatalog } = await import('@packshot/image-engine/references');
      return print(await createReferenceCatalog().list(), args, terminal);
    }
    const { askServer } = await import('../server/ask.ts');
    return askServer(args, terminal, signal, async (packshot) =>
      print(await packshot.sets.list({ signal }), args, terminal),
    );
  },
};

type ListedSet = Omit<Reference, 'image'>;

function print(all: readonly ListedSet[], args: Arguments, { output }: Terminal): ExitCode {
  if (hasOption(args, 'json')) {
    for (const { stages: _, ...set } of all) output.write(`${shownJson(set)}\n`);
    return EXIT.done;
  }
  const widest = Math.max(0, ...all.map(({ id }) => toDisplayText(id).length));
  for (const { id, title, elevations_deg: elevations } of all) {
    const heights = elevations.map((degrees) => `${Math.round(degrees)}°`).join(' ');
    output.write(
      `${applyStyle(output, 'bold', toDisplayText(id).padEnd(widest))}  ${toDisplayText(title)}  ${applyStyle(output, 'dim', heights)}\n`,
    );
  }
  return EXIT.done;
}
