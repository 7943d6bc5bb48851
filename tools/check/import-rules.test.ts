import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IMPORT_RULES } from './import-rules.ts';
import { checkImports } from './imports/check-imports.ts';
import { findCycles } from './imports/cycles.ts';
import { specifiersOf } from './imports/specifiers.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A small repository of our shape in which every import is allowed. */
const CLEAN: Record<string, string> = {
  'packages/contract/package.json': '{"exports":{".":"./src/index.ts","./*":"./src/*.ts"}}',
  'packages/contract/src/index.ts': `import { z } from 'zod'; export * from './limits.ts'; export const id = z.string();`,
  'packages/contract/src/limits.ts': 'export const MAX_BYTES = 25_000_000;',
  'packages/image-engine/package.json':
    '{"exports":{".":"./src/index.ts","./pixels":"./src/pixels/index.ts"}}',
  'packages/image-engine/src/index.ts': `export { decode } from './codec/decode.ts'; export { run } from './models/run.ts'; export { ask } from './providers/openai.ts';`,
  'packages/image-engine/src/pixels/index.ts': `import { MAX_BYTES } from '@packshot/contract/limits'; export const half = MAX_BYTES / 2;`,
  'packages/image-engine/src/codec/decode.ts': `import sharp from 'sharp'; export const decode = sharp;`,
  'packages/image-engine/src/models/run.ts': `import * as ort from 'onnxruntime-node'; export const run = ort;`,
  'packages/image-engine/src/providers/openai.ts': `import OpenAI from 'openai'; export const ask = OpenAI;`,
  'packages/server/package.json': '{}',
  'packages/server/src/main-api.ts': `import { composeApi } from './compose.ts'; composeApi();`,
  'packages/server/src/migrate.ts': `import { composeApi } from './compose.ts'; void composeApi;`,
  'packages/server/src/compose.ts': `import './http/app.ts'; import './storage/store.ts'; import './jobs/queue.ts'; import './gateways/mail.ts'; export const composeApi = () => {};`,
  'packages/server/src/config/config.ts': 'export const port = 3000;',
  'packages/server/src/http/app.ts': `import Fastify from 'fastify'; import { spend } from '../domain/spend.ts'; export const app = { Fastify, spend };`,
  'packages/server/src/domain/spend.ts': `import { randomUUID } from 'node:crypto'; import type { Store } from './ports/store.ts'; export const spend = (store: Store) => store.put(randomUUID());`,
  'packages/server/src/domain/ports/store.ts': 'export interface Store { put(key: string): void }',
  'packages/server/src/storage/store.ts': `import pg from 'pg'; import type { Store } from '../domain/ports/store.ts'; export const store: Store = { put: (key) => void pg.escapeLiteral(key) };`,
  'packages/server/src/jobs/queue.ts': `import { half } from '@packshot/image-engine/pixels'; import { spend } from '../domain/spend.ts'; export const queue = { half, spend };`,
  'packages/server/src/gateways/mail.ts': 'export const mail = 1;',
  'packages/server/src/testing/app.ts': 'export const testApp = 1;',
  'packages/server/src/http/app.test.ts': `import { it } from 'vitest'; import { testApp } from '../testing/app.ts'; import { store } from '../storage/store.ts'; it('', () => void [testApp, store]);`,
  'packages/web/package.json': '{}',
  'packages/web/src/main.tsx': `import './ui/styles.css'; import { router } from './app/router.tsx'; void router;`,
  'packages/web/src/app/router.tsx': `export const router = [() => import('../features/history/index.tsx'), () => import('../features/studio/index.tsx')];`,
  'packages/web/src/features/history/index.tsx': `import { get } from '../../lib/api.ts'; import { Button } from '../../ui/button.tsx'; export const History = () => <Button>{get}</Button>;`,
  'packages/web/src/features/studio/index.tsx': `import { half } from '@packshot/image-engine/pixels'; import { tool } from './tool.ts'; export const worker = new Worker(new URL('./worker.ts', import.meta.url)); export const all = [half, tool];`,
  'packages/web/src/features/studio/tool.ts': 'export const tool = 1;',
  'packages/web/src/features/studio/worker.ts': 'export const work = 1;',
  'packages/web/src/lib/api.ts': `import { MAX_BYTES } from '@packshot/contract'; export const get = MAX_BYTES;`,
  'packages/web/src/ui/button.tsx': `import type { ReactNode } from 'react'; export const Button = (props: { children: ReactNode }) => <button>{props.children}</button>;`,
  'packages/web/src/ui/styles.css': `@import 'tailwindcss';`,
  'tools/start.mjs': `import { spawn } from 'node:child_process'; void spawn;`,
  'tools/launch/start.ts': 'export const started = 1;',
  'e2e/cut-out.test.ts': `import { chromium } from 'playwright-core'; import { id } from '@packshot/contract'; void [chromium, id];`,
};

