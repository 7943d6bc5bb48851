import { ACCOUNT_ENDPOINTS } from './accounts/endpoints.ts';
import { SESSION_ENDPOINTS } from './accounts/session-endpoints.ts';
import { BILLING_ENDPOINTS } from './billing/endpoints.ts';
import { CREDIT_ENDPOINTS } from './credits/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { EVENT_ENDPOINTS } from './service/event-endpoints.ts';

/** Endpoints that every page calls at once: session, account, balances, plan, events. The web app loads the others later. */
export const SHELL_ENDPOINTS = {
  ...ACCOUNT_ENDPOINTS,
  ...SESSION_ENDPOINTS,
  ...CREDIT_ENDPOINTS,
  ...BILLING_ENDPOINTS,
  ...EVENT_ENDPOINTS,
} as const satisfies Record<string, Endpoint>;

/**
 * Concrete path of an endpoint.
 * @param productSlug replaces `{product}`
 * @param params replace the other names in braces; missing ones stay unchanged
 */
export function fillPath(
  { path }: Pick<Endpoint, 'path'>,
  productSlug: string,
  params: Readonly<Record<string, string>> = {},
): string {
  const pathValues: Readonly<Record<string, string>> = { ...params, product: productSlug };
  return path.replace(/\{(\w+)\}/g, (braced: string, field: string) => {
    const value = pathValues[field];
    return value === undefined ? braced : encodeURIComponent(value);
  });
}
