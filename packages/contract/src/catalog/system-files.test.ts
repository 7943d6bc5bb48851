import { expect, it } from 'vitest';
import { isSystemFile } from './system-files.ts';

it.each([
  '@eaDir/a.jpg/SYNOPHOTO_THUMB_XL.jpg',
  'shoes/@eaDir/a.jpg',
  '#recycle/a.jpg',
  '#snapshot/2026/a.jpg',
  'shoes/$RECYCLE.BIN/$R1ABC.jpg',
  'System Volume Information/a.jpg',
  '__MACOSX/shoes/._a.jpg',
  'shoes\\__MACOSX\\a.jpg',
  '._a.jpg',
  '.DS_Store',
  'shoes/Thumbs.db',
  'desktop.ini',
  '.Trash-1000/files/a.jpg',
  '.Trashes/501/a.jpg',
  '.Spotlight-V100/a.jpg',
  '.fseventsd/a.jpg',
  'lost+found/a.jpg',
  '.thumbnails/a.jpg',
  '.picasaoriginals/a.jpg',
  'shoes/.@__thumb/a.jpg',
  '@Recycle/a.jpg',
  '.a.jpg.icloud',
  '.dropbox.cache/a.jpg',
  '.sync/a.jpg',
  'a.jpg.nextcloud',
  'a.jpg.owncloud',
  'Catalog Previews.lrdata/A/a.jpg',
  'shoes/CaptureOne/Cache/Thumbnails/a.jpg',
  'Photos.photoslibrary/resources/derivatives/a.jpeg',
  '.git/a.jpg',
  'node_modules/logo/a.png',
  'a.jpg.crdownload',
  '.stversions/a.jpg',
])('isSystemFile recognizes the path %s', (path) => {
  expect(isSystemFile(path)).toBe(true);
});

it.each([
  'a.jpg',
  './shoes/a.jpg',
  'recycled/a.jpg',
  'shoes/@home/a.jpg',
  'CaptureOne/a.jpg',
  'Photos.photoslibrary/originals/A/a.jpeg',
  '#1/a.jpg',
  'icon.png',
])('isSystemFile doesn’t match the path %s of a user’s file', (path) => {
  expect(isSystemFile(path)).toBe(false);
});
