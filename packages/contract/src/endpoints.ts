import { ACCOUNT_ENDPOINTS } from './accounts/endpoints.ts';
import { SESSION_ENDPOINTS } from './accounts/session-endpoints.ts';
import { BILLING_ENDPOINTS } from './billing/endpoints.ts';
import { CREDIT_ENDPOINTS } from './credits/endpoints.ts';
import { API_KEY_ENDPOINTS } from './api/key-endpoints.ts';
import { WEBHOOK_ENDPOINTS } from './api/webhook-endpoints.ts';
import { BUCKET_ENDPOINTS } from './buckets/endpoints.ts';
import { CATALOG_ENDPOINTS } from './catalog/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { GENERATION_ENDPOINTS } from './tools/endpoints.ts';
import { ORGANIZATION_ENDPOINTS } from './organizations/endpoints.ts';
import { RECORD_ENDPOINTS } from './records/endpoints.ts';
import { fillPath } from './shell-endpoints.ts';
import { SERVICE_ENDPOINTS } from './service/endpoints.ts';

export type { AnswerKind, AuthNeed, BodyKind, Endpoint } from './endpoint.ts';

/** Every endpoint of the web app's API. The public API has its own endpoints, `ALL_V1_ENDPOINTS`. */
export const ENDPOINTS = {
  ...ACCOUNT_ENDPOINTS,
  ...ORGANIZATION_ENDPOINTS,
  ...API_KEY_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...BUCKET_ENDPOINTS,
  ...RECORD_ENDPOINTS,
  ...SESSION_ENDPOINTS,
  ...CREDIT_ENDPOINTS,
  ...BILLING_ENDPOINTS,
  ...GENERATION_ENDPOINTS,
  ...CATALOG_ENDPOINTS,
  ...SERVICE_ENDPOINTS,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** Concrete path of an endpoint; see `fillPath`. */
export const endpointPath = (
  name: EndpointName,
  productSlug: string,
  params: Readonly<Record<string, string>> = {},
): string => fillPath(ENDPOINTS[name], productSlug, params);
