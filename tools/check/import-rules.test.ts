import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IMPORT_RULES, PARTS, PLACE_RULES } from './import-rules.ts';
import { checkImports } from './imports/check-imports.ts';
import { findCycles } from './imports/cycles.ts';
import { listSpecifiers } from './imports/specifiers.ts';
import { BUILT_IN, CLEAN, COMPANIONS, NPM_PACKAGES, PLANTS, ROUTE } from './testing/planted-violations.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packshot-imports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (files: Record<string, string>, folder = root) => {
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
};

const writeClean = (folder = root) => {
  write(CLEAN, folder);
  for (const name of NPM_PACKAGES) mkdirSync(join(folder, 'node_modules', name), { recursive: true });
};

/** Restores a file of the clean tree, or removes another one with the folders that it leaves empty. */
function remove(path: string, folder: string): void {
  const clean = CLEAN[path];
  if (clean !== undefined) {
    write({ [path]: clean }, folder);
    return;
  }
  rmSync(join(folder, path));
  for (let parent = dirname(path); readdirSync(join(folder, parent)).length === 0; parent = dirname(parent))
    rmdirSync(join(folder, parent));
}

describe('the import rules, in a tree with one planted violation', () => {
  /** Clean tree that all these tests share; each removes what it has planted. */
  let cleanRoot: string;
  beforeAll(() => {
    cleanRoot = mkdtempSync(join(tmpdir(), 'packshot-imports-clean-'));
    writeClean(cleanRoot);
  });
  afterAll(() => rmSync(cleanRoot, { recursive: true, force: true }));

  it.each(PLANTS)('find a violation of $rule: $how', ({ rule, file, code }) => {
    const planted: Record<string, string> = { [file]: code };
    for (const [key, companion] of Object.entries(COMPANIONS)) {
      const [owner, path = ''] = key.split('|');
      if (owner === file) planted[path] = companion;
    }
    write(planted, cleanRoot);
    const { faults } = checkImports(cleanRoot);
    for (const path of Object.keys(planted)) remove(path, cleanRoot);
    expect(faults.map((fault) => fault.rule)).toEqual([rule]);
    expect(faults[0]?.message).toMatch(/\.$/);
  });
});

describe('the import rules', () => {
  it('accept a clean source tree, and see every file and import in it', () => {
    writeClean();
    const report = checkImports(root);
    expect(report.faults).toEqual([]);
    expect(report.modules).toBe(Object.keys(CLEAN).filter((path) => !path.endsWith('.json')).length);
    const written = Object.values(CLEAN).join('\n');
    expect(report.edges).toBe(written.match(/\bfrom '|import '|import\('|new URL\('/g)?.length);
  });

  it('have a test for each rule', () => {
    const planted = new Set(PLANTS.map(({ rule }) => rule));
    expect([...planted].sort()).toEqual(
      [...[...IMPORT_RULES, ...PLACE_RULES].map(({ name }) => name), ...BUILT_IN].sort(),
    );
  });

  it('report an empty source tree as a broken check, not as a clean tree', () => {
    expect(checkImports(root).faults).toEqual(
      PARTS.map((file) => expect.objectContaining({ rule: 'sees-something', file })),
    );
  });

  it('report a part of the source tree without imports as a broken check', () => {
    writeClean();
    rmSync(join(root, 'e2e'), { recursive: true });
    write({ 'tools/launch/start.ts': 'export const started = 1;', 'tools/start.mjs': '' });
    expect(checkImports(root).faults).toEqual([
      expect.objectContaining({ rule: 'sees-something', file: 'tools' }),
      expect.objectContaining({ rule: 'sees-something', file: 'e2e' }),
    ]);
  });

  it('report the file and the line of a violation', () => {
    writeClean();
    write({ [ROUTE]: `\n\nexport const a = 1;\nimport { users } from './schema.ts';\n` });
    expect(checkImports(root).faults[0]).toMatchObject({ file: ROUTE, line: 4 });
  });
});

const PICTURES = /\.(?:avif|jpg|onnx|png|webp)$/;

it('the import check fails for a violation planted into a copy of this repository', async () => {
  for (const name of ['packages', 'tools', 'e2e']) {
    cpSync(join(ROOT, name), join(root, name), {
      recursive: true,
      filter(path, copy) {
        if (/[/\\](?:node_modules|dist|\.vite)(?:[/\\]|$)/.test(path.slice(ROOT.length))) return false;
        if (!PICTURES.test(path)) return true;
        // Links pictures, of which there are many megabytes, because the check only looks whether they exist.
        symlinkSync(path, copy);
        return false;
      },
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  write({
    'packages/server/src/credits/planted.ts': `import 'node:fs/promises';`,
  });
  const program = join(ROOT, 'tools', 'check', 'imports', 'main.ts');
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [program, root], (error, stdout) =>
      resolve({ code: error?.code ?? 0, output: stdout }),
    );
  });
  expect(code).toBe(1);
  expect(output).toContain('packages/server/src/credits/planted.ts:1  subjects-decide-by-themselves');
});

describe('import specifiers', () => {
  it('are found in every form of import, and nowhere else', () => {
    const source = [
      `import a from 'a';`,
      `import type { B } from 'b';`,
      `import { type C } from 'c';`,
      `import 'd';`,
      `export { e } from 'e';`,
      `export type { F } from 'f';`,
      `export * from 'g';`,
      `export type * from 'h';`,
      `const i = import('i');`,
      'const j = import(`j`);',
      `type K = typeof import('k');`,
      `const l = require('l'); require.resolve('m');`,
      `import.meta.resolve('n');`,
      `new URL('./o.ts', import.meta.url);`,
      `import json from 'p' with { type: 'json' };`,
      `const no = "import 'x'"; // import 'y'`,
      `new URL('./z', 'https://example.com'); path.resolve('w'); export const local = 1;`,
    ].join('\n');
    expect(listSpecifiers('file.ts', source).map(({ text }) => text?.replaceAll(/[./]|ts$/g, ''))).toEqual(
      'abcdefghijklmnop'.split(''),
    );
  });
});

describe('import cycles', () => {
  const graph = (edges: Record<string, string>) =>
    new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to.split(''))]));

  it('are found once each, by a shortest path', () => {
    expect(findCycles(graph({ a: 'b', b: 'ca', c: 'a', d: 'e', e: 'f', f: 'd', g: 'a', h: 'h' }))).toEqual([
      ['a', 'b', 'a'],
      ['d', 'e', 'f', 'd'],
      ['h', 'h'],
    ]);
  });

  it('are not found in a diamond-shaped graph', () => {
    expect(findCycles(graph({ a: 'bc', b: 'd', c: 'd', d: '' }))).toEqual([]);
  });

  it('are found in chains too long for recursion', () => {
    const edges = new Map(Array.from({ length: 50_000 }, (_, n) => [`n${n}`, new Set([`n${n + 1}`])]));
    edges.set('n50000', new Set(['n49999']));
    expect(findCycles(edges)).toEqual([['n49999', 'n50000', 'n49999']]);
  });
});
