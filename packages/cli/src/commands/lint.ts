import { CHANNEL_IDS } from '@packshot/contract/channels/channels';
import { HELP } from './command.ts';
import type { Command } from './command.ts';

export const lint: Command = {
  name: 'lint',
  summary: 'Check pictures against the rules of a marketplace, and fix them',
  operands: 'PHOTO...',
  description: [
    'Says what a channel (a marketplace, a shop, a feed) would refuse about each picture, and what it advises otherwise: bytes, format, name, sides, shape, colors, pure white at the edge, how much of the frame the product fills, borders, sharpness. Each rule is dated, and says whether the channel states it or others report it: docs/channels.md.',
    'With --fix each picture is brought to what the channel takes, and written to --out; one that is taken already is copied. No pixel of the product is drawn anew unless its size has to change, and what has too few pixels is enlarged only as far as the channel would refuse it otherwise, and that is said. A product before any ground but nearly white is cut out by the network first.',
    'It ends with 1 when the channel would refuse one of the pictures, with --fix: one of those that were written.',
  ],
  options: [
    {
      name: 'channel',
      short: 'c',
      value: 'CHANNEL',
      choices: CHANNEL_IDS,
      says: 'Whose rules: amazon is its main picture, amazon-other all others.',
    },
    { name: 'fix', says: 'Writes pictures that the channel takes, to --out.' },
    {
      name: 'out',
      short: 'o',
      value: 'PATTERN',
      isPath: true,
      says: 'Where they go: a folder, or a name with {name}, {ext}, {n} and {dir} that ends in .{ext}.',
    },
    {
      name: 'cut-out',
      says: 'Finds each product by the network, and print beside it: some seconds a picture. Without it the product is told from an even ground, and before any other what takes a product is not checked.',
    },
    { name: 'unsigned', says: 'Writes no Content Credentials.' },
    { name: 'recursive', short: 'r', says: 'Looks into folders inside of folders too.' },
    { name: 'force', says: 'Replaces what is there already.' },
    { name: 'json', says: 'Prints a line of JSON for each picture.' },
    { name: 'quiet', short: 'q', says: 'Prints nothing but what is refused.' },
    HELP,
  ],
  examples: [
    ["packshot lint 'done/*.jpg' --channel amazon", 'Says what Amazon would refuse.'],
    ['packshot lint done --channel zalando --fix --out zalando/', 'Writes what Zalando takes.'],
  ],
  completes: 'files',
  async run(args, terminal, signal) {
    const { lintPhotos } = await import('../run/lint/lint-photos.ts');
    return lintPhotos(args, terminal, signal);
  },
};
