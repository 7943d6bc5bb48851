import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import { referenceTitle, studioSet } from './references.ts';

afterEach(() => vi.unstubAllGlobals());

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

it('a studio set is loaded by its id without a token, with the address of its files', async () => {
  stubBrowser().setItem('token', 'access');
  const set = JSON.parse(readFileSync(join(ASSETS, 'dunes-eye/set.json'), 'utf8')) as Record<string, unknown>;
  const described = { files: '/sets/dunes-eye/0123456789abcdef/', set };
  const requests = stubServer({ 'studio-sets/': () => Response.json({ data: described }) });
  expect(await studioSet('dunes-eye')).toEqual(described);
  expect(requests[0]?.url).toBe('/packshot/generations/api/v1/studio-sets/dunes-eye/');
  expect(requests[0]?.headers.get('authorization')).toBeNull();
});
