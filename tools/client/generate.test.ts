import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GENERATED, generatedNow } from './generated-file.ts';
import { typescriptOf } from './typescript-of.ts';

describe('what the client knows of the public API', () => {
  it('is what its document says now', async () => {
    // Otherwise: npm run client-types
    expect(readFileSync(GENERATED, 'utf8')).toBe(await generatedNow());
  });

  it('has a type for each kind of schema, and none for one that is not known', () => {
    const typeOf = (schema: Record<string, unknown>): string => typescriptOf(schema, () => undefined);
    expect(typeOf({ type: ['string', 'null'] })).toBe('string | null');
    expect(typeOf({ type: 'integer', enum: [2, 4] })).toBe('2 | 4');
    expect(typeOf({ const: 0 })).toBe('0');
    expect(typeOf({ oneOf: [{ const: 'a' }, { const: 'b' }] })).toBe('"a" | "b"');
    expect(typeOf({ type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } })).toBe(
      'readonly (number | null)[]',
    );
    expect(typeOf({ type: 'object', additionalProperties: { type: 'boolean' } })).toBe(
      'Readonly<Record<string, boolean>>',
    );
    expect(() => typeOf({})).toThrow(/No type/);
  });
});
