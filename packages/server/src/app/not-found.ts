import { ALL_V1_ENDPOINTS, ENDPOINTS, endpointPath, ROUTES } from '@packshot/contract';
import type { EndpointName } from '@packshot/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/domain-error.ts';
import { asksForJson } from '../platform/http/accepted-form.ts';
import { findCompatApi } from '../compat/refusals.ts';
import { REFERENCE_PICTURES_PATH } from '../tools/reference-picture-route.ts';
import { isV1 } from '../compat/v1/problems.ts';
import { refuseUnknown } from '../compat/v1/routes.ts';
import { getPath } from '../platform/http/web-app.ts';
import type { SendScreen } from '../platform/http/web-app.ts';

/**
 * Answers unknown paths: with an error for the API's path prefixes and for requests that aren't page visits, otherwise
 * with the web app's page.
 */
export function answerUnknownPaths(
  app: FastifyInstance,
  options: { productSlug: string; objectsPath: string | null; sendScreen: SendScreen },
): void {
  const prefixes = apiPrefixes(options.productSlug, options.objectsPath);
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    // The server looks up the web app's files first, even under paths of the public API.
    if (isV1(request)) refuseUnknown(request, reply);
    const path = getPath(request);
    const isOfApi = prefixes.has(`/${path.split('/')[1] ?? ''}`) && !isForDevelopers(path);
    if (isOfApi || findCompatApi(request) !== null || !isPageVisit(request))
      throw new DomainError('NOT_FOUND');
    // The promise isn't returned: each promise that waits for a reply adds listeners to the reply, and the file server
    // already waits.
    options.sendScreen(request, reply);
  });
}

/** Paths of the developer pages belong to the web app, not to the API. */
const isForDevelopers = (path: string): boolean =>
  path === ROUTES.developers || path.startsWith(`${ROUTES.developers}/`);

function apiPrefixes(productSlug: string, objectsPath: string | null): ReadonlySet<string> {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  const paths = names.map((name) => endpointPath(name, productSlug));
  for (const { path } of Object.values(ALL_V1_ENDPOINTS)) paths.push(path);
  return new Set(
    [...paths, REFERENCE_PICTURES_PATH, ...(objectsPath === null ? [] : [objectsPath])].map(
      (path) => `/${path.split('/')[1]}`,
    ),
  );
}

/**
 * Returns true if the client expects a page: browsers, link previews and monitors do. Requests for JSON, or for a path
 * that looks like a file, don't.
 */
function isPageVisit(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if ((request.headers.accept ?? '').includes('text/html')) return true;
  const lastSegment = getPath(request).split('/').at(-1) ?? '';
  return !asksForJson(request) && !lastSegment.includes('.');
}
