import { TABLE_ENCODINGS } from '@packshot/contract/catalog/table-text';
import { BUCKET_ENVIRONMENT } from '../places.ts';
import { SERVER_OPTIONS } from '../server/choice.ts';
import { HELP } from './command.ts';
import type { Command } from './command.ts';

export const run: Command = {
  name: 'run',
  summary: 'Do a recipe with every photo of a folder or a table',
  operands: 'RECIPE [PHOTO...]',
  description: [
    'RECIPE is a file that the studio saved (Catalog, Recipes, Export): how products are cut out, what comes behind them, how they are framed, and which files are made of each photo, under which names. The same recipe makes the same files here as on a server of the same release, before they are signed.',
    'Photos come by --in, or as operands: files, folders, patterns (quoted, where your shell has none), or a table (.csv) with a row for each photo: sku, file, variant, slot and columns of your own, which names and the manifest can use. Files of a table are found from its own folder.',
    'What is there already stays when it is of the same photo and recipe, so that an interrupted folder goes on where it stopped, and only what changed is made again. What is there and is none of ours stays too, unless you say --force. Beside the files lies manifest.csv: what became of each photo, hashes, and what each channel would say of its file.',
    'With --server a server makes them, as a catalog that is seen there under Catalog: photos are sent, files come back as they are made. A photo costs a credit, whatever the number of its files; what the server has made of the same photo and recipe before is free. Interrupted, it pauses; the same command goes on.',
    'Buckets (s3://bucket/folder) work with any S3 server: set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION as for Amazon’s own tools, AWS_ENDPOINT_URL_S3 for another server. The keys stay on this machine, also where a Packshot server does the work.',
    'With --watch it goes on looking into the folder until you press Ctrl-C.',
  ],
  options: [
    {
      name: 'in',
      short: 'i',
      value: 'FOLDER',
      isPath: true,
      says: 'The photos: a folder, a pattern, a table (.csv), or a place in a bucket (s3://bucket/folder).',
    },
    {
      name: 'out',
      short: 'o',
      value: 'FOLDER',
      isPath: true,
      says: 'Where files go, under the names of the recipe: a folder, or a place in a bucket.',
    },
    { name: 'recursive', short: 'r', says: 'Looks into folders inside of folders too.' },
    {
      name: 'encoding',
      value: 'NAME',
      choices: TABLE_ENCODINGS,
      says: 'How the letters of a table are written, where they look wrong; otherwise it is told from the table.',
    },
    { name: 'watch', short: 'w', says: 'Does what comes into the folder, until it is interrupted.' },
    { name: 'force', says: 'Makes everything again, and replaces what is there.' },
    { name: 'unsigned', says: 'Writes no Content Credentials.' },
    { name: 'dry-run', short: 'n', says: 'Says what would be made.' },
    { name: 'json', says: 'Prints a line of JSON for each file.' },
    { name: 'quiet', short: 'q', says: 'Prints nothing but faults.' },
    ...SERVER_OPTIONS,
    HELP,
  ],
  examples: [
    [
      'packshot run white.packshot-recipe.json --in photos --out done/',
      'A folder of photos, as the recipe says.',
    ],
    ['packshot run white.packshot-recipe.json --in products.csv --out done/', 'What a table names.'],
    [
      'packshot run white.packshot-recipe.json --in inbox --out done/ --watch',
      'Everything that comes into a folder.',
    ],
    [
      'packshot run white.packshot-recipe.json --in photos --out done/ --server https://studio.example',
      'The same on a server, overnight.',
    ],
  ],
  environment: BUCKET_ENVIRONMENT,
  completes: 'files',
  async run(args, terminal, signal) {
    const { runRecipe } = await import('../run/recipe/run-recipe.ts');
    return runRecipe(args, terminal, signal);
  },
};