const NPM_PACKAGES =
  'zod sharp onnxruntime-node openai fastify pg vitest react tailwindcss playwright-core lodash @tanstack/react-query libheif-js'.split(
    ' ',
  );

interface Plant {
  rule: string;
  how: string;
  file: string;
  code: string;
}

const plant = (rule: string, how: string, file: string, code: string): Plant => ({ rule, how, file, code });
const PIXELS = 'packages/image-engine/src/pixels/planted.ts';
const DOMAIN = 'packages/server/src/domain/planted.ts';
const HTTP = 'packages/server/src/http/planted.ts';
const STUDIO = 'packages/web/src/features/studio/planted.ts';
const UI = 'packages/web/src/ui/planted.tsx';

/** At least one for each rule, and each way of importing at least once. */
const PLANTS: readonly Plant[] = [
  plant('contract-imports-only-zod', 'npm package', 'packages/contract/src/planted.ts', `import 'lodash';`),
  plant(
    'contract-imports-only-zod',
    'Node',
    'packages/contract/src/planted.ts',
    `import { sep } from 'node:path'; void sep;`,
  ),
  plant(
    'contract-imports-only-zod',
    'inner door of zod',
    'packages/contract/src/planted.ts',
    `import 'zod/v3';`,
  ),
  plant('pixels-are-pure', 'Node', PIXELS, `import { hypot } from 'node:util'; void hypot;`),
  plant('pixels-are-pure', 'Node without prefix', PIXELS, `import 'fs';`),
  plant(
    'pixels-are-pure',
    'type of a neighbour',
    PIXELS,
    `import type { decode } from '../codec/decode.ts'; export type D = typeof decode;`,
  ),
  plant('pixels-are-pure', 'type by import()', PIXELS, `export type D = import('../models/run.ts').D;`),
  plant(
    'engine-knows-no-server-or-web',
    'reach into a folder',
    'packages/image-engine/src/tools.ts',
    `export const u = new URL('../../server/src/http/app.ts', import.meta.url);`,
  ),
  plant(
    'sharp-lives-in-codec',
    'import',
    'packages/server/src/gateways/planted.ts',
    `import sharp from 'sharp'; void sharp;`,
  ),
  plant(
    'sharp-lives-in-codec',
    'createRequire',
    'packages/server/src/gateways/planted.ts',
    `import { createRequire } from 'node:module'; createRequire(import.meta.url)('sharp');`,
  ),
  plant(
    'sharp-lives-in-codec',
    'HEIC',
    'packages/image-engine/src/models/planted.ts',
    `import 'libheif-js/wasm-bundle.js';`,
  ),
  plant(
    'onnx-lives-in-models',
    'dynamic import',
    'packages/image-engine/src/codec/planted.ts',
    `export const ort = await import('onnxruntime-node');`,
  ),
  plant(
    'vendors-live-in-providers',
    'import',
    'packages/server/src/gateways/planted.ts',
    `import OpenAI from 'openai'; void OpenAI;`,
  ),
  plant(
    'domain-is-inner',
    'framework',
    DOMAIN,
    `import type { FastifyInstance } from 'fastify'; export type F = FastifyInstance;`,
  ),
  plant('domain-is-inner', 'storage', DOMAIN, `import { store } from '../storage/store.ts'; void store;`),
  plant('domain-is-inner', 'config, re-exported', DOMAIN, `export { port } from '../config/config.ts';`),
  plant('domain-is-inner', 'files', DOMAIN, `import 'node:fs/promises';`),
  plant(
    'http-goes-through-domain',
    'storage',
    HTTP,
    `import { store } from '../storage/store.ts'; void store;`,
  ),
  plant('http-goes-through-domain', 'jobs, star', HTTP, `export * from '../jobs/queue.ts';`),
  plant(
    'http-goes-through-domain',
    'engine by its door',
    HTTP,
    `import type { half } from '@packshot/image-engine/pixels'; export type H = typeof half;`,
  ),
  plant(
    'jobs-know-no-http',
    'import',
    'packages/server/src/jobs/planted.ts',
    `import { app } from '../http/app.ts'; void app;`,
  ),
  plant(
    'storage-and-gateways-know-only-ports',
    'jobs',
    'packages/server/src/storage/planted.ts',
    `import '../jobs/queue.ts';`,
  ),
  plant(
    'storage-and-gateways-know-only-ports',
    'engine',
    'packages/server/src/gateways/planted.ts',
    `import '@packshot/image-engine';`,
  ),
  plant(
    'only-mains-import-compose',
    'a type',
    HTTP,
    `import type { composeApi } from '../compose.ts'; export type C = typeof composeApi;`,
  ),
  plant('nobody-imports-mains', 'import', 'packages/server/src/jobs/planted.ts', `import '../migrate.ts';`),
  plant('web-sees-only-contract-and-pixels', 'engine', STUDIO, `import '@packshot/image-engine';`),
  plant('web-runs-in-browsers', 'Node', STUDIO, `import { basename } from 'node:path'; void basename;`),
  plant('features-are-strangers', 'import', STUDIO, `import '../history/index.tsx';`),
  plant(
    'features-are-strangers',
    'worker',
    STUDIO,
    `export const w = new Worker(new URL('../history/index.tsx', import.meta.url));`,
  ),
  plant(
    'features-are-strangers',
    'query suffix',
    STUDIO,
    `import text from '../history/index.tsx?raw'; void text;`,
  ),
  plant(
    'features-know-no-app',
    'type',
    STUDIO,
    `import type { router } from '../../app/planted.tsx'; export type R = typeof router;`,
  ),
  plant(
    'lib-knows-no-feature',
    'import',
    'packages/web/src/lib/planted.ts',
    `import '../features/studio/tool.ts';`,
  ),
  plant('ui-is-dumb', 'lib', UI, `import { get } from '../lib/api.ts'; void get;`),
  plant('ui-is-dumb', 'fetching', UI, `import { useQuery } from '@tanstack/react-query'; void useQuery;`),
  plant('source-imports-no-tests', 'testing folder', HTTP, `import '../testing/app.ts';`),
  plant('source-imports-no-tests', 'test library', HTTP, `import { vi } from 'vitest'; void vi;`),
  plant(
    'packages-know-no-tools',
    'reach out',
    'packages/server/src/gateways/planted.ts',
    `import '../../../../tools/launch/start.ts';`,
  ),
  plant('launchers-need-nothing', 'npm package', 'tools/planted.mjs', `import pg from 'pg'; void pg;`),
  plant('launchers-need-nothing', 'TypeScript', 'tools/planted.mjs', `await import('./launch/start.ts');`),
  plant(
    'no-cycles',
    'by types alone',
    'packages/server/src/domain/ports/planted.ts',
    `import type { P } from './planted-too.ts'; export type Q = P;`,
  ),
  plant('imports-resolve', 'missing file', HTTP, `import './nothing.ts';`),
  plant('imports-resolve', 'missing extension', HTTP, `import '../domain/spend';`),
  plant('imports-resolve', 'missing package', HTTP, `import 'not-installed';`),
  plant('imports-resolve', 'closed door', HTTP, `import '@packshot/contract/src/limits.ts';`),
  plant('imports-resolve', 'past the door', HTTP, `import '../../../contract/src/limits.ts';`),
  plant('imports-resolve', 'computed name', HTTP, `export const load = (name: string) => import(name);`),
  plant('imports-resolve', 'computed glob', STUDIO, `const g = '*'; export const all = import.meta.glob(g);`),
  plant(
    'imports-resolve',
    'style sheet',
    'packages/web/src/ui/planted.css',
    `/* @import './commented-out.css'; */\n@import url("./nothing.css");`,
  ),
  plant('files-parse', 'broken file', HTTP, `import { from 'pg';`),
  plant('folders-say-what-is-inside', 'utils', 'packages/server/src/utils/planted.ts', `export const a = 1;`),
  plant(
    'folders-say-what-is-inside',
    'a second lib',
    'packages/server/src/lib/planted.ts',
    `export const a = 1;`,
  ),
];

