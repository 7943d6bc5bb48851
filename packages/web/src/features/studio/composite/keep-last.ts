/**
 * @param count number of values to keep
 * @returns a function that makes a value, or returns one of the last if its key is the same; failures aren't kept
 */
export function keepLast<Value>(count = 1): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const last = new Map<string, Promise<Value>>();
  return (key, make) => {
    const value = last.get(key) ?? make();
    last.delete(key);
    last.set(key, value);
    for (const old of [...last.keys()].slice(0, -count)) last.delete(old);
    value.catch(() => {
      if (last.get(key) === value) last.delete(key);
    });
    return value;
  };
}
