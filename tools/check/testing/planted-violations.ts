import { PIXEL_FLOORS, SERVER_FLOORS, STUDIO_FLOORS } from '../import-rules.ts';

/** Files of the server that only the deliberate violations import. */
const SERVER_TARGETS = [
  'catalog/routes',
  'tools/picture-route',
  'tools/work/pixels',
  'tools/engines/other-engines',
  'billing/payments/stripe-payments',
  'service/doctor/machine',
  'platform/objects/s3-object-store',
  'platform/queue/queue',
  'platform/secrets/token-secrets',
  'platform/identity/google',
  'platform/public-fetch/public-fetch',
  'platform/buckets/s3-buckets',
  'platform/captcha/captcha',
  'platform/logging/pino-logger',
  'platform/trackers/posthog',
];

/** Small repository with our structure, in which every import is allowed. */
export const CLEAN: Record<string, string> = {
  ...Object.fromEntries(
    SERVER_TARGETS.map((name) => [`packages/server/src/${name}.ts`, 'export const a = 1;']),
  ),
  'packages/contract/package.json': '{"exports":{".":"./src/index.ts","./*":"./src/*.ts"}}',
  'packages/contract/src/index.ts': `import { z } from 'zod'; export * from './limits.ts'; export const id = z.string();`,
  'packages/contract/src/limits.ts': 'export const MAX_BYTES = 25_000_000;',
  'packages/image-engine/package.json':
    '{"exports":{".":"./src/index.ts","./pixels":"./src/pixels/index.ts","./codec":"./src/codec/decode.ts","./models":"./src/models/run.ts","./process":"./src/process/host.ts","./providers":"./src/providers/openai.ts"}}',
  'packages/image-engine/src/index.ts': `export { decode } from './codec/decode.ts'; export { run } from './models/run.ts'; export { ask } from './providers/openai.ts';`,
  'packages/image-engine/src/pixels/index.ts': `import { MAX_BYTES } from '@packshot/contract/limits'; export const half = MAX_BYTES / 2;`,
  'packages/image-engine/src/codec/decode.ts': `import sharp from 'sharp'; export const decode = sharp;`,
  'packages/image-engine/src/models/run.ts': `import * as ort from 'onnxruntime-node'; export const run = ort;`,
  'packages/image-engine/src/process/host.ts': `import { fork } from 'node:child_process'; export const host = fork;`,
  'packages/image-engine/src/providers/openai.ts': `import OpenAI from 'openai'; export const ask = OpenAI;`,
  'packages/client/package.json': '{"exports":{".":"./src/index.ts"}}',
  'packages/client/src/index.ts': `export { send } from './send.ts';`,
  'packages/client/src/send.ts': 'export const send = fetch;',
  'packages/cli/package.json': '{}',
  'packages/cli/src/main.ts': `import { cutout } from './commands/cutout.ts'; void cutout;`,
  'packages/cli/src/commands/cutout.ts': `import { half } from '@packshot/image-engine/pixels'; export const cutout = () => [half, import('../run/work.ts')];`,
  'packages/cli/src/run/work.ts': `import { run } from '@packshot/image-engine'; export const work = run;`,
  'packages/mcp/package.json': '{"exports":{".":"./src/index.ts"}}',
  'packages/mcp/src/index.ts': `import { McpServer } from '@modelcontextprotocol/server'; import { id } from '@packshot/contract'; export const server = [McpServer, id];`,
  'packages/server/package.json': '{}',
  'packages/server/src/main-api.ts': `import { composeApi } from './compose/compose.ts'; composeApi();`,
  'packages/server/src/migrate.ts': `import { composeApi } from './compose/compose.ts'; void composeApi;`,
  'packages/server/src/compose/compose.ts': `import '../app/app.ts'; import '../app/database.ts'; import '../platform/mail/mailer.ts'; import '../tools/jobs/tool.ts'; export const composeApi = () => {};`,
  'packages/server/src/platform/config/config.ts': 'export const port = 3000;',
  'packages/server/src/platform/domain-error.ts': 'export class DomainError extends Error {}',
  'packages/server/src/platform/database/orm.ts': `import pg from 'pg'; export const text = pg.escapeLiteral;`,
  'packages/server/src/platform/mail/mailer.ts': 'export const send = 1;',
  'packages/server/src/platform/http/reply.ts': `import Fastify from 'fastify'; export const reply = Fastify;`,
  'packages/server/src/credits/schema.ts': `import { text } from '../platform/database/orm.ts'; import { users } from '../accounts/schema.ts'; export const entries = [text, users];`,
  'packages/server/src/credits/ledger-store.ts': `import { text } from '../platform/database/orm.ts'; import { entries } from './schema.ts'; export const createLedgerStore = () => [text, entries];`,
  'packages/server/src/credits/service.ts': `import { randomUUID } from 'node:crypto'; import { half } from '@packshot/image-engine/pixels'; import { DomainError } from '../platform/domain-error.ts'; import type { send } from '../platform/mail/mailer.ts'; import type { createLedgerStore } from './ledger-store.ts'; export const spend = (store: typeof createLedgerStore, mail: typeof send) => [store, mail, randomUUID, half, DomainError];`,
  'packages/server/src/accounts/schema.ts': `import { text } from '../platform/database/orm.ts'; export const users = text;`,
  'packages/server/src/accounts/routes.ts': `import Fastify from 'fastify'; import { reply } from '../platform/http/reply.ts'; import { spend } from '../credits/service.ts'; export const routes = [Fastify, reply, spend];`,
  'packages/server/src/tools/kinds/cut-out.ts': `import { run } from '@packshot/image-engine'; import { spend } from '../../credits/service.ts'; export const cutOut = { run, spend };`,
  'packages/server/src/tools/jobs/tool.ts': `import { cutOut } from '../kinds/cut-out.ts'; export const handle = cutOut;`,
  'packages/server/src/compat/routes.ts': `import Fastify from 'fastify'; import { spend } from '../credits/service.ts'; export const compat = [Fastify, spend];`,
  'packages/server/src/app/app.ts': `import Fastify from 'fastify'; import { routes } from '../accounts/routes.ts'; import { compat } from '../compat/routes.ts'; export const app = { Fastify, routes, compat };`,
  'packages/server/src/app/database.ts': `import { createLedgerStore } from '../credits/ledger-store.ts'; export const stores = createLedgerStore();`,
  'packages/server/src/testing/app.ts': 'export const testApp = 1;',
  'packages/server/src/app/app.test.ts': `import { it } from 'vitest'; import { testApp } from '../testing/app.ts'; import { createLedgerStore } from '../credits/ledger-store.ts'; it('', () => void [testApp, createLedgerStore]);`,
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

/** npm packages that the test repositories import or must not import. */
export const NPM_PACKAGES =
  'zod sharp onnxruntime-node openai fastify pg vitest react tailwindcss playwright-core lodash @tanstack/react-query libheif-js @modelcontextprotocol/server'.split(
    ' ',
  );

export interface Plant {
  rule: string;
  how: string;
  file: string;
  code: string;
}

const plant = (rule: string, how: string, file: string, code: string): Plant => ({ rule, how, file, code });
const pixelFile = (room: string): string => `packages/image-engine/src/pixels/${room}/planted.ts`;
const PIXELS = pixelFile('raster');
const PIXELS_TEST = 'packages/image-engine/src/pixels/planted.test.ts';
const SUBJECT = 'packages/server/src/credits/planted.ts';
export const ROUTE = 'packages/server/src/accounts/planted-routes.ts';
const CATALOG = 'packages/server/src/catalog/planted.ts';
const PLATFORM = 'packages/server/src/platform/mail/planted.ts';
const JOB = 'packages/server/src/tools/jobs/planted.ts';
const STUDIO = 'packages/web/src/features/studio/planted.ts';
const UI = 'packages/web/src/ui/planted.tsx';
const studioFile = (folder: string, name = 'planted'): string =>
  `packages/web/src/features/studio/${folder}/${name}.ts`;
/** Pairs of adjacent floors (layers) of the pixel code, lower one first. */
const ROOMS = PIXEL_FLOORS.slice(0, -1).map((below, at) => [below, PIXEL_FLOORS[at + 1] ?? ''] as const);
const SERVER_FLOOR_PAIRS = SERVER_FLOORS.slice(0, -2).map(
  (below, at) => [below, SERVER_FLOORS[at + 1] ?? ''] as const,
);
const FLOORS = STUDIO_FLOORS.slice(0, -1).map((below, at) => [below, STUDIO_FLOORS[at + 1] ?? ''] as const);

/** Deliberate violations: at least one for each rule, and for each way of importing. */
export const PLANTS: readonly Plant[] = [
  plant(
    'client-needs-nothing',
    'the contract, for a type',
    'packages/client/src/planted.ts',
    `import type { V1Job } from '@packshot/contract'; export type Planted = V1Job;`,
  ),
  plant(
    'client-needs-nothing',
    'Node',
    'packages/client/src/planted.ts',
    `import { readFile } from 'node:fs/promises'; void readFile;`,
  ),
  plant('contract-imports-little', 'npm package', 'packages/contract/src/planted.ts', `import 'lodash';`),
  plant(
    'contract-imports-little',
    'Node',
    'packages/contract/src/planted.ts',
    `import { sep } from 'node:path'; void sep;`,
  ),
  plant(
    'contract-imports-little',
    'inner path of zod',
    'packages/contract/src/planted.ts',
    `import 'zod/v3';`,
  ),
  plant('top-folders-are-known', 'a new one', 'apps/planted.ts', 'export const a = 1;'),
  plant('pixel-rooms-are-floors', 'a room of its own', pixelFile('extras'), 'export const a = 1;'),
  plant(
    'pixel-rooms-are-floors',
    'a file in no room',
    'packages/image-engine/src/pixels/planted.ts',
    'export const a = 1;',
  ),
  ...ROOMS.map(([below, above]) =>
    plant(`pixels-${below}-is-below`, 'the next room', pixelFile(below), `import '../${above}/above.ts';`),
  ),
  plant(
    'pixels-raster-is-below',
    'type of the highest room',
    PIXELS,
    `export type T = typeof import('../quality/above.ts').above;`,
  ),
  plant('pixels-are-pure', 'Node', PIXELS, `import { hypot } from 'node:util'; void hypot;`),
  plant('pixels-are-pure', 'Node without prefix', PIXELS, `import 'fs';`),
  plant(
    'pixels-are-pure',
    'type of a neighbor',
    PIXELS,
    `import type { decode } from '../../codec/decode.ts'; export type D = typeof decode;`,
  ),
  plant('pixels-are-pure', 'type by import()', PIXELS, `export type D = import('../../models/run.ts').D;`),
  plant(
    'engine-knows-no-server-or-web',
    'reach into a folder',
    'packages/image-engine/src/tools.ts',
    `export const u = new URL('../../server/src/app/app.ts', import.meta.url);`,
  ),
  plant('sharp-lives-in-codec', 'import', PLATFORM, `import sharp from 'sharp'; void sharp;`),
  plant(
    'sharp-lives-in-codec',
    'createRequire',
    PLATFORM,
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
  plant('vendors-live-in-providers', 'import', PLATFORM, `import OpenAI from 'openai'; void OpenAI;`),
  plant(
    'server-folders-are-floors',
    'a folder of its own',
    'packages/server/src/extras/planted.ts',
    'export const a = 1;',
  ),
  plant(
    'server-folders-are-floors',
    'a file beside the mains',
    'packages/server/src/planted.ts',
    'export const a = 1;',
  ),
  ...SERVER_FLOOR_PAIRS.map(([below, above]) =>
    plant(
      `server-${below}-is-below`,
      'the next floor',
      `packages/server/src/${below}/planted.ts`,
      `export type A = typeof import('../${above}/above.ts').above;`,
    ),
  ),
  plant(
    'server-platform-is-below',
    'tables of a subject',
    'packages/server/src/platform/planted-store.ts',
    `import { entries } from '../credits/schema.ts'; void entries;`,
  ),
  plant('subjects-decide-by-themselves', 'files', SUBJECT, `import 'node:fs/promises';`),
  plant('subjects-decide-by-themselves', 'npm package', SUBJECT, `import 'lodash';`),
  plant('subjects-decide-by-themselves', 'engine', SUBJECT, `import '@packshot/image-engine';`),
  ...['codec', 'models', 'process', 'providers'].map((part) =>
    plant(
      'subjects-decide-by-themselves',
      `${part} of the engine`,
      SUBJECT,
      `import * as part from '@packshot/image-engine/${part}'; void part;`,
    ),
  ),
  plant(
    'subjects-are-given-their-platform',
    'an adapter',
    SUBJECT,
    `import { send } from '../platform/mail/mailer.ts'; void send;`,
  ),
  plant(
    'subjects-are-given-their-platform',
    'config, re-exported',
    SUBJECT,
    `export { port } from '../platform/config/config.ts';`,
  ),
  ...['tools/work/pixels', 'tools/jobs/tool', 'tools/kinds/cut-out', 'tools/engines/other-engines'].map(
    (file) =>
      plant('services-know-no-machinery', file, CATALOG, `import * as part from '../${file}.ts'; void part;`),
  ),
  ...['accounts/routes.ts', 'catalog/routes.ts', 'tools/picture-route.ts'].map((file) =>
    plant('services-know-no-machinery', file, CATALOG, `import * as routes from '../${file}'; void routes;`),
  ),
  ...['billing/payments/stripe-payments.ts', 'service/doctor/machine.ts'].map((file) =>
    plant(
      'services-know-no-machinery',
      file,
      'packages/server/src/service/planted.ts',
      `import * as part from '../${file}'; void part;`,
    ),
  ),
  plant(
    'stores-are-bound-in-one-place',
    'another subject',
    'packages/server/src/accounts/planted-store.ts',
    `import { createLedgerStore } from '../credits/ledger-store.ts'; void createLedgerStore;`,
  ),
  plant(
    'rules-call-bound-stores',
    'its own store',
    SUBJECT,
    `import { createLedgerStore } from './ledger-store.ts'; void createLedgerStore;`,
  ),
  plant(
    'sql-lives-in-stores',
    'driver',
    'packages/server/src/platform/mail/planted.ts',
    `import pg from 'pg'; void pg;`,
  ),
  ...['accounts/datastore', 'catalog/restore', 'catalog/formschema'].map((name) =>
    plant(
      'sql-lives-in-stores',
      `${name}, which isn't a store`,
      `packages/server/src/${name}.ts`,
      `import type { text } from '../platform/database/orm.ts'; export type T = typeof text;`,
    ),
  ),
  plant(
    'http-lives-in-routes',
    'a file that only ends like routes',
    'packages/server/src/compose/subroutes.ts',
    `import Fastify from 'fastify'; void Fastify;`,
  ),
  plant(
    'sql-lives-in-stores',
    'query builder, for a type',
    SUBJECT,
    `import type { text } from '../platform/database/orm.ts'; export type T = typeof text;`,
  ),
  plant(
    'stores-speak-drizzle',
    'driver, for a type',
    'packages/server/src/credits/planted-store.ts',
    `import type pg from 'pg'; export type P = pg.Pool;`,
  ),
  plant(
    'tables-belong-to-stores',
    'for a type',
    SUBJECT,
    `import type { entries } from './schema.ts'; export type E = typeof entries;`,
  ),
  plant(
    'http-lives-in-routes',
    'for a type',
    PLATFORM,
    `import type { FastifyInstance } from 'fastify'; export type F = FastifyInstance;`,
  ),
  plant(
    'routes-ask-services',
    'engine by its name',
    ROUTE,
    `import type { half } from '@packshot/image-engine/pixels'; export type H = typeof half;`,
  ),
  plant(
    'routes-ask-services',
    'a type of a store',
    'packages/server/src/compat/planted.ts',
    `import type { createLedgerStore } from '../credits/ledger-store.ts'; export type S = typeof createLedgerStore;`,
  ),
  ...[
    ['secrets/token-secrets', ROUTE],
    ['identity/google', 'packages/server/src/compat/planted.ts'],
    ['public-fetch/public-fetch', 'packages/server/src/compat/planted.ts'],
    ['buckets/s3-buckets', ROUTE],
    ['captcha/captcha', ROUTE],
    ['logging/pino-logger', 'packages/server/src/app/planted.ts'],
    ['trackers/posthog', 'packages/server/src/app/planted.ts'],
  ].map(([adapter = '', file = '']) =>
    plant(
      'routes-are-given-their-adapters',
      adapter,
      file,
      `import * as adapter from '../platform/${adapter}.ts'; void adapter;`,
    ),
  ),
  plant(
    'routes-ask-services',
    'jobs, star',
    'packages/server/src/app/planted.ts',
    `export * from '../tools/jobs/tool.ts';`,
  ),
  plant(
    'tools-know-no-machinery',
    'jobs',
    'packages/server/src/tools/kinds/planted.ts',
    `import { handle } from '../jobs/tool.ts'; void handle;`,
  ),
  plant(
    'tools-know-no-machinery',
    'a store of objects, for a type',
    'packages/server/src/tools/work/planted.ts',
    `import type { open } from '../../platform/objects/s3-object-store.ts'; export type O = typeof open;`,
  ),
  plant(
    'jobs-know-no-http',
    'import',
    JOB,
    `import { reply } from '../../platform/http/reply.ts'; void reply;`,
  ),
  plant(
    'tools-are-given-their-adapters',
    'SMTP',
    'packages/server/src/tools/work/planted.ts',
    `import { send } from '../../platform/mail/mailer.ts'; void send;`,
  ),
  plant(
    'tools-are-given-their-adapters',
    'Stripe',
    'packages/server/src/tools/work/planted.ts',
    `import { pay } from '../../billing/payments/stripe-payments.ts'; void pay;`,
  ),
  ...[
    ['the platform', PLATFORM],
    ['a store', 'packages/server/src/credits/planted-store.ts'],
    ['payments', 'packages/server/src/billing/payments/planted.ts'],
    ['the doctor', 'packages/server/src/service/doctor/planted.ts'],
    ['what starts the mains', 'packages/server/src/starting.ts'],
  ].map(([what = '', file = '']) =>
    plant('adapters-know-no-engine', what, file, `import '@packshot/image-engine';`),
  ),
  ...['platform/mail', 'platform/objects', 'billing/payments', 'service/doctor'].map((folder) =>
    plant(
      'adapters-know-no-http',
      folder,
      `packages/server/src/${folder}/planted.ts`,
      `import { reply } from '../../platform/http/reply.ts'; void reply;`,
    ),
  ),
  plant(
    'adapters-know-no-http',
    'a store, for a type',
    'packages/server/src/records/planted-store.ts',
    `import type { reply } from '../platform/http/reply.ts'; export type R = typeof reply;`,
  ),
  plant(
    'database-knows-no-queue',
    'import',
    'packages/server/src/platform/database/planted.ts',
    `import { enqueue } from '../queue/queue.ts'; void enqueue;`,
  ),
  plant(
    'only-mains-import-compose',
    'a type',
    'packages/server/src/starting.ts',
    `import type { composeApi } from './compose/compose.ts'; export type C = typeof composeApi;`,
  ),
  plant('nobody-imports-mains', 'import', 'packages/server/src/starting.ts', `import './migrate.ts';`),
  plant('nobody-imports-mains', 'command', 'packages/cli/src/run/planted.ts', `import '../main.ts';`),
  plant(
    'agents-ask-a-studio',
    'files',
    'packages/mcp/src/planted.ts',
    `import { readFile } from 'node:fs/promises'; void readFile;`,
  ),
  plant(
    'agents-ask-a-studio',
    'the engine',
    'packages/mcp/src/planted.ts',
    `import { half } from '@packshot/image-engine/pixels'; void half;`,
  ),
  plant(
    'protocol-of-agents-lives-in-mcp',
    'import',
    ROUTE,
    `import { McpServer } from '@modelcontextprotocol/server'; void McpServer;`,
  ),
  plant(
    'command-line-works-alone',
    'import',
    'packages/cli/src/run/planted.ts',
    `export const u = new URL('../../../server/src/platform/config/config.ts', import.meta.url);`,
  ),
  plant(
    'nobody-needs-the-command-line',
    'import',
    'packages/server/src/starting.ts',
    `export const u = new URL('../../cli/src/run/work.ts', import.meta.url);`,
  ),
  plant(
    'help-waits-for-no-engine',
    'import',
    'packages/cli/src/commands/planted.ts',
    `import { run } from '@packshot/image-engine'; export const planted = run;`,
  ),
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
  plant('studio-folders-are-floors', 'a folder of its own', studioFile('extras'), 'export const a = 1;'),
  plant('studio-model-is-below', 'a file that is on no floor', studioFile('model'), `import '../tool.ts';`),
  ...FLOORS.map(([below, above]) =>
    plant(`studio-${below}-is-below`, 'the next floor', studioFile(below), `import '../${above}/above.ts';`),
  ),
  plant(
    'studio-state-is-below',
    'type of the page',
    studioFile('state'),
    `export type T = typeof import('../tool.ts').tool;`,
  ),
  plant('studio-model-is-plain', 'React', studioFile('model'), `import 'react';`),
  plant(
    'studio-tools-borrow-from-two',
    'another tool',
    studioFile('tools/upscale'),
    `import '../crop/above.ts';`,
  ),
  plant(
    'studio-lenders-know-no-tool',
    'scenes from magic',
    studioFile('tools/magic'),
    `import '../scene/above.ts';`,
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
  plant(
    'source-imports-no-tests',
    'testing folder',
    'packages/server/src/starting.ts',
    `import './testing/app.ts';`,
  ),
  plant('source-imports-no-tests', 'test library', ROUTE, `import { vi } from 'vitest'; void vi;`),
  plant('packages-know-no-tools', 'reach out', PLATFORM, `import '../../../../../tools/launch/start.ts';`),
  plant(
    'product-needs-no-laboratory',
    'from a package',
    PLATFORM,
    `import '../../../../../lab/quality/measures.ts';`,
  ),
  plant(
    'product-needs-no-laboratory',
    'from a test of a package',
    PIXELS_TEST,
    `import type { Measure } from '../../../../lab/quality/measures.ts'; export type M = Measure;`,
  ),
  plant(
    'product-needs-no-laboratory',
    'from a tool',
    'tools/bench/planted.ts',
    `export const measures = () => import('../../lab/quality/measures.ts');`,
  ),
  plant(
    'product-needs-no-laboratory',
    'from a journey, as a worker',
    'e2e/planted.test.ts',
    `export const worker = new URL('../lab/quality/measures.ts', import.meta.url);`,
  ),
  plant('launchers-need-nothing', 'npm package', 'tools/planted.mjs', `import pg from 'pg'; void pg;`),
  plant('launchers-need-nothing', 'TypeScript', 'tools/planted.mjs', `await import('./launch/start.ts');`),
  plant(
    'no-cycles',
    'by types alone',
    'packages/server/src/platform/planted.ts',
    `import type { P } from './planted-too.ts'; export type Q = P;`,
  ),
  plant('imports-resolve', 'missing file', ROUTE, `import './nothing.ts';`),
  plant('imports-resolve', 'missing extension', ROUTE, `import '../credits/service';`),
  plant('imports-resolve', 'missing package', ROUTE, `import 'not-installed';`),
  plant('imports-resolve', 'closed path', ROUTE, `import '@packshot/contract/src/limits.ts';`),
  plant('imports-resolve', 'path into a package', ROUTE, `import '../../../contract/src/limits.ts';`),
  plant('imports-resolve', 'computed name', ROUTE, `export const load = (name: string) => import(name);`),
  plant('imports-resolve', 'glob of modules', STUDIO, `export const all = import.meta.glob('./*.ts');`),
  plant('imports-resolve', 'computed glob', STUDIO, `const g = '*'; export const all = import.meta.glob(g);`),
  plant(
    'imports-resolve',
    'style sheet',
    'packages/web/src/ui/planted.css',
    `/* @import './commented-out.css'; */\n@import url("./nothing.css");`,
  ),
  plant('files-parse', 'broken file', ROUTE, `import { from 'pg';`),
  plant(
    'folders-say-what-is-inside',
    'utils',
    'packages/server/src/accounts/utils/planted.ts',
    `export const a = 1;`,
  ),
  plant(
    'folders-say-what-is-inside',
    'a second lib',
    'packages/server/src/accounts/lib/planted.ts',
    `export const a = 1;`,
  ),
];

/** Rules that are in the checker's code rather than in the table of rules. */
export const BUILT_IN = ['no-cycles', 'imports-resolve', 'files-parse', 'folders-say-what-is-inside'];

/** Files that a deliberate violation needs around it, and that break no rule themselves. */
export const COMPANIONS: Record<string, string> = {
  ...Object.fromEntries(
    PLANTS.filter(({ rule }) => rule === 'product-needs-no-laboratory').map(({ file }) => [
      `${file}|lab/quality/measures.ts`,
      'export interface Measure { readonly share: number }',
    ]),
  ),
  'packages/server/src/platform/planted.ts|packages/server/src/platform/planted-too.ts': `import type { Q } from './planted.ts'; export type P = Q;`,
  [`${STUDIO}|packages/web/src/app/planted.tsx`]: `export const router = 1;`,
  ...Object.fromEntries(
    ROOMS.map(([below, above]) => [
      `${pixelFile(below)}|packages/image-engine/src/pixels/${above}/above.ts`,
      'export const above = 1;',
    ]),
  ),
  [`${PIXELS}|packages/image-engine/src/pixels/quality/above.ts`]: 'export const above = 1;',
  ...Object.fromEntries(
    SERVER_FLOOR_PAIRS.map(([below, above]) => [
      `packages/server/src/${below}/planted.ts|packages/server/src/${above}/above.ts`,
      'export const above = 1;',
    ]),
  ),
  ...Object.fromEntries(
    FLOORS.map(([below, above]) => [
      `${studioFile(below)}|${studioFile(above, 'above')}`,
      'export const above = 1;',
    ]),
  ),
  [`${studioFile('tools/upscale')}|${studioFile('tools/crop', 'above')}`]: 'export const above = 1;',
  [`${studioFile('tools/magic')}|${studioFile('tools/scene', 'above')}`]: 'export const above = 1;',
};
