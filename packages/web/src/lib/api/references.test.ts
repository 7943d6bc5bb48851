import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { referenceTitle } from './references.ts';

const ASSETS = join(import.meta.dirname, '../../../../image-engine/assets/sets');

it('knows the title of every studio set', () => {
  const files = globSync('*/set.json', { cwd: ASSETS });
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const { family, title } = JSON.parse(readFileSync(join(ASSETS, file), 'utf8')) as Record<string, string>;
    expect(referenceTitle(family, 'unknown'), file).toBe(title);
  }
});

it('keeps the title of a set that it doesn’t know', () => {
  expect(referenceTitle('moon-base', 'Moon base')).toBe('Moon base');
});