/** Beside the data there are rules that the checker itself knows. */
const BUILT_IN = ['no-cycles', 'imports-resolve', 'files-parse', 'folders-say-what-is-inside'];

/** What a plant needs around it that breaks no rule. */
const COMPANIONS: Record<string, string> = {
  'packages/server/src/domain/ports/planted.ts|packages/server/src/domain/ports/planted-too.ts': `import type { Q } from './planted.ts'; export type P = Q;`,
  [`${STUDIO}|packages/web/src/app/planted.tsx`]: `export const router = 1;`,
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packshot-imports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (files: Record<string, string>) => {
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), code);
  }
};

const writeClean = () => {
  write(CLEAN);
  for (const name of NPM_PACKAGES) mkdirSync(join(root, 'node_modules', name), { recursive: true });
};

describe('the import rules', () => {
  it('have nothing against a clean tree, of which every file and import is seen', () => {
    writeClean();
    const report = checkImports(root);
    expect(report.faults).toEqual([]);
    expect(report.modules).toBe(Object.keys(CLEAN).filter((path) => !path.endsWith('.json')).length);
    const written = Object.values(CLEAN).join('\n');
    expect(report.edges).toBe(written.match(/\bfrom '|import '|import\('|new URL\('/g)?.length);
  });

  it.each(PLANTS)('$rule: catches $how', ({ rule, file, code }) => {
    writeClean();
    write({ [file]: code });
    for (const [key, companion] of Object.entries(COMPANIONS)) {
      const [owner, path = ''] = key.split('|');
      if (owner === file) write({ [path]: companion });
    }
    const { faults } = checkImports(root);
    expect(faults.map((fault) => fault.rule)).toEqual([rule]);
    expect(faults[0]?.message).toMatch(/\.$/);
  });

  it('each have a planted violation here', () => {
    const planted = new Set(PLANTS.map(({ rule }) => rule));
    expect([...planted].sort()).toEqual([...IMPORT_RULES.map(({ name }) => name), ...BUILT_IN].sort());
  });

  it('take an empty tree for a broken check, not for a clean one', () => {
    expect(checkImports(root).faults.map(({ rule }) => rule)).toEqual(['sees-something']);
  });

  it('name file and line', () => {
    writeClean();
    write({ [HTTP]: `\n\nexport const a = 1;\nimport { store } from '../storage/store.ts';\n` });
    expect(checkImports(root).faults[0]).toMatchObject({ file: HTTP, line: 4 });
  });
});

it('fail for a violation planted into a copy of this repository', async () => {
  for (const name of ['packages', 'tools', 'e2e']) {
    cpSync(join(ROOT, name), join(root, name), {
      recursive: true,
      filter: (path) => !/[/\\](?:node_modules|dist|\.vite)(?:[/\\]|$)/.test(path.slice(ROOT.length)),
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  write({
    'packages/server/src/domain/planted.ts': `import type { FastifyInstance } from 'fastify'; export type F = FastifyInstance;`,
  });
  const program = join(ROOT, 'tools', 'check', 'imports', 'main.ts');
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [program, root], (error, stdout) =>
      resolve({ code: error?.code ?? 0, output: stdout }),
    );
  });
  expect(code).toBe(1);
  expect(output).toContain('packages/server/src/domain/planted.ts:1  domain-is-inner');
});

describe('specifiers', () => {
  it('are found in every way of naming a module, and nowhere else', () => {
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
    expect(specifiersOf('file.ts', source).map(({ text }) => text?.replaceAll(/[./]|ts$/g, ''))).toEqual(
      'abcdefghijklmnop'.split(''),
    );
  });
});

describe('cycles', () => {
  const graph = (edges: Record<string, string>) =>
    new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to.split(''))]));

  it('are found once each, by a shortest way', () => {
    expect(findCycles(graph({ a: 'b', b: 'ca', c: 'a', d: 'e', e: 'f', f: 'd', g: 'a', h: 'h' }))).toEqual([
      ['a', 'b', 'a'],
      ['d', 'e', 'f', 'd'],
      ['h', 'h'],
    ]);
  });

  it('are absent from a diamond', () => {
    expect(findCycles(graph({ a: 'bc', b: 'd', c: 'd', d: '' }))).toEqual([]);
  });

  it('are found in a chain too long for recursion', () => {
    const edges = new Map(Array.from({ length: 50_000 }, (_, n) => [`n${n}`, new Set([`n${n + 1}`])]));
    edges.set('n50000', new Set(['n49999']));
    expect(findCycles(edges)).toEqual([['n49999', 'n50000', 'n49999']]);
  });
});
