import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BENCHMARK_DOCUMENT, benchmarkNames } from './benchmark-list.ts';

it('has a section for each benchmark, and no section without one', () => {
  const document = readFileSync(BENCHMARK_DOCUMENT, 'utf8');
  const sections = [...document.matchAll(/<!-- bench:([\w-]+) -->[\s\S]*?<!-- \/bench:\1 -->/g)];
  expect(sections.map(([, name]) => name).toSorted()).toEqual(benchmarkNames());
  expect(benchmarkNames().length).toBeGreaterThan(8);
});
