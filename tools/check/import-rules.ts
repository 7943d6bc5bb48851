import { SUBJECTS } from './subjects.ts';

/**
 * Allowed imports between modules. `npm run check` applies these rules to every import outside `UNCHECKED_FOLDERS`,
 * including `import type`, `export … from`, `import()`, worker URLs, `createRequire` and CSS `@import`.
 *
 * Patterns are regular expressions for names of this form: our files by their path from the root
 * (`packages/web/src/main.tsx`), npm packages as `npm:sharp` or `npm:radix-ui/dialog`, Node's own modules as `node:fs`.
 * `{1}` in a target pattern stands for the first group that `from` matched.
 *
 * docs/decisions/code-and-releases.md explains the reasons; import-rules.test.ts tests each rule with a deliberate
 * violation.
 */
export interface ImportRule {
  name: string;
  from: string;
  fromExcept?: string;
  /** Pattern of the targets that these files may not import. */
  to: string;
  /** Pattern of the targets that are allowed nevertheless. */
  toExcept?: string;
  /** True if type-only imports are allowed, because they load nothing at run time. */
  allowsTypes?: boolean;
  instead: string;
}

/** Rule about the allowed locations of files, whether or not they have imports. */
export interface PlaceRule {
  name: string;
  /** Pattern of the files to which the rule applies. */
  files: string;
  places: string;
  instead: string;
}

/** Folders that must contain imports. If one of them has none, the check is broken or the folder has moved. */
export const PARTS: readonly string[] = [
  'packages/cli',
  'packages/client',
  'packages/contract',
  'packages/image-engine',
  'packages/mcp',
  'packages/server',
  'packages/web',
  'tools',
  'e2e',
];

const TESTS = String.raw`\.test\.tsx?$|/testing/|(^|/)vitest(\.\w+)?\.config\.ts$`;
const ANYTHING = '.';

const SERVER = '^packages/server/src/';
/**
 * Floors (layers) of the server, from the bottom up: a folder may import the ones before it. `platform` depends on no
 * subject. `compat` only translates calls of other vendors' clients. The subjects are between them, in the order of
 * tools/check/subjects.ts.
 */
export const SERVER_FLOORS: readonly string[] = [
  'platform',
  ...SUBJECTS.flatMap(({ server }) => server ?? []),
  'compat',
  'app',
  'compose',
];

/**
 * One rule for each floor below `app`: only the main programs import the floors above it. A `schema.ts` is exempt:
 * foreign keys and joins follow the data, and only stores import schemas.
 */
const SERVER_FLOOR_RULES = SERVER_FLOORS.slice(0, -2).map((floor, at): ImportRule => ({
  name: `server-${floor}-is-below`,
  from: `${SERVER}${floor}/`,
  fromExcept: TESTS,
  to: SERVER,
  toExcept: `${SERVER}(${SERVER_FLOORS.slice(0, at + 1).join('|')})/${floor === 'platform' ? '' : '|/schema\\.ts$'}`,
  instead:
    'Move what both need down, or state what is needed from above as a type here and let compose/ pass it in.',
}));

const IN_SUBJECT = `${SERVER}(?!(platform|compat|app|compose|testing)/)[^/]+/`;
/** Patterns for the ends of file names, as whole words: `restore.ts` isn't a store. */
const STORE = String.raw`(^|[-/])store\.ts$`;
const STORE_OR_SCHEMA = String.raw`(^|[-/])(store|schema)\.ts$`;
const ROUTE = String.raw`(^|[-/])routes?\.ts$`;
const SUBJECT_STORES = String.raw`${SERVER}(?!platform/)(.*[-/])?store\.ts$`;
/** Pattern of a subject's files that use the database, HTTP, the engine, or an external service. */
const MACHINERY = String.raw`(^|[-/])(store|schema|routes?)\.ts$|/tools/(work|kinds|jobs|engines)/|/tools/task-feed\.ts$|/billing/payments/|/service/doctor/`;
/** Pattern of the platform's files that only compute, or declare errors of an adapter. */
const PURE_PLATFORM = `${SERVER}platform/(access/|(bind|domain-error|durations|within-time|earlier-names)\\.ts$|objects/(object-store|local-object-gateway)\\.ts$|public-fetch/public-fetch-error\\.ts$|trackers/event-tracker\\.ts$|http/(html|doctor-questions|credit-fields)\\.ts$)`;
/** Pattern of the subjects' routes, and the code around all routes. */
const ROUTES = `${SERVER}((.*[-/])?routes?\\.ts$|compat/|app/|platform/http/)`;
/** Pattern of modules with figures and feeds that a route only displays. */
const ROUTE_TYPES = `${SERVER}platform/(queue/queue-figures|objects/(object-store|local-object-gateway))\\.ts$`;

