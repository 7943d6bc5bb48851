import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { CREDIT_FIELDS } from '../credit-fields.ts';
import type { HttpSettings } from '../http-settings.ts';
import { apiDocument } from './document.ts';
import { v1Document } from './v1-document.ts';
import { withoutBilling } from './without-billing.ts';

const API_DOCUMENT_PATH = '/api/openapi.json';
const V1_DOCUMENT_PATH = '/v1/openapi.json';

/** Serves the two OpenAPI documents. They are generated once, because the contract doesn't change at runtime. */
export function registerApiDocuments(
  app: FastifyInstance,
  options: Pick<HttpSettings, 'productSlug' | 'publicUrl' | 'installation'>,
): void {
  const version = packageVersion();
  const hasBilling = options.installation.billing === 'on';
  const documents = {
    [API_DOCUMENT_PATH]: apiDocument({ ...options, version, hasBilling }),
    [V1_DOCUMENT_PATH]: v1Document({ ...options, version, hasBilling }),
  };
  // Without billing, only the public API's responses lack the credit fields; the web app's API still contains them.
  const absent = { [API_DOCUMENT_PATH]: new Set<string>(), [V1_DOCUMENT_PATH]: CREDIT_FIELDS };
  for (const path of [API_DOCUMENT_PATH, V1_DOCUMENT_PATH] as const) {
    const document = documents[path];
    const json = JSON.stringify(hasBilling ? document : withoutBilling(document, absent[path]));
    app.get(path, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(json),
    );
  }
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  );
  return (manifest as { version: string }).version;
}
