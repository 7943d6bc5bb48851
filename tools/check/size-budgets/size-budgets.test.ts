import { expect, it } from 'vitest';
import { isProduction, sizeFaults } from './measure-sizes.ts';

const BUDGETS = [
  { folder: 'packages/web/src', files: 10, lines: 1000 },
  { folder: 'packages/web/src/ui', files: 2, lines: 100 },
];
const file = (path: string, lines: number) => ({ path, lines });
const others = Array.from({ length: 10 }, (_, at) => file(`packages/web/src/app/${String(at)}.ts`, 100));

it('a folder within its size budget passes, and its files don’t count toward the surrounding folder', () => {
  const ui = [file('packages/web/src/ui/a.tsx', 60), file('packages/web/src/ui/b.tsx', 40)];
  expect(sizeFaults([...others, ...ui], BUDGETS)).toEqual([]);
});

it.each([
  ['lines', [file('packages/web/src/ui/a.tsx', 101)]],
  ['files', ['a', 'b', 'c'].map((name) => file(`packages/web/src/ui/${name}.tsx`, 33))],
])('a folder with too many %s for its size budget is reported', (_what, ui) => {
  expect(sizeFaults([...others, ...ui], BUDGETS)).toEqual([
    expect.stringMatching(/^packages\/web\/src\/ui has .* Remove code, or raise the budget/),
  ]);
});

it('a size budget must be lowered when its folder shrinks', () => {
  const ui = [file('packages/web/src/ui/a.tsx', 20), file('packages/web/src/ui/b.tsx', 19)];
  expect(sizeFaults([...others, ...ui], BUDGETS)).toEqual([expect.stringContaining('Lower the budget.')]);
});

it('a file that belongs to no size budget is reported', () => {
  expect(sizeFaults([file('packages/new/src/a.ts', 1)], [])).toEqual([
    'packages/new/src/a.ts belongs to no budget.',
  ]);
});

it.each([
  ['packages/web/src/ui/tooltip.tsx', true],
  ['packages/server/src/billing/reports.sql', true],
  ['tools/start.mjs', true],
  ['packages/web/public/frame.js', true],
  ['packages/web/src/ui/tooltip.test.tsx', false],
  ['packages/server/src/testing/seeded.ts', false],
  ['packages/server/test/http/worlds.ts', false],
  ['lab/quality/main.ts', false],
  ['docs/api.md', false],
])('%s counts as production code in size budgets: %s', (path, counts) => {
  expect(isProduction(path)).toBe(counts);
});
