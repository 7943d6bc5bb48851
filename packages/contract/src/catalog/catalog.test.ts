import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import type { JsonValue } from './canonical-json.ts';
import { DEFAULT_NAME_PATTERN, getDeliveredType, namePatternSchema, outputFileName } from './file-names.ts';
import { FILE_NAME_MAX_LENGTH } from './limits.ts';
import { recipeFile, recipeFileSchema, recipeSchema } from './recipe.ts';
import type { Recipe } from './recipe.ts';

const RECIPE: Recipe = {
  steps: {
    cut_out: {},
    ground: { kind: 'color', color: '#ffffff' },
    shadow: { kind: 'computed', strength: 1 },
    framing: {
      fill_percent: 85,
      margin_percent: 5,
      baseline_percent: null,
      align_x: 'center',
      align_y: 'center',
    },
  },
  outputs: [
    {
      id: 'shop',
      width: 2000,
      height: 2000,
      format: 'jpeg',
      quality: 90,
      name_pattern: DEFAULT_NAME_PATTERN,
    },
  ],
};
const [SHOP] = RECIPE.outputs;
if (SHOP === undefined) throw new Error('The example has no output');
const ITEM = { row: 7, sku: 'MUG-1', variant: 'blue', slot: 'front', columns: { EAN: '40 12' } };
const formatFileName = (name_pattern: string, item: Partial<typeof ITEM> = {}): string =>
  outputFileName({ ...SHOP, name_pattern }, { ...ITEM, ...item });

describe('the canonical JSON of a recipe', () => {
  it('is the same for any order of the fields', () => {
    const turned = {
      outputs: RECIPE.outputs,
      steps: Object.fromEntries(Object.entries(RECIPE.steps).toReversed()) as JsonValue,
    };
    expect(canonicalJson(turned)).toBe(canonicalJson(RECIPE));
    expect(canonicalJson({ b: [1, { d: 'é', c: null }], a: -0 })).toBe('{"a":0,"b":[1,{"c":null,"d":"é"}]}');
  });

  it('parses back to the same value, and refuses values that JSON lacks', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), (value) => {
        expect(JSON.parse(canonicalJson(value as JsonValue))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 50 },
    );
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(RangeError);
  });
});

describe('the recipe file', () => {
  it('is read back as it was written', () => {
    const text = JSON.stringify(recipeFile('White', RECIPE));
    expect(recipeFileSchema.parse(JSON.parse(text)).recipe).toEqual(RECIPE);
  });

  it.each([
    ['an unknown field', { ...recipeFile('White', RECIPE), note: '' }],
    ['an unknown step', recipeFile('White', { ...RECIPE, steps: { ...RECIPE.steps, blur: {} } } as never)],
    ['another version', { ...recipeFile('White', RECIPE), 'packshot-recipe': 2 }],
    ['two outputs of one id', recipeFile('White', { ...RECIPE, outputs: [SHOP, SHOP] })],
    [
      'two outputs of one name',
      recipeFile('White', {
        ...RECIPE,
        outputs: ['a', 'b'].map((id) => ({ ...SHOP, id, name_pattern: '{sku}.{ext}' })),
      }),
    ],
    [
      'too many pixels',
      recipeFile('White', { ...RECIPE, outputs: [{ ...SHOP, width: 6000, height: 6000 }] }),
    ],
  ])('refuses %s', (_what, file) => {
    expect(recipeFileSchema.safeParse(file).success).toBe(false);
  });

  it('refuses a recipe without outputs', () => {
    expect(recipeSchema.safeParse({ ...RECIPE, outputs: [] }).success).toBe(false);
  });
});

const PIECES = [
  'a',
  'é',
  '語',
  '💥',
  '\uD800',
  '..',
  '/',
  '\\',
  '\0',
  '\n',
  'con',
  '-',
  '_',
  ' ',
  '"',
  '<',
  ':',
  '\u202E',
];

describe('file names', () => {
  it('fills in the fields of the row and the output', () => {
    expect(formatFileName(DEFAULT_NAME_PATTERN)).toBe('MUG-1_front_shop.jpg');
    expect(formatFileName('{column:EAN}-{variant} {row}.{ext}')).toBe('40-12-blue 7.jpg');
  });

  it('omits the separator next to an empty field', () => {
    expect(formatFileName(DEFAULT_NAME_PATTERN, { slot: '' })).toBe('MUG-1_shop.jpg');
    expect(formatFileName(DEFAULT_NAME_PATTERN, { sku: '', slot: '' })).toBe('shop.jpg');
    expect(formatFileName('{sku}.{ext}', { sku: '' })).toBe('row-7.jpg');
  });

  it('removes path parts, control characters and device names', () => {
    expect(formatFileName('{sku}.{ext}', { sku: '../../etc/passwd' })).toBe('etc-passwd.jpg');
    expect(formatFileName('{sku}.{ext}', { sku: 'C:\\x\u0000y\n' })).toBe('C-x-y.jpg');
    expect(formatFileName('{sku}.{ext}', { sku: 'con' })).toBe('con_.jpg');
  });

  it('makes a safe and short name from any cell', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 200 }), (pieces) => {
        const sku = pieces.join('');
        const name = formatFileName('{sku} {slot}.{ext}', { sku, slot: sku });
        expect(name).toMatch(/^[^\p{C}/\\:*?"<>|]+\.jpg$/u);
        expect(name).not.toMatch(/^[. -]/);
        expect(name.length).toBeLessThanOrEqual(FILE_NAME_MAX_LENGTH);
      }),
    );
  });

  it.each(['{sku}', '{sku}.jpg', '{nothing}.{ext}', '../{sku}.{ext}', '{sku}/{slot}.{ext}', '.{ext}', ''])(
    'refuses the name pattern %j',
    (pattern) => expect(namePatternSchema.safeParse(pattern).success).toBe(false),
  );
});

describe('content types of deliveries', () => {
  it.each([
    ['mug_front_shop.jpg', 'image/jpeg'],
    ['a.b_shop.png', 'image/png'],
    ['mug.webp', 'image/webp'],
    ['mug.avif', 'image/avif'],
    ['packshot-manifest.csv', 'text/csv; charset=utf-8'],
    ['mug', 'application/octet-stream'],
  ])('derives the type from the extension of %s: %s', (name, type) => {
    expect(getDeliveredType(name)).toBe(type);
  });
});
