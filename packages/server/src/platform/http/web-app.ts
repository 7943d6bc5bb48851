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
/** The page without the resources that only the landing page needs immediately. */
const SCREEN_FILE = 'screen.html';
/** Vite's folder for files with a content hash in their name. */
const HASHED_FOLDER = `${sep}assets${sep}`;
const SLUG_META = /(<meta name="product-slug" content=")[^"]*(")/;
const ONE_YEAR_S = 365 * 24 * 3600;

/** Responds to a browser navigation that isn't a file with the single page, which then shows the screen. */
export type SendScreen = (request: FastifyRequest, reply: FastifyReply) => void;

/** Facts that the server passes to the page in `<meta>` elements. */
export interface PageFacts {
  /** Slug under which the page calls the API. */
  readonly productSlug: string;
  readonly allowances: Allowances;
  readonly installation: Installation;
  /** Set if the page's calls start traces. */
  readonly tracing?: { readonly isOn: boolean };
}

/**
 * Worker scripts that run WebAssembly: one reads Content Credentials, one draws. Both may fetch their modules and
 * pictures of the page, but nothing from other hosts.
 */
const COMPILES = /\/(credentials-worker|software-drawing-worker)-/;
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:";

/**
 * Serves the built web app, with precompressed files if the build created them.
 * @param webDist null if it is served elsewhere
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
      // A worker has its own policy, so that no page has to allow compiled code.
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
    // A build in progress has emptied the folder.
    if (!isBuilt(INDEX_FILE)) return sendNotBuilt(request, reply);
    const language = pageLanguage(request);
    const requestedFile = translatedFile(choosePageFile(request), language);
    const file = isBuilt(requestedFile) ? requestedFile : INDEX_FILE;
    reply.header('content-language', file === requestedFile ? language : 'en');
    reply.header('vary', 'accept-encoding, accept-language, cookie');
    if (!isScreen(getPath(request))) reply.code(404);
    // The page is built with the defaults and only rewritten if the facts differ.
    if (isAsBuilt) return void reply.sendFile(file);
    const page = readFileSync(join(webDist, file), 'utf8')
      .replace(SLUG_META, `$1${facts.productSlug}$2`)
      .replace('</head>', `${added}</head>`);
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  };
  // The start page is also a file; served as a screen, it gets the slug like every other one.
  app.get('/', { schema: { hide: true } }, sendScreen);
  return sendScreen;
}

const TRACING_META_ELEMENT = `<meta name="${TRACING_META}" content="on" />`;

/** Empty with the defaults, which are built into the page. */
function allowancesMeta(allowances: Allowances): string {
  const figures = formatAllowances(allowances);
  const isUsual = figures === formatAllowances(DEFAULT_ALLOWANCES);
  return isUsual ? '' : `<meta name="${ALLOWANCES_META}" content="${figures}" />`;
}

/** Empty with the defaults, which are built into the page. */
function installationMeta(installation: Installation): string {
  const text = formatInstallation(installation);
  const isUsual = text === formatInstallation(DEFAULT_INSTALLATION);
  return isUsual ? '' : `<meta name="${INSTALLATION_META}" content="${text}" />`;
}

function sendNotBuilt(_request: FastifyRequest, reply: FastifyReply): void {
  reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT_PAGE);
}

/** The page variant for a path. The choice only affects which resources are fetched first. */
function choosePageFile(request: FastifyRequest): string {
  const { tab } = request.query as { readonly tab?: unknown };
  const isLanding = getPath(request) === ROUTES.home && (tab === undefined || tab === DEFAULT_TAB);
  return isLanding ? INDEX_FILE : SCREEN_FILE;
}

/** Name of a page's copy in a language. */
const translatedFile = (file: string, language: InterfaceLanguage): string =>
  language === 'en' ? file : file.replace('.html', `.${language}.html`);

const SCREENS: readonly (readonly string[])[] = [
  ...Object.values(ROUTES),
  ...DEVELOPER_PAGES.map((page) => `${ROUTES.developers}/${page}`),
].map((route) => route.split('/'));

/** True for the contract's screens; every other path shows the not-found screen, with status 404. */
function isScreen(path: string): boolean {
  const hasSlashAtEnd = path.length > 1 && path.endsWith('/') && !path.endsWith('//');
  const parts = (hasSlashAtEnd ? path.slice(0, -1) : path).split('/');
  return SCREENS.some(
    (screen) =>
      screen.length === parts.length &&
      screen.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at])),
  );
}

/** The path without its query. */
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
