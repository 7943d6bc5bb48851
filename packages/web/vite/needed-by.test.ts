import { describe, expect, it } from 'vitest';
import { neededBy } from './needed-by.ts';

const INDEX = { specifier: '@shop/tools', id: '/tools/index.ts' };
const MODULES: Readonly<Record<string, { readonly importedIds: string[]; readonly code: string }>> = {
  '/page.ts': {
    importedIds: ['/shared.ts', INDEX.id],
    code: 'import { a as b } from "./shared.ts";\nimport { saw } from "@shop/tools";',
  },
  '/shared.ts': { importedIds: [], code: 'export const a = 1;' },
  '/panel.ts': {
    importedIds: ['/shared.ts', INDEX.id],
    code: 'import {\n  drill as bore,\n} from "@shop/tools";',
  },
  '/odd.ts': { importedIds: [INDEX.id], code: 'import { glue } from "@shop/tools";' },
  [INDEX.id]: {
    importedIds: ['/tools/saw.ts', '/tools/drill.ts'],
    code: 'export { saw } from "./saw.ts";\nexport { drill, bit } from "./drill.ts";',
  },
  '/tools/saw.ts': { importedIds: ['/tools/blade.ts'], code: '' },
  '/tools/drill.ts': { importedIds: [], code: '' },
  '/tools/blade.ts': { importedIds: [], code: '' },
};
const needs = (...entries: string[]): string[] =>
  [...neededBy(entries, (id) => MODULES[id] ?? null, INDEX)].toSorted();

describe('the modules needed by a page', () => {
  it('include only what a page imports from an index module, even under another name', () => {
    expect(needs('/page.ts')).toEqual(['/page.ts', '/shared.ts', '/tools/blade.ts', '/tools/saw.ts']);
    expect(needs('/panel.ts')).toEqual(['/panel.ts', '/shared.ts', '/tools/drill.ts']);
    expect(needs('/page.ts', '/panel.ts')).toHaveLength(6);
  });

  it('are not listed when an import can’t be resolved, and the error names its module', () => {
    expect(() => needs('/odd.ts')).toThrow('@shop/tools does not hand on glue, which /odd.ts imports.');
  });
});
