/** Canonical JSON: equal data has equal text, so that equal recipes have equal hashes. */

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * JSON without white space, with names ordered by UTF-16 units and numbers as in ECMAScript: RFC 8785. Properties that
 * are undefined are omitted.
 * @throws RangeError for a number that JSON can't represent
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON has no such number.');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map((each) => canonicalJson(each)).join(',')}]`;
  const entries = Object.entries(value).filter(([, each]) => (each as unknown) !== undefined);
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

const isList = (value: object): value is readonly JsonValue[] => Array.isArray(value);
