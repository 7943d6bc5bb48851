import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipeFile } from '@packshot/contract';
import type { Recipe } from '@packshot/contract';
import { createImageEngine } from '@packshot/image-engine';
import { provenanceOfUpload } from '@packshot/image-engine/provenance';
import { testCacheDir } from '@packshot/image-engine/testing/shared-files';
import { CUT_OUTS } from '@packshot/image-engine/testing/varied-photos';
import { expect, it } from 'vitest';
import { commandFolder, FIXTURES, parseJsonLines } from '../../testing/command.ts';
import type { CommandFolder } from '../../testing/command.ts';
import { namesakes } from './recipe-items.ts';

const output = {
  width: 60,
  height: 80,
  quality: 90,
  format: 'png',
  name_pattern: '{sku}_{channel}.{ext}',
} as const;
const RECIPE: Recipe = {
  steps: {
    cut_out: {},
    ground: { kind: 'color', color: '#ffffff' },
    shadow: { kind: 'none', strength: 1 },
    framing: {
      fill_percent: 80,
      margin_percent: 5,
      baseline_percent: null,
      align_x: 'center',
      align_y: 'center',
    },
  },
  outputs: [
    { ...output, id: 'etsy' },
    { ...output, id: 'shop', width: 40 },
  ],
};

/**
 * Writes a recipe and a folder of photos: a damaged one, and unless `isDamagedOnly` two that are cut out already, so
 * that they need no neural network. A damaged photo alone doesn't even start the engine's process.
 */
function prepareRecipe(folder: CommandFolder, isDamagedOnly = false): string {
  const photos = join(folder.path, 'in');
  mkdirSync(photos);
  if (!isDamagedOnly) {
    copyFileSync(join(FIXTURES, 'serum-bottle.png'), join(photos, 'bottle.png'));
    copyFileSync(join(FIXTURES, 'watch.png'), join(photos, 'watch.png'));
  }
  writeFileSync(join(photos, 'broken.jpg'), 'no photo');
  writeFileSync(join(folder.path, 'white.json'), JSON.stringify(recipeFile('White', RECIPE)));
  return photos;
}

const hashHex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const ASKED = ['run', 'white.json', '--in', 'in', '--out', 'out/', '--json'];

it('a recipe run matches the engine’s output, and repeats only changed items', async () => {
  using folder = commandFolder();
  const photos = prepareRecipe(folder);
  const first = await folder.run(ASKED);
  expect(first.code).toBe(1);
  const lines = parseJsonLines(first);
  expect(lines.map(({ status }) => status)).toEqual(['done', 'done', 'failed', 'failed', 'done', 'done']);
  expect(readdirSync(join(folder.path, 'out'))).toEqual([
    'bottle_etsy.png',
    'bottle_shop.png',
    'manifest.csv',
    'watch_etsy.png',
    'watch_shop.png',
  ]);
  const photo = readFileSync(join(photos, 'bottle.png'));
  const engine = createImageEngine({ cacheDir: testCacheDir });
  try {
    const recipeResult = await engine.run('recipe', {
      photo,
      recipe: RECIPE,
      provenance: provenanceOfUpload(photo),
    });
    const [facts] = lines.map((line) => line['facts'] as { unsigned_sha256: string });
    expect(facts?.unsigned_sha256).toBe(hashHex(recipeResult.outputs[0]?.file ?? photo));
  } finally {
    await engine.close();
  }

  // Replaces one result by a user's own file, and one photo by another.
  writeFileSync(join(folder.path, 'out/bottle_shop.png'), 'mine');
  writeFileSync(join(photos, 'watch.png'), CUT_OUTS[3] ?? photo);
  const second = await folder.run(ASKED);
  expect(parseJsonLines(second).map(({ status, skipped }) => skipped ?? status)).toEqual([
    'same',
    'exists',
    'failed',
    'failed',
    'done',
    'done',
  ]);
  expect(readFileSync(join(folder.path, 'out/bottle_shop.png'), 'utf8')).toBe('mine');
  const [head = '', , etsy = ''] = [
    ...readFileSync(join(folder.path, 'out/manifest.csv'), 'utf8').split('\r\n').values(),
  ].filter((line) => !line.includes('failed'));
  expect(head).toContain('verdict');
  // The manifest advises larger pictures, because Etsy asks for 2000 pixels.
  const bottle = readFileSync(join(folder.path, 'out/manifest.csv'), 'utf8').split('\r\n')[1] ?? '';
  expect(bottle).toContain('bottle_etsy.png');
  expect(bottle).toContain('advised');
  expect(etsy).toContain('watch_etsy.png');
});

it('a recipe run reports a product that doesn’t suit its studio set', async () => {
  using folder = commandFolder();
  prepareRecipe(folder);
  const ground = {
    kind: 'set',
    reference_id: 'clothes-rail',
    light: 'auto',
    seed: 0,
    view: null,
    look: null,
  } as const;
  const recipe = { steps: { ...RECIPE.steps, ground }, outputs: [{ ...output, id: 'shop' }] };
  writeFileSync(join(folder.path, 'rail.json'), JSON.stringify(recipeFile('Rail', recipe)));
  const lines = parseJsonLines(
    await folder.run(['run', 'rail.json', '--in', 'in/bottle.png', '--out', 'out/', '--json']),
  );
  expect(lines.map(({ doubts }) => doubts)).toEqual([
    [expect.objectContaining({ reason: 'unfit-for-set', place: 'whole' })],
  ]);
});

