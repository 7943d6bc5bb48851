export interface BodyText {
  readonly kind: 'json' | 'form';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Parses the body.
 * @throws SyntaxError
 */
export function parseBody({ kind, bytes }: BodyText): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (kind === 'form') return Object.fromEntries(new URLSearchParams(text));
  const value: unknown = JSON.parse(text);
  assertNoPrototype(value);
  return value;
}

/** Refuses keys such as `__proto__`, which would change the prototype of an object to which they are copied. */
function assertNoPrototype(value: unknown): void {
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const { constructor } = next as { readonly constructor?: unknown };
    const hasPrototype =
      Object.hasOwn(next, 'constructor') &&
      typeof constructor === 'object' &&
      constructor !== null &&
      Object.hasOwn(constructor, 'prototype');
    if (Object.hasOwn(next, '__proto__') || hasPrototype)
      throw new SyntaxError('A key of the body is not allowed');
    for (const each of Object.values(next)) if (typeof each === 'object') waiting.push(each);
  }
}
