import { expect, it } from 'vitest';
import { ownName } from './own-name.ts';

it.each([
  ['C:\\Bilder\\un_record-player.jpg', 'un_record-player.jpg'],
  ['\\\\server\\share\\mug 1.png', 'mug 1.png'],
  ['/Users/ann/Pictures/mug.heic', 'mug.heic'],
  ['shop/2026\\mug.jpg', 'mug.jpg'],
  ['https://shop.example/a/mug.webp?size=2#top', 'mug.webp'],
  ['https://shop.example/a/', 'a'],
  ['mug#1?.jpg', 'mug#1?.jpg'],
  ['mug.jpg', 'mug.jpg'],
  ['', ''],
])('ownName shortens the path %s to the file name %s', (source, name) => expect(ownName(source)).toBe(name));
