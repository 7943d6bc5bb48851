import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

it('the slider component is the only range input, so that each has a text for screen readers', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const withRange = files.filter((name) =>
    readFileSync(join(SOURCES, name), 'utf8').includes('type="range"'),
  );
  expect(withRange).toEqual([join('ui', 'slider.tsx')]);
});

it('a component with its own slider role has a text for screen readers', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  for (const name of files) {
    const source = readFileSync(join(SOURCES, name), 'utf8');
    for (const [element] of source.matchAll(/<\w+[^<]*?role="slider"[^<]*/g))
      expect(element, name).toContain('aria-valuetext=');
  }
});