const STUDIO = '^packages/web/src/features/studio/';
/**
 * Floors (layers) of the studio, from the bottom up: a folder may import the ones before it. `commands` and the folders
 * before it import no tool.
 */
export const STUDIO_FLOORS = [
  'model',
  'state',
  'documents',
  'composite',
  'run',
  'stage',
  'panel',
  'history',
  'export',
  'open',
  'batch',
  'catalog',
  'commands',
  'variants',
  'tools',
  'shell',
] as const;

/** One rule for each floor of the studio except the highest: it may import no floor above it. */
const FLOOR_RULES = STUDIO_FLOORS.slice(0, -1).map((floor, at): ImportRule => ({
  name: `studio-${floor}-is-below`,
  from: `${STUDIO}${floor}/`,
  fromExcept: TESTS,
  to: STUDIO,
  toExcept: `${STUDIO}(${STUDIO_FLOORS.slice(0, at + 1).join('|')})/`,
  instead:
    'Move what both need down, ask the studio for it (context.get), or let the tool say it in its own index.tsx.',
}));

const PIXELS = '^packages/image-engine/src/pixels/';
/** Floors (layers) of the pixel code, from the bottom up: a folder may import itself and the ones before it. */
export const PIXEL_FLOORS = [
  'raster',
  'color',
  'file',
  'matte',
  'stage',
  'light',
  'fill',
  'scene',
  'words',
  'quality',
] as const;

/** One rule for each floor of the pixel code except the highest: it may import no floor above it. */
const PIXEL_FLOOR_RULES = PIXEL_FLOORS.slice(0, -1).map((floor, at): ImportRule => ({
  name: `pixels-${floor}-is-below`,
  from: `${PIXELS}${floor}/`,
  fromExcept: TESTS,
  to: PIXELS,
  toExcept: `${PIXELS}(${PIXEL_FLOORS.slice(0, at + 1).join('|')})/`,
  instead: 'Move what both rooms need down, or pass it in as a parameter.',
}));

export const PLACE_RULES: readonly PlaceRule[] = [
  {
    name: 'top-folders-are-known',
    files: '^[^/]+/',
    places: '^(packages|tools|e2e)/',
    instead: 'A new top folder with sources needs its place here and in PARTS, and rules for its imports.',
  },
  {
    name: 'studio-folders-are-floors',
    files: STUDIO,
    places: `${STUDIO}(${STUDIO_FLOORS.join('|')})/|${STUDIO}[^/]+$|${TESTS}`,
    instead:
      'A new folder of the studio needs its place in STUDIO_FLOORS, so that everyone sees what it may know.',
  },
  {
    name: 'pixel-rooms-are-floors',
    files: PIXELS,
    places: String.raw`${PIXELS}((${PIXEL_FLOORS.join('|')})/|index\.ts$)|${TESTS}`,
    instead: 'Put pixel code into a room. A new room needs its place in PIXEL_FLOORS.',
  },
  {
    name: 'server-folders-are-floors',
    files: SERVER,
    places: String.raw`${SERVER}((${SERVER_FLOORS.join('|')})/|(main-[^/]+|migrate|starting)\.ts$)|${TESTS}`,
    instead: 'Only mains lie beside the folders. A new subject needs its place in tools/check/subjects.ts.',
  },
];

