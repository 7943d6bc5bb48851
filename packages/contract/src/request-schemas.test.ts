import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boundedText, trimmedText } from './bounded-text.ts';
import { ENDPOINTS, emailSchema, idempotencyKeySchema } from './index.ts';
import type { Endpoint, EndpointName } from './index.ts';

type SchemaFault = string;

interface CheckDefinition {
  readonly check: string;
  readonly maximum?: number;
  readonly abort?: boolean;
}

function unboundedTexts(schema: z.core.$ZodType, place: string, visited = new Set<unknown>()): SchemaFault[] {
  if (visited.has(schema)) return [];
  visited.add(schema);
  const { def } = (schema as z.ZodType)._zod;
  if (def.type === 'string') return faultOfText(schema, place);
  return Object.entries(def as unknown as Record<string, unknown>).flatMap(([key, part]) =>
    schemasIn(part).flatMap(([name, each]) => unboundedTexts(each, `${place}.${name || key}`, visited)),
  );
}

function schemasIn(part: unknown): (readonly [string, z.core.$ZodType])[] {
  if (part instanceof z.core.$ZodType) return [['', part]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, each]) =>
    each instanceof z.core.$ZodType ? [[name, each] as const] : [],
  );
}

/**
 * A pattern may only follow a length limit that aborts validation; only another length limit may precede that limit.
 */
function faultOfText(schema: z.core.$ZodType, place: string): SchemaFault[] {
  const { def } = (schema as z.ZodString)._zod;
  // A format schema (`z.uuid()`) is a pattern that Zod runs before every other rule.
  if (schema instanceof z.core.$ZodStringFormat) return [`${place}: a pattern before the bound`];
  const checks = (def.checks ?? []).map((each) => each._zod.def as unknown as CheckDefinition);
  const first = checks.findIndex(({ check, abort }) => check === 'max_length' && abort === true);
  if (first === -1) return [`${place}: no bound`];
  return checks
    .slice(0, first)
    .filter(({ check }) => check !== 'max_length' && check !== 'min_length')
    .map(({ check }) => `${place}: ${check} before the bound`);
}

const requestSchemas = (Object.keys(ENDPOINTS) as EndpointName[]).flatMap((name) =>
  (['params', 'query', 'input'] as const).flatMap((part) => {
    const schema = (ENDPOINTS[name] as Endpoint)[part];
    return schema === undefined ? [] : [[`${name}, ${part}`, schema] as const];
  }),
);

describe('text fields in requests', () => {
  it.each([...requestSchemas, ['idempotency key', idempotencyKeySchema] as const])(
    'have a length limit that is checked before any pattern: %s',
    (place, schema) => {
      expect(unboundedTexts(schema, place)).toEqual([]);
    },
  );

  it.each([
    ['no bound', z.object({ name: z.string() })],
    ['no bound', z.object({ name: z.string().max(10) })],
    ['string_format before the bound', z.object({ name: z.string().regex(/^a$/).max(1, { abort: true }) })],
    ['a pattern before the bound', z.array(z.object({ id: z.uuid().max(36, { abort: true }) }).optional())],
    ['no bound', z.union([z.literal('a'), z.record(boundedText(3), z.string())])],
    ['overwrite before the bound', z.string().trim().max(3, { abort: true }).default('a')],
  ])('are reported when their schema has %s', (fault, schema) => {
    expect(unboundedTexts(schema, 'field')).toEqual([expect.stringContaining(fault)]);
  });

  it('aren’t matched with the pattern when the text is too long', () => {
    let looks = 0;
    const pattern = /^a$/;
    pattern.test = () => {
      looks += 1;
      return true;
    };
    const countMatches = (schema: z.ZodString) =>
      schema.check(z.refine((text: string) => pattern.test(text)));
    for (const schema of [countMatches(boundedText(10)), countMatches(trimmedText(10))]) {
      expect(schema.safeParse('x'.repeat(60_000)).success).toBe(false);
      expect(schema.safeParse(' '.repeat(60_000)).success).toBe(false);
    }
    expect(looks).toBe(0);
    expect(countMatches(boundedText(10)).safeParse('short').success).toBe(true);
    expect(looks).toBe(1);
  });
});

describe('an email address', () => {
  it('accepts only text, at sign, text, dot, text', () => {
    const emailPattern = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+\.[^\s\p{C}@<>()[\]\\,;:"]+$/u;
    const pieces = fc.constantFrom('a', 'é', '@', '.', '..', ' b', '<', 'shop.example');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        expect(emailSchema.safeParse(text).success).toBe(emailPattern.test(text.trim()));
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts at most 254 characters after trimming', () => {
    const longest = `${'a'.repeat(240)}@shop.example.b`.slice(-254);
    expect(emailSchema.parse(`  ${longest.padStart(254, 'a')} \n`)).toHaveLength(254);
    expect(emailSchema.safeParse(longest.padStart(255, 'a')).success).toBe(false);
    expect(emailSchema.safeParse(`a@${'.'.repeat(65_000)}@`).error?.issues).toEqual([
      expect.objectContaining({ code: 'too_big' }),
    ]);
  });
});