it('a recipe run doesn’t begin with an invalid recipe or two photos of one name', async () => {
  using folder = commandFolder();
  prepareRecipe(folder);
  writeFileSync(join(folder.path, 'products.csv'), 'sku;file\nA;in/bottle.png\na;in/watch.png\n');
  const twice = await folder.run(['run', 'white.json', '--in', 'products.csv', '--out', 'out/']);
  expect([twice.code, twice.errors]).toEqual([2, expect.stringContaining('would both be a_etsy.png')]);
  writeFileSync(join(folder.path, 'white.json'), JSON.stringify({ ...recipeFile('White', RECIPE), more: 1 }));
  const strange = await folder.run(ASKED);
  expect([strange.code, strange.errors]).toEqual([2, expect.stringContaining('white.json is no recipe')]);
  writeFileSync(join(folder.path, 'white.json'), '{}');
  expect((await folder.run(ASKED)).errors).toContain('white.json is no recipe: This isn’t a Packshot recipe');
  expect(readdirSync(folder.path)).not.toContain('out');
});

it.each([
  ['--watch', ['--key', 'pk_live_00000000', '--watch'], '--watch is for runs on this machine'],
  ['--unsigned', ['--key', 'pk_live_00000000', '--unsigned'], '--unsigned is for runs on this machine'],
  ['a test key', ['--key', 'pk_test_00000000'], 'catalogs need a live key'],
])(
  'a recipe run on a server refuses %s before it looks for photos or a manifest',
  async (_name, options, words) => {
    using folder = commandFolder();
    prepareRecipe(folder);
    mkdirSync(join(folder.path, 'out'));
    writeFileSync(join(folder.path, 'out/manifest.csv'), 'another file');
    const { code, errors } = await folder.run([...ASKED, '--server', 'https://studio.example', ...options]);
    expect([code, errors]).toEqual([2, expect.stringContaining(words)]);
  },
);

it('a recipe run reports garbled letters and digits of its input table, and accepts another encoding', async () => {
  using folder = commandFolder();
  prepareRecipe(folder);
  const table = Buffer.from('sku;file;GTIN\n£y¿ka;in/bottle.png;4.00638E+12\n', 'latin1');
  writeFileSync(join(folder.path, 'products.csv'), table);
  const commandLine = ['run', 'white.json', '--in', 'products.csv', '--out', 'out/', '--dry-run'];
  const usual = await folder.run(commandLine);
  expect(usual.errors).toContain('its letters were read as windows-1250 (“Łyżka;in/bottle.png;4.00638E+12”)');
  expect(usual.errors).toContain('Digits are missing in “GTIN” (row 1): a spreadsheet wrote 4.00638E+12.');
  const other = await folder.run([...commandLine, '--encoding', 'windows-1252']);
  expect(other.errors).not.toContain('its letters were read');
  expect(other.output.toString()).not.toBe(usual.output.toString());
});

it('a recipe run skips system files and empty photos, and reports their number', async () => {
  using folder = commandFolder();
  prepareRecipe(folder);
  const thumbnails = join(folder.path, 'in/@eaDir/bottle.png');
  mkdirSync(thumbnails, { recursive: true });
  for (const name of ['S.jpg', 'M.jpg']) writeFileSync(join(thumbnails, name), 'thumbnail');
  writeFileSync(join(folder.path, 'in/cloud.jpg'), '');
  const commandLine = ['run', 'white.json', '--in', 'in', '--out', 'out/', '--dry-run', '--recursive'];
  const { errors, output } = await folder.run(commandLine);
  expect(errors).toContain('Skipped: 2 files created by a system or program, such as @eaDir');
  expect(errors).toContain('Skipped: 1 photo is empty, such as cloud.jpg.');
  expect(output.toString()).toContain('bottle');
  expect(output.toString()).not.toContain('cloud');
});