export const IMPORT_RULES: readonly ImportRule[] = [
  {
    name: 'contract-imports-little',
    from: '^packages/contract/src/',
    fromExcept: TESTS,
    to: ANYTHING,
    toExcept: '^packages/contract/src/|^npm:(?:zod|intl-messageformat)$',
    instead:
      'The contract is the bottom of everything and runs in the browser too. Move what needs more into the package that uses it.',
  },
  {
    name: 'client-needs-nothing',
    from: '^packages/client/src/',
    to: ANYTHING,
    toExcept: '^packages/client/src/',
    instead:
      'The client is installed by others, and runs in browsers and at the edge. What it knows of the API is generated (npm run client-types); everything else is the platform (fetch, URL, crypto).',
  },
  {
    name: 'pixels-are-pure',
    from: '^packages/image-engine/src/pixels/',
    fromExcept: TESTS,
    to: ANYTHING,
    toExcept: '^packages/image-engine/src/pixels/|^packages/contract/src/',
    instead:
      'Pixel code runs in the browser and in Node on plain typed arrays. Pass bytes in; decode in codec/, run models in models/.',
  },
  ...PIXEL_FLOOR_RULES,
  {
    name: 'engine-knows-no-server-or-web',
    from: '^packages/image-engine/',
    to: '^packages/(cli|client|mcp|server|web)/',
    instead: 'The engine is given bytes, a signal and callbacks by its caller; it knows no caller.',
  },
  {
    name: 'sharp-lives-in-codec',
    from: '^packages/',
    fromExcept: `^packages/image-engine/src/codec/|${TESTS}`,
    to: '^npm:(sharp|libheif-js|heic-decode)(/|$)',
    instead:
      'Decode and encode through packages/image-engine/src/codec, which caps sizes and checks bytes first.',
  },
  {
    name: 'onnx-lives-in-models',
    from: '^packages/',
    fromExcept: `^packages/image-engine/src/models/|${TESTS}`,
    to: '^npm:(onnxruntime|protobufjs|@imgly/)',
    instead:
      'Run models through packages/image-engine/src/models, which owns sessions, threads and their memory.',
  },
  {
    name: 'vendors-live-in-providers',
    from: '^packages/',
    fromExcept: `^packages/image-engine/src/providers/|${TESTS}`,
    to: '^npm:(openai|@anthropic-ai/|@google/genai|@google-cloud/|replicate|@fal-ai/|@huggingface/|ollama)',
    instead: 'A vendor is one file in packages/image-engine/src/providers, behind the provider port.',
  },
  ...SERVER_FLOOR_RULES,
  {
    name: 'subjects-decide-by-themselves',
    from: IN_SUBJECT,
    fromExcept: `${MACHINERY}|${TESTS}`,
    to: ANYTHING,
    // Allows only a few of Node's modules: none for files or processes.
    toExcept: `${SERVER}|^packages/contract/src/|^packages/image-engine/src/pixels/|^node:(crypto|net|url|util|timers/promises|events)$`,
    instead:
      'Services and rules know no framework, database or engine; of the engine they share only @packshot/image-engine/pixels. Put SQL into a *store.ts, HTTP into routes.ts, and take the rest as a dependency.',
  },
  {
    name: 'subjects-are-given-their-platform',
    from: IN_SUBJECT,
    fromExcept: `${MACHINERY}|${TESTS}`,
    to: `${SERVER}platform/`,
    toExcept: PURE_PLATFORM,
    allowsTypes: true,
    instead: 'Import the type, take the adapter as a dependency, and let compose/ pass it in.',
  },
  {
    name: 'services-know-no-machinery',
    from: IN_SUBJECT,
    fromExcept: `${MACHINERY}|${TESTS}`,
    to: `${SERVER}((.*[-/])?routes?\\.ts$|tools/(work|kinds|jobs|engines)/|billing/payments/|service/doctor/)`,
    allowsTypes: true,
    instead: 'Import the type, take the object as a dependency, and let compose/ pass it in.',
  },
  {
    name: 'stores-are-bound-in-one-place',
    from: `${SERVER}([^/]+)/`,
    fromExcept: `${SERVER}(app/database\\.ts$|compose/)|${TESTS}`,
    to: SUBJECT_STORES,
    toExcept: `${SERVER}{1}/(.*[-/])?store\\.ts$`,
    allowsTypes: true,
    instead: 'Use a store through `database.stores`, which one transaction binds together (app/database.ts).',
  },
  {
    name: 'rules-call-bound-stores',
    from: IN_SUBJECT,
    fromExcept: `${STORE}|${TESTS}`,
    to: SUBJECT_STORES,
    allowsTypes: true,
    instead: 'Use a store through `database.stores`, so that its statements belong to the transaction.',
  },
  {
    name: 'sql-lives-in-stores',
    from: SERVER,
    fromExcept: `${STORE_OR_SCHEMA}|${SERVER}(platform/(database|backup|queue)/|app/database\\.ts$|service/doctor/|compose/)|${TESTS}`,
    to: `^npm:(drizzle-orm|pg|pg-copy-streams)(/|$)|${SERVER}platform/database/(orm|columns|connection)\\.ts$`,
    instead: 'Put the statement into a *store.ts of the subject whose tables it changes.',
  },
  {
    name: 'stores-speak-drizzle',
    from: STORE_OR_SCHEMA,
    fromExcept: `${SERVER}platform/|${TESTS}`,
    to: '^npm:(pg|pg-copy-streams)(/|$)',
    instead:
      'Use the query builder, or a `sql` template through `db.execute` where the builder has no word for it.',
  },
  {
    name: 'tables-belong-to-stores',
    from: SERVER,
    fromExcept: `${STORE_OR_SCHEMA}|${TESTS}`,
    to: `${SERVER}(.*[-/])?schema\\.ts$`,
    instead: 'Only stores read and write tables. Add a method to the store of the subject.',
  },
  {
    name: 'http-lives-in-routes',
    from: SERVER,
    fromExcept: `${ROUTE}|${SERVER}(platform/http|compat|app)/|${TESTS}`,
    to: '^npm:(fastify|@fastify/)',
    instead: 'Take plain values; a routes.ts, compat/ or platform/http turns requests into them.',
  },
  {
    name: 'routes-ask-services',
    from: ROUTES,
    fromExcept: `${SERVER}app/(database|job-definitions|worker-dependencies)\\.ts$|${TESTS}`,
    to: `${STORE_OR_SCHEMA}|${SERVER}(platform/(database|queue|mail|backup)/|tools/(work|kinds|jobs|engines)/|billing/payments/)|^packages/image-engine/`,
    toExcept: ROUTE_TYPES,
    instead: 'A route parses, makes one call into a service and replies. Put the work behind a service.',
  },
  {
    name: 'routes-are-given-their-adapters',
    from: ROUTES,
    fromExcept: TESTS,
    to: `${SERVER}platform/(secrets|identity|public-fetch|buckets|captcha|logging|trackers)/`,
    allowsTypes: true,
    instead:
      'Credentials and connections are for services. Import the type, or put the work behind a service.',
  },
  {
    name: 'tools-know-no-machinery',
    from: `${SERVER}tools/(work|kinds)/`,
    fromExcept: TESTS,
    to: `${SERVER}(platform/(http|queue|database|config)|tools/(jobs|engines)|app|compose)/|${STORE}|${ROUTE}`,
    toExcept: `${SERVER}platform/objects/object-store\\.ts$`,
    instead:
      'A tool says what it accepts, computes and keeps; queue, database and HTTP are around it. Take what it needs from ToolDependencies, or from the stores that acceptance hands it.',
  },
  {
    name: 'tools-are-given-their-adapters',
    from: `${SERVER}tools/(work|kinds)/`,
    fromExcept: TESTS,
    to: `${SERVER}(platform/(?!(domain-error|objects/object-store)\\.ts$)|billing/payments/)`,
    allowsTypes: true,
    instead: 'Import the type, and take the object from ToolDependencies.',
  },
  {
    name: 'jobs-know-no-http',
    from: `${SERVER}(.*/jobs/|.*job\\.ts$|platform/queue/)`,
    fromExcept: TESTS,
    to: `^npm:(fastify|@fastify/)|${SERVER}(platform/http|compat)/|${ROUTE}`,
    instead: 'Jobs and routes meet in a service. Move what both need there.',
  },
  {
    name: 'adapters-know-no-engine',
    from: `${SERVER}(platform/(?!config/)|(.*[-/])?store\\.ts$|billing/payments/|service/doctor/|[^/]+$)`,
    fromExcept: TESTS,
    to: '^packages/image-engine/',
    // Allowed, because one function decides which addresses are public, both for engine providers and for addresses
    // that users enter.
    toExcept: String.raw`^packages/image-engine/src/providers/http/addresses\.ts$`,
    instead: 'Only tools run the engine (tools/work, tools/kinds, tools/jobs, tools/engines).',
  },
  {
    name: 'adapters-know-no-http',
    from: `${SERVER}(platform/(mail|objects)/|(.*[-/])?store\\.ts$|billing/payments/|service/doctor/)`,
    // Exempt: `services` is a client of our own HTTP server; `installation-store` needs a type of its readiness.
    fromExcept: `${SERVER}service/(doctor/services|operator/installation-store)\\.ts$|${TESTS}`,
    to: `${SERVER}platform/http/`,
    instead: 'Take and return plain values; a routes.ts turns requests into them.',
  },
  {
    name: 'database-knows-no-queue',
    from: `${SERVER}platform/database/`,
    fromExcept: TESTS,
    to: `${SERVER}platform/queue/`,
    instead: 'The queue works with the database, not the other way around. Pass in what the database needs.',
  },
  {
    name: 'only-mains-import-compose',
    from: ANYTHING,
    // Exempt: the files that wire up the programs.
    fromExcept: String.raw`^packages/server/src/((main-[^/]+|migrate)\.ts$|compose/)`,
    to: '^packages/server/src/compose/',
    instead: 'compose.ts is the one place that wires concrete things. Take what you need as a parameter.',
  },
  {
    name: 'nobody-imports-mains',
    from: ANYTHING,
    // Exempt: the executable starts the main program that it imports.
    fromExcept: '^packages/cli/bin/',
    to: String.raw`^packages/server/src/(main-[^/]+|migrate)\.ts$|^packages/web/src/main\.tsx$|^packages/cli/src/main\.ts$`,
    instead: 'A main starts things as soon as it is imported. Move what you need out of it.',
  },
  {
    // Node's modules except `crypto` aren't allowed, because the studio handles files and processes.
    name: 'agents-ask-a-studio',
    from: '^packages/mcp/src/',
    fromExcept: TESTS,
    to: ANYTHING,
    toExcept:
      '^packages/mcp/src/|^packages/contract/src/|^npm:(zod|@modelcontextprotocol/server)(/|$)|^node:crypto$',
    instead:
      'The tools for agents are the same over both transports. State what they need in packages/mcp/src/studio.ts; the server and the command line implement it.',
  },
  {
    name: 'protocol-of-agents-lives-in-mcp',
    from: '^packages/',
    fromExcept: `^packages/mcp/|${TESTS}`,
    to: '^npm:@modelcontextprotocol/',
    instead:
      'Take what you need of the protocol from @packshot/mcp, which has the one definition of the tools.',
  },
  {
    name: 'command-line-works-alone',
    from: '^packages/cli/',
    to: '^packages/(server|web)/',
    instead:
      'The command line works without a server, by the engine. What both need belongs into the engine or the contract.',
  },
  {
    name: 'nobody-needs-the-command-line',
    from: '^packages/(?!cli/)',
    to: '^packages/cli/',
    instead:
      'The command line is one way to the engine. Move what others need down into the engine or the contract.',
  },
  {
    // The command line loads the engine only when it processes a photo, so that help, completion and errors appear at
    // once.
    name: 'help-waits-for-no-engine',
    from: '^packages/cli/src/(?!run/)',
    fromExcept: TESTS,
    to: String.raw`^packages/image-engine/src/index\.ts$`,
    instead: 'Load it in packages/cli/src/run, which commands import when they run.',
  },
  {
    name: 'web-sees-only-contract-and-pixels',
    from: '^packages/web/',
    to: String.raw`^packages/server/|^packages/image-engine/(?!src/pixels/)`,
    instead:
      'The browser talks to the server over the contract, and shares only @packshot/image-engine/pixels.',
  },
  {
    name: 'web-runs-in-browsers',
    from: '^packages/web/src/',
    fromExcept: TESTS,
    to: '^node:',
    instead: 'Use the platform (fetch, crypto.subtle, URL) instead of a module of Node.',
  },
  {
    name: 'features-are-strangers',
    from: '^packages/web/src/features/([^/]+)/',
    to: '^packages/web/src/features/',
    toExcept: '^packages/web/src/features/{1}/',
    instead: 'Let a route in app/ compose the two features, or move what both need into lib/ or ui/.',
  },
  ...FLOOR_RULES,
  {
    name: 'studio-model-is-plain',
    from: `${STUDIO}model/`,
    fromExcept: TESTS,
    to: '^npm:(react|zustand|lucide)(/|$)|^packages/web/src/ui/',
    instead: 'The model is data and arithmetic. What is drawn or kept in a store lies above it.',
  },
  {
    // Tools of the studio may import only two others: harmonize and inspire compose a picture like the scene tool, and
    // cut-outs are corrected with the brushes of the magic tool. These tools are in the same script, which displays the
    // open picture.
    name: 'studio-tools-borrow-from-two',
    from: `${STUDIO}tools/([^/]+)/`,
    fromExcept: TESTS,
    to: `${STUDIO}tools/`,
    toExcept: `${STUDIO}tools/(({1}|scene|magic)/|parts\\.ts$)`,
    instead: 'A tool knows no other tool. Move what both need to a floor below, or ask for it by the spec.',
  },
  {
    name: 'studio-lenders-know-no-tool',
    from: `${STUDIO}tools/(scene|magic)/`,
    fromExcept: TESTS,
    to: `${STUDIO}tools/(?!{1}/)[^/]+/`,
    instead: 'Other tools borrow from these two, so they must not import other tools.',
  },
  {
    name: 'features-know-no-app',
    from: '^packages/web/src/features/',
    to: '^packages/web/src/app/',
    instead: 'app/ composes features; give the feature a prop or a callback.',
  },
  {
    name: 'lib-knows-no-feature',
    from: '^packages/web/src/lib/',
    to: '^packages/web/src/(features|app)/',
    instead: 'lib/ lies beneath features. Move the shared part down, or pass it in.',
  },
  {
    name: 'ui-is-dumb',
    from: '^packages/web/src/ui/',
    fromExcept: TESTS,
    to: '^packages/web/src/(features|app|lib)/|^npm:@tanstack/react-query$',
    instead: 'A ui component gets everything by props and fetches nothing.',
  },
  {
    name: 'source-imports-no-tests',
    from: '^packages/',
    fromExcept: TESTS,
    to: String.raw`\.test\.tsx?$|^packages/.*/testing/|^npm:(vitest|fast-check|playwright-core|axe-core)(/|$)`,
    instead: 'What the product needs does not belong into a test. Move it beside the code that uses it.',
  },
  {
    name: 'packages-know-no-tools',
    from: '^packages/',
    fromExcept: TESTS,
    to: '^(tools|e2e)/',
    instead: 'tools/ builds, starts and measures the packages; nothing in a package may need it.',
  },
  {
    name: 'product-needs-no-laboratory',
    from: ANYTHING,
    to: '^lab/',
    instead:
      'lab/ is research that is neither installed nor checked with the product. Move what the product needs into a package or tools/, and let the laboratory import it from there.',
  },
  {
    name: 'launchers-need-nothing',
    from: String.raw`^tools/[^/]+\.mjs$`,
    to: ANYTHING,
    toExcept: String.raw`^node:|^tools/[^/]+\.mjs$`,
    instead:
      'These files run on Node 20 before anything is installed. Put the work into TypeScript under tools/ and let them start it.',
  },
];

/** Top folders whose sources are not part of the product. */
export const UNCHECKED_FOLDERS: readonly string[] = ['lab', 'docs'];

/** Folder names that say nothing about the contents, so that unrelated code accumulates in them. */
export const FORBIDDEN_FOLDER_NAMES: readonly string[] = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'shared',
  'lib-for-all',
  'lib',
];

/** Folders that are allowed although their names are general: code that features share and that knows no feature. */
export const ALLOWED_FOLDERS: readonly string[] = ['packages/web/src/lib'];
