const values = new WeakMap<object, Map<string, unknown>>();

/** Computes a value from an object, once for each key while the object is in memory. */
export function remember<Value>(from: object, key: string, compute: () => Value): Value {
  const cachedByKey = values.get(from) ?? new Map<string, unknown>();
  values.set(from, cachedByKey);
  if (!cachedByKey.has(key)) cachedByKey.set(key, compute());
  return cachedByKey.get(key) as Value;
}
