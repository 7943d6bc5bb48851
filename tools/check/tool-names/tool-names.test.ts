import { expect, it } from 'vitest';
import { findComparisons } from './find-comparisons.ts';

const NAMES = new Set(['scene', 'crop']);
const toolsIn = (code: string) => findComparisons('planted.tsx', code, NAMES).map(({ tool }) => tool);

it.each([
  ['an equality', `export const is = (tool: string) => tool === 'scene';`],
  ['an inequality the other way round', `export const is = (tool: string) => 'scene' !== tool;`],
  ['a field', `export const is = (d: { tool: string }) => d.tool === 'scene';`],
  ['a field of what may be missing', `export const is = (d?: { tool: string }) => d?.tool === 'scene';`],
  ['a call', `declare const toolOf: () => string; export const is = () => toolOf() === 'scene';`],
  ['a name that ends in “Tool”', `export const is = (chosenTool: string) => chosenTool === 'scene';`],
  ['a component', `export const A = (p: { tool: string }) => <p>{p.tool === 'scene' && 'x'}</p>;`],
  [
    'a switch',
    `export function f(tool: string) { switch (tool) { case 'scene': return 1; default: return 2; } }`,
  ],
])('code that compares with a tool’s name is found in %s', (_where, code) => {
  expect(toolsIn(code)).toEqual(['scene']);
});

it.each([
  ['another field with the same value', `export const is = (b: { kind: string }) => b.kind === 'scene';`],
  ['a name that no tool has', `export const is = (tool: string) => tool === 'brush';`],
  ['two tools', `export const is = (tool: string, other: string) => tool === other;`],
  ['a key', `export const a = { tool: 'scene' };`],
])('no comparison with a tool’s name is found in %s', (_what, code) => {
  expect(toolsIn(code)).toEqual([]);
});

it('a comparison with a tool’s name is reported with its line', () => {
  const code = `\n\nexport const is = (tool: string) =>\n  tool === 'crop';`;
  expect(findComparisons('planted.ts', code, NAMES)).toEqual([{ tool: 'crop', line: 4 }]);
});
