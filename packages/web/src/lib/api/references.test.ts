import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { referenceTitle } from './references.ts';

const ASSETS = join(import.meta.dirname, '../../../../image-engine/assets/sets');

it('every studio set has its title in the list of references', () => {
  const files = globSync('*/set.json', { cwd: ASSETS });
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const { family, title } = JSON.parse(readFileSync(join(ASSETS, file), 'utf8')) as Record<string, string>;
    expect(referenceTitle(family, 'unknown'), file).toBe(title);
  }
});

it('an unlisted studio set is shown with the title that the server sends', () => {
  expect(referenceTitle('moon-base', 'Moon base')).toBe('Moon base');
});
