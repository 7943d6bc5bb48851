import { PRODUCT_NAME_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { expect, it } from 'vitest';
import { nameInFile } from './name-in-file.ts';

it.each([
  ['camp-mug.jpg', 'Camp mug'],
  ['Oak_side_table (2).JPG', 'Oak side table'],
  ['un_record-player.jpg', 'Record player'],
  ['WristWatch.png', 'Wrist Watch'],
  ['RED SHOES.jpeg', 'Red shoes'],
  ['Becher für Kaffee.png', 'Becher für Kaffee'],
  ['serum-bottle-700x700.png', 'Serum bottle'],
  ['mug copy final.png', 'Mug'],
  ['马克杯.jpg', '马克杯'],
])('the file name %s gives the product name %s', (file, name) => {
  expect(nameInFile(file)).toBe(name);
});

it.each([
  'IMG_2041.jpg',
  'DSC00042.JPG',
  'PXL_20260612_101112.jpg',
  'WhatsApp Image 2026-01-02 at 10.11.12.jpeg',
  'Screenshot 2026-01-02.png',
  'photo.jpg',
  '1f0c9b7a-55d3-4a77-8a56-7a7d3a1f6a01.png',
  'd41d8cd98f00b204e9800998ecf8427e.jpg',
  '42.png',
  'untitled (1).png',
  '.png',
])('the file name %s gives no product name', (file) => {
  expect(nameInFile(file)).toBe('');
});

it('a long product name is cut off', () => {
  expect(nameInFile(`${'mug '.repeat(60)}.png`).length).toBeLessThanOrEqual(PRODUCT_NAME_MAX_LENGTH);
});
