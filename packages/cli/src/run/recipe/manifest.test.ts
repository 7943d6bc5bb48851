import { expect, it } from 'vitest';
import { createManifest } from './manifest.ts';
import type { RecipeItem } from './recipe-items.ts';

const itemOf = (row: number, variant: string): RecipeItem => ({
  row,
  sku: 'mug',
  variant,
  slot: '',
  columns: {},
  path: '/photos/mug.png',
  label: 'mug.png',
  read: async () => new Uint8Array(),
});

it('has a line for each row of a table, also where rows share a photo, and one for a photo that is done again', () => {
  const manifest = createManifest({ recipeHash: '' } as Parameters<typeof createManifest>[0], null);
  manifest.failed(itemOf(1, 'red'), 'NO_SUBJECT');
  manifest.failed(itemOf(2, 'blue'), 'NO_SUBJECT');
  // Another photo has come into its folder before it.
  manifest.failed(itemOf(3, 'blue'), 'TOO_DARK');
  const lines = Buffer.from(manifest.file()).toString().trim().split('\r\n').slice(1);
  expect(lines.map((line) => [line.split(',')[2], line.includes('TOO_DARK')])).toEqual([
    ['red', false],
    ['blue', true],
  ]);
});

it('has the columns of the table after its own, also where rows have others, and one of its own names apart', () => {
  const manifest = createManifest({ recipeHash: '' } as Parameters<typeof createManifest>[0], null);
  manifest.failed({ ...itemOf(1, 'red'), columns: { GTIN: '4006381333900', file: 'x.png' } }, 'NO_SUBJECT');
  manifest.failed({ ...itemOf(2, 'blue'), columns: { Price: '1.50' } }, 'NO_SUBJECT');
  const [head = '', ...lines] = Buffer.from(manifest.file()).toString().trim().split('\r\n');
  expect(head).toMatch(/,credits,GTIN,file \(table\),Price$/);
  expect(lines.map((line) => line.split(',').slice(-3))).toEqual([
    ['4006381333900', 'x.png', ''],
    ['', '', '1.50'],
  ]);
});
