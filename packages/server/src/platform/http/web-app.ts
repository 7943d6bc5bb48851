import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import {
  ALLOWANCES_META,
  DEFAULT_ALLOWANCES,
  DEFAULT_INSTALLATION,
  DEFAULT_PRODUCT_SLUG,
  DEFAULT_TAB,
  DEVELOPER_PAGES,
  formatAllowances,
  formatInstallation,
  INSTALLATION_META,
  PRODUCT_TITLE,
  ROUTES,
  TRACING_META,
} from '@packshot/contract';
import type { Allowances, Installation, InterfaceLanguage } from '@packshot/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageLanguage } from './page-language.ts';

const INDEX_FILE = 'index.html';
/** Variant of the page that doesn't preload the resources which only the landing page needs immediately. */
const SCREEN_FILE = 'screen.html';
/** Variant that preloads the scripts of the Create page's first screen. */
const CREATE_FILE = 'create.html';
/** Folder in which Vite puts files with a content hash in their name. */
const HASHED_FOLDER = `${sep}assets${sep}`;
const SLUG_META = /(<meta name="product-slug" content=")[^"]*(")/;
const ONE_YEAR_S = 365 * 24 * 3600;

/** Answers a page visit with the web app's HTML page, which then shows the right screen. */
export type SendScreen = (request: FastifyRequest, reply: FastifyReply) => void;

/** Values that the server passes to the page in `<meta>` elements. */
export interface PageFacts {
  /** Path segment under which the page calls the API. */
  readonly productSlug: string;
  readonly allowances: Allowances;
  readonly installation: Installation;
  /** Set if calls of the page start traces. */
  readonly tracing?: { readonly isOn: boolean };
}

/**
 * Matches worker scripts that run WebAssembly: one reads Content Credentials, one draws. Both may fetch their own
 * modules and the page's pictures, but nothing from other hosts.
 */
const COMPILES = /\/(credentials-worker|software-drawing-worker)-/;
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:";

/**
 * Serves the built web app, with precompressed files if the build created them.
 * @param webDist null if another server serves the web app
 */
export function serveWebApp(app: FastifyInstance, webDist: string | null, facts: PageFacts): SendScreen {
  if (webDist === null || !existsSync(webDist)) return sendNotBuilt;
  void app.register(fastifyStatic, {
    root: webDist,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(HASHED_FOLDER);
      reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache');
      // A worker has its own policy, so that the page's policy doesn't have to allow compiled code.
      if (COMPILES.test(path)) reply.header('content-security-policy', WORKER_POLICY);
    },
  });
  const added =
    allowancesMeta(facts.allowances) +
    installationMeta(facts.installation) +
    (facts.tracing?.isOn === true ? TRACING_META_ELEMENT : '');
  const isAsBuilt = facts.productSlug === DEFAULT_PRODUCT_SLUG && added === '';
  const isBuilt = (file: string) => existsSync(join(webDist, file));
  const sendScreen: SendScreen = (request, reply) => {
    // If the page's file is missing, a build in progress has emptied the folder.
    if (!isBuilt(INDEX_FILE)) return sendNotBuilt(request, reply);
    const language = pageLanguage(request);
    const englishFile = choosePageFile(request);
    const requestedFile = translatedFile(englishFile, language);
    const file = [requestedFile, englishFile].find(isBuilt) ?? INDEX_FILE;
    reply.header('content-language', file === requestedFile ? language : 'en');
    reply.header('vary', 'accept-encoding, accept-language, cookie');
    if (!isScreen(getPath(request))) reply.code(404);
    // The built page contains the default values and is only rewritten if the server's values differ.
    if (isAsBuilt) return void reply.sendFile(file);
    const page = readFileSync(join(webDist, file), 'utf8')
      .replace(SLUG_META, `$1${facts.productSlug}$2`)
      .replace('</head>', `${added}</head>`);
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  };
  // The path `/` would match the file `index.html`. It is served as a screen instead, so that it gets the slug like
  // every other screen.
  app.get('/', { schema: { hide: true } }, sendScreen);
  return sendScreen;
}

const TRACING_META_ELEMENT = `<meta name="${TRACING_META}" content="on" />`;

/** Builds the `<meta>` element with the free credits. Empty for the default values, which are built into the page. */
function allowancesMeta(allowances: Allowances): string {
  const figures = formatAllowances(allowances);
  const isUsual = figures === formatAllowances(DEFAULT_ALLOWANCES);
  return isUsual ? '' : `<meta name="${ALLOWANCES_META}" content="${figures}" />`;
}

/**
 * Builds the `<meta>` element with facts about the installation. Empty for the default values, which are built into
 * the page.
 */
function installationMeta(installation: Installation): string {
  const text = formatInstallation(installation);
  const isUsual = text === formatInstallation(DEFAULT_INSTALLATION);
  return isUsual ? '' : `<meta name="${INSTALLATION_META}" content="${text}" />`;
}

function sendNotBuilt(_request: FastifyRequest, reply: FastifyReply): void {
  reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT_PAGE);
}

/** Chooses the page variant for a path. The choice only affects which resources the browser fetches first. */
function choosePageFile(request: FastifyRequest): string {
  const { tab } = request.query as { readonly tab?: unknown };
  const path = getPath(request);
  if (path === ROUTES.home && (tab === undefined || tab === DEFAULT_TAB)) return INDEX_FILE;
  const isCreate = tab === 'create' || (path === ROUTES.studio && tab === undefined);
  return isCreate ? CREATE_FILE : SCREEN_FILE;
}

const translatedFile = (file: string, language: InterfaceLanguage): string =>
  language === 'en' ? file : file.replace('.html', `.${language}.html`);

const SCREENS: readonly (readonly string[])[] = [
  ...Object.values(ROUTES),
  ...DEVELOPER_PAGES.map((page) => `${ROUTES.developers}/${page}`),
].map((route) => route.split('/'));

/** True for paths of the contract's screens. Every other path shows the not-found screen, with status 404. */
function isScreen(path: string): boolean {
  const hasSlashAtEnd = path.length > 1 && path.endsWith('/') && !path.endsWith('//');
  const parts = (hasSlashAtEnd ? path.slice(0, -1) : path).split('/');
  return SCREENS.some(
    (screen) =>
      screen.length === parts.length &&
      screen.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at])),
  );
}

export function getPath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

const NOT_BUILT_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${PRODUCT_TITLE}</title></head>
<body>
<h1>The web app has not been built</h1>
<p>The API is running. Build the web app with <code>npm run build -w packages/web</code>, or start everything with
<code>npm start</code>.</p>
<p>The API is described at <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>
</body>
</html>
`;
