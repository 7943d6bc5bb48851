/** @returns a function that makes a value, or returns the last one if its key is the same; failures aren't kept */
export function keepLast<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  let last: { readonly key: string; readonly value: Promise<Value> } | null = null;
  return (key, make) => {
    if (last?.key !== key) last = { key, value: make() };
    const { value } = last;
    value.catch(() => {
      if (last?.value === value) last = null;
    });
    return value;
  };
}