it('a recipe run doesn’t begin when two files of a photo share a name, and names the photo', async () => {
  using folder = commandFolder();
  prepareRecipe(folder);
  const outputs = [
    { ...output, id: 'shop', name_pattern: '{sku}.{ext}' },
    { ...output, id: 'zoom', name_pattern: '{sku}_{variant}.{ext}' },
  ];
  writeFileSync(join(folder.path, 'white.json'), JSON.stringify(recipeFile('White', { ...RECIPE, outputs })));
  const table = 'sku;variant;file\nA;red;in/bottle.png\nB;;in/watch.png\n';
  writeFileSync(join(folder.path, 'products.csv'), table);
  const refused = await folder.run(['run', 'white.json', '--in', 'products.csv', '--out', 'out/', '--force']);
  expect([refused.code, refused.errors]).toEqual([
    2,
    expect.stringContaining('watch.png (row 2) would give two files one name'),
  ]);
  expect(refused.errors).toContain('shop and zoom would both be B.png');
  expect(readdirSync(folder.path)).not.toContain('out');

  // Simulates photos that arrive in a watched folder while other photos are being processed.
  const items = ['mug', 'cup'].map((sku, at) => ({
    row: at + 1,
    sku,
    variant: '',
    slot: '',
    columns: {},
    path: sku,
    label: `in/${sku}.png`,
    read: async () => new Uint8Array(),
  }));
  const good = { ...items[0], row: 3, sku: 'pot', variant: 'blue' } as (typeof items)[number];
  const faultByItem = namesakes({ ...RECIPE, outputs }, [...items, good]);
  expect([...faultByItem.keys()]).toEqual(items);
  expect([...faultByItem.values()].map((sentence) => sentence.split(' ', 1)[0])).toEqual([
    'mug.png',
    'cup.png',
  ]);
});

it('a recipe run never overwrites its inputs, even with --force', async () => {
  using folder = commandFolder();
  const photos = prepareRecipe(folder);
  const outputs = [{ ...output, id: 'shop', name_pattern: '{sku}.{ext}' }];
  writeFileSync(join(folder.path, 'white.json'), JSON.stringify(recipeFile('White', { ...RECIPE, outputs })));
  const before = readFileSync(join(photos, 'bottle.png'));
  const forced = ['run', 'white.json', '--in', 'in', '--out', 'in', '--force', '--json'];
  const { code, output: printedOutput } = await folder.run(forced);
  expect([code, printedOutput.toString()]).toEqual([
    1,
    expect.stringContaining('would be written over in/bottle.png'),
  ]);
  expect(readFileSync(join(photos, 'bottle.png')).equals(before)).toBe(true);

  mkdirSync(join(folder.path, 'out'));
  const table = 'sku,file\r\nA,../in/bottle.png\r\n';
  writeFileSync(join(folder.path, 'out/manifest.csv'), table);
  const overTable = ['run', 'white.json', '--in', 'out/manifest.csv', '--out', 'out', '--force'];
  const { code: failed, errors } = await folder.run(overTable);
  expect([failed, errors]).toEqual([1, expect.stringContaining('would be written over out/manifest.csv')]);
  expect(readFileSync(join(folder.path, 'out/manifest.csv'), 'utf8')).toBe(table);
});

it('a recipe run doesn’t overwrite a manifest.csv of other origin, and explains why', async () => {
  using folder = commandFolder();
  prepareRecipe(folder, true);
  mkdirSync(join(folder.path, 'out'));
  const manifest = join(folder.path, 'out/manifest.csv');
  writeFileSync(manifest, 'sku,price\nA,5\n');
  const refused = await folder.run(ASKED);
  expect([refused.code, refused.errors]).toEqual([2, expect.stringContaining('is none of ours')]);
  expect(readdirSync(join(folder.path, 'out'))).toEqual(['manifest.csv']);
  const replaced = await folder.run([...ASKED, '--force']);
  expect(replaced.code).toBe(1);
  expect(readFileSync(manifest, 'utf8')).toContain('digital_source_type');
  rmSync(manifest);
  mkdirSync(manifest);
  const blocked = await folder.run(ASKED);
  expect([blocked.code, blocked.errors]).toEqual([
    1,
    expect.stringContaining('out/manifest.csv is there, and is no file'),
  ]);
  expect(blocked.errors).not.toContain('    at ');
});

it('a recipe run doesn’t treat its own results as photos when both share a folder', async () => {
  using folder = commandFolder();
  const photos = prepareRecipe(folder, true);
  copyFileSync(join(FIXTURES, 'serum-bottle.png'), join(photos, 'bottle.png'));
  const beside = ['run', 'white.json', '--in', 'in', '--out', 'in', '--json'];
  await folder.run(beside);
  const fileNames = readdirSync(photos).toSorted();
  expect(fileNames).toContain('bottle_etsy.png');
  const again = parseJsonLines(await folder.run(beside));
  expect(new Set(again.map(({ input }) => input))).toEqual(new Set(['in/bottle.png', 'in/broken.jpg']));
  expect(readdirSync(photos).toSorted()).toEqual(fileNames);
});

it('a recipe run keeps watching when two photos share a name, and reports it', async () => {
  using folder = commandFolder();
  const photos = prepareRecipe(folder);
  const commandLine = ['run', 'white.json', '--in', 'in', '--out', 'out', '--watch', '--json'];
  const { code, errors } = await folder.run(commandLine, {
    onOutput(line) {
      if (line.includes('out/watch_shop.png')) {
        copyFileSync(join(FIXTURES, 'watch.png'), join(photos, 'bottle.webp'));
        copyFileSync(join(FIXTURES, 'watch.png'), join(photos, 'late.png'));
      }
      return line.includes('out/late_shop.png') ? 'SIGINT' : null;
    },
  });
  expect(code).toBe(130);
  expect(errors.split('would both be bottle_etsy.png').length).toBe(2);
});
