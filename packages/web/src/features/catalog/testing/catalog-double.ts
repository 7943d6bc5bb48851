/** Fake server for the catalog's endpoints; checks requests and responses against the contract. */
import { BUCKET_ENDPOINTS } from '@packshot/contract/buckets/endpoints';
import { CATALOG_ENDPOINTS } from '@packshot/contract/catalog/endpoints';
import { CREDIT_ENDPOINTS } from '@packshot/contract/credits/endpoints';
import type { Endpoint } from '@packshot/contract/endpoint';
import { vi } from 'vitest';

const { getDownloadCredits } = CREDIT_ENDPOINTS;
const ENDPOINTS = { ...CATALOG_ENDPOINTS, ...BUCKET_ENDPOINTS, getDownloadCredits };
type CatalogName = keyof typeof ENDPOINTS;

export interface CatalogCall {
  readonly name: CatalogName;
  readonly params: Readonly<Record<string, never>>;
  readonly query: Readonly<Record<string, never>>;
  readonly body: never;
}

/** Answers by endpoint: the JSON body; a Response is returned unchanged. */
export type CatalogAnswers = Readonly<Partial<Record<CatalogName, (call: CatalogCall) => unknown>>>;

const PATTERNS = Object.entries(ENDPOINTS).map(([name, endpoint]) => ({
  name: name as CatalogName,
  endpoint: endpoint as Endpoint,
  pattern: new RegExp(
    `^${endpoint.path.replaceAll('/', '\\/').replaceAll(/\{(\w+)\}/g, (_all, field: string) => `(?<${field}>[^/]+)`)}$`,
  ),
}));

/**
 * Installs the fake server.
 * @returns all calls in order; a request that the contract doesn't allow fails the test
 */
export function stubCatalog(answers: CatalogAnswers): CatalogCall[] {
  const reached: CatalogCall[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const match = PATTERNS.find(
      ({ endpoint, pattern }) => endpoint.method === (init.method ?? 'GET') && pattern.test(url.pathname),
    );
    const answer = match && answers[match.name];
    if (!match || !answer) throw new TypeError(`No answer for ${init.method} ${address}`);
    const { endpoint, name, pattern } = match;
    const body: unknown = endpoint.body === 'json' ? JSON.parse(init.body as string) : init.body;
    const call = {
      name,
      params: endpoint.params?.parse({ ...pattern.exec(url.pathname)?.groups, product: undefined }) ?? {},
      query: endpoint.query?.parse(Object.fromEntries(url.searchParams)) ?? {},
      body: endpoint.input ? endpoint.input.parse(body) : body,
    } as unknown as CatalogCall;
    reached.push(call);
    const value = await answer(call);
    if (value instanceof Response) return value;
    if (endpoint.answer === 'empty') return new Response(null, { status: endpoint.successStatus });
    return Response.json(endpoint.output?.parse(value), { status: endpoint.successStatus });
  });
  return reached;
}

/** Error response in the server's format. */
export const refuseWith = (code: string, message: string, status = 409): Response =>
  Response.json({ code, message }, { status });

export const sentTo = (reached: readonly CatalogCall[], name: CatalogName): readonly CatalogCall[] =>
  reached.filter((call) => call.name === name);
