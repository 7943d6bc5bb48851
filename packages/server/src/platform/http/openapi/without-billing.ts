import { BILLING_ERROR_CODES, ENDPOINTS, V1_HEADERS, withoutMoney } from '@packshot/contract';
import type { EndpointName } from '@packshot/contract';
import type { JsonObject } from './json-schemas.ts';

/** Endpoints about balances, plans and payments, which don't exist on a server without billing. */
export const PRICED_ENDPOINTS: readonly EndpointName[] = [
  'getFreemiumCredits',
  'getDownloadCredits',
  'getLedger',
  ...(Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].tag === 'Payments'),
];

export const formatSummary = (
  { summary, cost }: { readonly summary: string; readonly cost?: string },
  hasBilling: boolean,
): string => (hasBilling && cost !== undefined ? `${summary}; ${cost}` : summary);

const CODES: readonly string[] = BILLING_ERROR_CODES;
const OPERATIONS: readonly unknown[] = PRICED_ENDPOINTS;
const WORDS = /\b(credits?|costs?|charged|debits?|paid|plans?|free|ceilings?)\b/i;

/**
 * Removes balances, plans and payments from an OpenAPI document: operations, errors, headers, text, and fields that
 * responses of a server without billing lack.
 * @param fields names of properties to remove
 */
export function withoutBilling<Document extends object>(
  document: Document,
  fields: ReadonlySet<string>,
): Document {
  const cleanList = (list: readonly unknown[]): unknown[] =>
    list.filter((each) => !CODES.includes(getErrorCode(each))).map(clean);
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return cleanList(value);
    if (typeof value !== 'object' || value === null) return value;
    const retainedEntries = Object.entries(value as JsonObject).filter(
      ([name, inside]) => name !== V1_HEADERS.creditsCharged && !isPricedOperation(inside),
    );
    return Object.fromEntries(retainedEntries.flatMap(([name, inside]) => member(name, inside)));
  };
  const member = (name: string, inside: unknown): [string, unknown][] => {
    if (name === 'description' && typeof inside === 'string') return withoutBillingLines(inside);
    if (name === 'detail' && typeof inside === 'string') return [[name, withoutMoney(inside)]];
    if (name === 'properties' && typeof inside === 'object' && inside !== null)
      return [[name, clean(Object.fromEntries(Object.entries(inside).filter(([key]) => !fields.has(key))))]];
    if (name === 'required' && Array.isArray(inside))
      return [[name, inside.filter((key) => !fields.has(String(key)))]];
    return [[name, clean(inside)]];
  };
  const cleaned = clean(document) as Document & {
    paths: JsonObject;
    tags: { name: string }[];
    components: { schemas: JsonObject };
  };
  const paths = Object.entries(cleaned.paths).filter(([, path]) => Object.keys(path as object).length > 0);
  const used = new Set(paths.flatMap(([, path]) => Object.values(path as object).flatMap(listTags)));
  const retainedPaths = Object.fromEntries(paths);
  return {
    ...cleaned,
    components: withUsedSchemas(cleaned.components, retainedPaths),
    paths: retainedPaths,
    tags: cleaned.tags.filter(({ name }) => used.has(name)),
  };
}

const getErrorCode = (entry: unknown): string =>
  typeof entry === 'object' && entry !== null && 'code' in entry ? String(entry.code) : String(entry);

/** Removes the schemas that neither the paths nor other used schemas reference. */
function withUsedSchemas<Components extends { readonly schemas: JsonObject }>(
  components: Components,
  paths: JsonObject,
): Components {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(components.schemas[name]);
    }
  };
  visit(paths);
  const schemas = Object.entries(components.schemas).filter(([name]) => used.has(name));
  return { ...components, schemas: Object.fromEntries(schemas) };
}

const listTags = (operation: unknown): string[] => (operation as { readonly tags?: string[] }).tags ?? [];

const isPricedOperation = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'operationId' in value &&
  OPERATIONS.includes(value.operationId);

/** Removes the lines of a description that are about billing errors or mention money. */
function withoutBillingLines(description: string): [string, string][] {
  const lines = description.split('\n').filter((line) => !CODES.includes(line.split(':')[0] ?? ''));
  const text = lines.filter((line) => !WORDS.test(line)).join('\n');
  // Removes a description whose lines were all billing errors. A description that becomes empty for another reason is
  // kept, because OpenAPI requires one for each response.
  return text === '' && lines.length === 0 ? [] : [['description', text]];
}
