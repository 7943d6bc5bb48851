import { expect, it } from 'vitest';
import { createManifest } from './manifest.ts';
import type { RecipeItem } from './recipe-items.ts';

const createItem = (row: number, variant: string, table: Partial<RecipeItem> = {}): RecipeItem => ({
  row,
  sku: 'mug',
  variant,
  slot: '',
  columns: {},
  ...table,
  path: '/photos/mug.png',
  label: 'mug.png',
  read: async () => new Uint8Array(),
});

it('the run’s CSV manifest has a line for each table row of a shared photo, and replaces the line of a repeated photo', () => {
  const manifest = createManifest({ recipeHash: '' } as Parameters<typeof createManifest>[0], null);
  manifest.addFailed(createItem(1, 'red'), 'NO_SUBJECT');
  manifest.addFailed(createItem(2, 'blue'), 'NO_SUBJECT');
  // The new photo's name sorts before the failed photo's in the folder.
  manifest.addFailed(createItem(3, 'blue'), 'TOO_DARK');
  const lines = Buffer.from(manifest.file()).toString().trim().split('\r\n').slice(1);
  expect(lines.map((line) => [line.split(',')[2], line.includes('TOO_DARK')])).toEqual([
    ['red', false],
    ['blue', true],
  ]);
});

it('the run’s CSV manifest appends the input table’s columns in order, also when the first rows lack cells', () => {
  const manifest = createManifest({ recipeHash: '' } as Parameters<typeof createManifest>[0], null);
  const tableColumns = ['Price', 'GTIN', 'Remark'];
  const blue = { GTIN: '4006381333900', Remark: '=1+1' };
  manifest.addFailed(createItem(2, 'blue', { columns: blue, tableColumns }), 'NO_SUBJECT');
  manifest.addFailed(
    createItem(1, 'red', { columns: { Price: '5', Remark: 'new' }, tableColumns }),
    'NO_SUBJECT',
  );
  const lines = Buffer.from(manifest.file()).toString().trim().split('\r\n');
  expect(lines.map((line) => line.split(',').slice(-4))).toEqual([
    ['credits', 'Price', 'GTIN', 'Remark'],
    ['0', '', '4006381333900', "'=1+1"],
    ['0', '5', '', 'new'],
  ]);
});
