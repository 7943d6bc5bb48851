import { EXIT } from '../exit-codes.ts';
import { has } from '../options/parse.ts';
import { styled } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { HELP } from './command.ts';
import type { Command } from './command.ts';

/** The built-in studio sets. */
export const sets: Command = {
  name: 'sets',
  summary: 'List the built-in studio sets',
  operands: '',
  description: [
    'Lists the sets that "packshot scene --set" knows: their ids, titles, and from how high their cameras look down.',
  ],
  options: [
    { name: 'json', says: 'Prints a line of JSON for each set, with its keywords and what can be painted.' },
    HELP,
  ],
  examples: [['packshot sets', 'All of them.']],
  async run(args, { output }) {
    const [extra] = args.operands;
    if (extra !== undefined) throw new UsageError(`"packshot sets" takes no ${extra}`);
    const { createReferenceCatalog } = await import('@packshot/image-engine/references');
    const all = await createReferenceCatalog().list();
    if (has(args, 'json')) {
      for (const { stages: _, ...set } of all) output.write(`${JSON.stringify(set)}\n`);
      return EXIT.done;
    }
    const widest = Math.max(...all.map(({ id }) => id.length));
    for (const { id, title, elevations_deg: elevations } of all) {
      const heights = elevations.map((degrees) => `${Math.round(degrees)}°`).join(' ');
      output.write(
        `${styled(output, 'bold', id.padEnd(widest))}  ${title}  ${styled(output, 'dim', heights)}\n`,
      );
    }
    return EXIT.done;
  },
};
