import { ALL_V1_ENDPOINTS, DEFAULT_PRODUCT_SLUG, ENDPOINTS, ROOT_CERTIFICATE_PATH } from '@packshot/contract';
import type { EndpointName } from '@packshot/contract';
import { routePath } from '../../app/endpoint-routes.ts';
import { OBJECTS_PATH } from './test-app.ts';

/** Routes that aren't in the contract's endpoint table. */
const OTHER_ROUTES: readonly string[] = [
  `GET ${ROOT_CERTIFICATE_PATH}`,
  'GET /api/remove',
  'GET /v1.0/account',
  'POST /api/remove',
  'POST /v1.0/removebg',
  'GET /api/openapi.json',
  'GET /sets/:id/preview.webp',
  'GET /sets/:id/:revision/:name',
  'GET /v1/openapi.json',
  `GET ${OBJECTS_PATH}/*`,
  `POST ${OBJECTS_PATH}`,
  'DELETE /mcp',
  'GET /mcp',
  'POST /mcp',
];

const ENDPOINT_ROUTES = (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => ({
  route: `${ENDPOINTS[name].method} ${routePath(name, DEFAULT_PRODUCT_SLUG)}`,
  body: ENDPOINTS[name].body,
}));
const V1_ROUTES = Object.values(ALL_V1_ENDPOINTS).map(({ method, path, body }) => ({
  route: `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  body,
}));

/** Method and path of every route; a test compares them with the routes of the app. */
export const ALL_ROUTES: readonly string[] = [
  ...[...ENDPOINT_ROUTES, ...V1_ROUTES].map(({ route }) => route),
  ...OTHER_ROUTES,
];

/** Method and path of routes without a request body. */
export const BODILESS: ReadonlySet<string> = new Set(
  [...ENDPOINT_ROUTES, ...V1_ROUTES].filter(({ body }) => body === 'none').map(({ route }) => route),
);
