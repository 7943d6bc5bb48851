import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GENERATED, generatedNow } from './generated-file.ts';
import { toTypescript } from './to-typescript.ts';

describe('the generated client types', () => {
  it('match the current API document', async () => {
    // If this test fails, run npm run client-types.
    expect(readFileSync(GENERATED, 'utf8')).toBe(await generatedNow());
  });

  it('include a type for each kind of schema, and the generator refuses unknown kinds', () => {
    const toType = (schema: Record<string, unknown>): string => toTypescript(schema, () => undefined);
    expect(toType({ type: ['string', 'null'] })).toBe('string | null');
    expect(toType({ type: 'integer', enum: [2, 4] })).toBe('2 | 4');
    expect(toType({ const: 0 })).toBe('0');
    expect(toType({ oneOf: [{ const: 'a' }, { const: 'b' }] })).toBe('"a" | "b"');
    expect(toType({ type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } })).toBe(
      'readonly (number | null)[]',
    );
    expect(toType({ type: 'object', additionalProperties: { type: 'boolean' } })).toBe(
      'Readonly<Record<string, boolean>>',
    );
    expect(() => toType({})).toThrow(/No type/);
  });
});
