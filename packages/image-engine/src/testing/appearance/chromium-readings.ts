/**
 * Table of the colors that Chromium shows for each generated file; `e2e/appearance.e2e.ts` compares it with the
 * browser.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PictureReading } from './picture.ts';

export const READINGS_FILE = fileURLToPath(new URL('chromium-readings.tsv', import.meta.url));
const REFUSED = 'refused';

/** Decoded colors by file name; null for a file that Chromium refuses. */
export type Readings = ReadonlyMap<string, PictureReading | null>;

function parseReadings(text: string): Readings {
  const rows = text.split('\n').filter((row) => row !== '');
  return new Map(
    rows.map((row) => {
      const [name = '', size = '', colors = ''] = row.split('\t');
      const [widthPx = 0, heightPx = 0] = size.split('x').map(Number);
      const patches = colors.split(' ').map((color) => color.split(',').map(Number));
      return [name, size === REFUSED ? null : { widthPx, heightPx, colors: patches }];
    }),
  );
}

export const formatReadings = (readings: Readings): string =>
  [...readings]
    .map(([name, reading]) => {
      if (reading === null) return `${name}\t${REFUSED}\n`;
      const { widthPx, heightPx, colors } = reading;
      return `${name}\t${widthPx}x${heightPx}\t${colors.map((color) => color.join()).join(' ')}\n`;
    })
    .join('');

export const storedReadings = (): Readings => parseReadings(readFileSync(READINGS_FILE, 'utf8'));
