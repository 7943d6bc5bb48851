/** One spelling for equal data, so that equal recipes have equal hashes. */

/** A value that JSON can carry. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * JSON without white space, names in the order of their UTF-16 units, numbers as ECMAScript writes them: RFC 8785. What is `undefined` is left out.
 * @throws RangeError for a number that JSON has no word for
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
