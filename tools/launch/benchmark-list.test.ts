import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BENCHMARK_DOCUMENT, benchmarkNames } from './benchmark-list.ts';

it('the benchmark document has one section for each benchmark', () => {
  const document = readFileSync(BENCHMARK_DOCUMENT, 'utf8');
  const sections = [...document.matchAll(/<!-- bench:([\w-]+) -->[\s\S]*?<!-- \/bench:\1 -->/g)];
  expect(sections.map(([, name]) => name).toSorted()).toEqual(benchmarkNames());
  expect(benchmarkNames().length).toBeGreaterThan(8);
});
