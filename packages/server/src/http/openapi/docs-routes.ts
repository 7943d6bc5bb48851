import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { HttpOptions } from '../http-options.ts';
import { docsPage } from './docs-page.ts';
import { apiDocument } from './document.ts';
import { v1Document } from './v1-document.ts';

const API_DOCUMENT_PATH = '/api/openapi.json';
/** Of the API for programs. */
const V1_DOCUMENT_PATH = '/v1/openapi.json';
const API_DOCS_PATH = '/api/docs';
const STYLE_PATH = '/api/docs/style.css';

/**
 * Serves the OpenAPI document and its page. Both are built once, since the contract is constant at runtime.
 */
export function registerApiDocs(
  app: FastifyInstance,
  options: Pick<HttpOptions, 'productSlug' | 'publicUrl' | 'webDist'>,
): void {
  const document = apiDocument({ ...options, version: packageVersion() });
  const json = JSON.stringify(document);
  const page = docsPage(document, { style: STYLE_PATH, json: API_DOCUMENT_PATH });
  const style = fontFace(options.webDist) + readFileSync(new URL('./docs.css', import.meta.url), 'utf8');

  const serve = (path: string, contentType: string, body: string) =>
    app.get(path, async (_request, reply) =>
      reply.type(contentType).header('cache-control', 'no-cache').send(body),
    );
  const publicDocument = v1Document({ ...options, version: packageVersion() });
  serve(V1_DOCUMENT_PATH, 'application/json; charset=utf-8', JSON.stringify(publicDocument));
  serve(API_DOCUMENT_PATH, 'application/json; charset=utf-8', json);
  serve(API_DOCS_PATH, 'text/html; charset=utf-8', page);
  serve(STYLE_PATH, 'text/css; charset=utf-8', style);
}

/**
 * The web app's font, whose file name contains a hash; falls back to the system font without a built web app.
 */
function fontFace(webDist: string | null): string {
  const folder = webDist === null ? null : join(webDist, 'assets');
  if (folder === null || !existsSync(folder)) return '';
  const file = readdirSync(folder).find((name) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(name));
  if (file === undefined) return '';
  return `@font-face {
  font-family: Inter;
  font-weight: 100 900;
  font-display: swap;
  src: url('/assets/${file}') format('woff2');
}
`;
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  return (manifest as { version: string }).version;
}
