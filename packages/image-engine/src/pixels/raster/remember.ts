const values = new WeakMap<object, Map<string, unknown>>();

/** Computes a value from an object, once for each key while the object is in memory. */
export function remember<Value>(from: object, key: string, compute: () => Value): Value {
  const known = values.get(from) ?? new Map<string, unknown>();
  values.set(from, known);
  if (!known.has(key)) known.set(key, compute());
  return known.get(key) as Value;
}
