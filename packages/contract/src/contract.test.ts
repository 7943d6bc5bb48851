import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ASPECT_RATIOS,
  downloadFileName,
  emailSchema,
  ENDPOINTS,
  ERRORS,
  descriptionToPromptRequestSchema,
  HARMONIZE_DEFAULT_STRENGTH,
  harmonizeFormSchema,
  hasSupportedExtension,
  magicFormSchema,
  outputCanvasSize,
  parseAspectRatio,
  passwordSchema,
  personNameSchema,
  toolIdSchema,
  upscaleFormSchema,
} from './index.ts';
import { oneLineText } from './bounded-text.ts';

describe('errors', () => {
  it('have a message and a status each', () => {
    for (const { message, status } of Object.values(ERRORS)) {
      expect(message.length).toBeGreaterThan(5);
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('field validation', () => {
  it.each(['photo.png', 'PHOTO.JPG', 'a.b.JpEg', 'IMG_0001.HEIC'])('accepts the extension of %s', (name) => {
    expect(hasSupportedExtension(name)).toBe(true);
  });
  it.each(['photo.webp', 'photo.gif', 'png', 'photo.png.exe', ''])('refuses the extension of %j', (name) => {
    expect(hasSupportedExtension(name)).toBe(false);
  });
  it('trims and checks email addresses', () => {
    expect(emailSchema.parse('  ann@shop.example ')).toBe('ann@shop.example');
    const punctuated = ['<ann>@shop.example', 'ann@shop.example,bob@shop.example', '"ann"@shop.example'];
    const invisible = ['a\u0000nn@shop.example', 'a\u202enn@shop.example', 'a\ud800nn@shop.example'];
    const incomplete = ['ann', 'ann@shop', 'a nn@shop.example', '@shop.example', 'ann@shop.'];
    for (const bad of [...incomplete, ...punctuated, ...invisible])
      expect(emailSchema.safeParse(bad).success, bad).toBe(false);
  });
  it('allows letters of any script in names', () => {
    for (const good of ['Zoë', "O'Neill", 'Anne-Marie', '李明', 'José María'])
      expect(personNameSchema.safeParse(good).success, good).toBe(true);
    for (const bad of ['A', 'x'.repeat(31), 'R2D2', '<b>', '  '])
      expect(personNameSchema.safeParse(bad).success, bad).toBe(false);
  });
  it('requires a letter and a digit and only the listed symbols in passwords', () => {
    for (const good of ['abcdefg1', 'P4ss@$!%*?&']) expect(passwordSchema.safeParse(good).success).toBe(true);
    for (const bad of ['abcdefgh', '12345678', 'abc1', 'abcdefg1#', 'abcdefg 1'])
      expect(passwordSchema.safeParse(bad).success, bad).toBe(false);
  });
  it('parses aspect ratios and falls back to 1', () => {
    expect(parseAspectRatio('16:10')).toBe(1.6);
    expect(parseAspectRatio('3/4')).toBe(0.75);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ratio = parseAspectRatio(text);
        expect(Number.isFinite(ratio) && ratio > 0).toBe(true);
      }),
    );
    for (const { x, y, value } of ASPECT_RATIOS) expect(value).toBe(x / y);
    for (const bad of ['', 'a:b', '1:0', '0:1', '4', '-1:2']) expect(parseAspectRatio(bad)).toBe(1);
  });
  it('a download’s file name ends in png instead of jpg, and keeps “jpg” elsewhere', () => {
    expect(downloadFileName('my jpg photo.JPG')).toBe('my jpg photo.png');
    expect(downloadFileName('AI Image.png')).toBe('AI Image.png');
  });
});

describe('tool forms', () => {
  const keys = { image_s3: 'uploads/a/1', mask_s3: 'uploads/a/2', feature_type: '9' };
  it('removes invisible and direction characters, and keeps joiners', () => {
    const name = oneLineText(80);
    expect(name.parse('\u202Egum\u202C  \u2066mug\u2069\u200B')).toBe('gum mug');
    expect(name.parse('می\u200Cخواهم 👩\u200D🍳')).toBe('می\u200Cخواهم 👩\u200D🍳');
  });

  it('accepts an empty prompt, or one of at most 300 characters on one line', () => {
    expect(magicFormSchema.parse(keys).prompt).toBeUndefined();
    expect(magicFormSchema.parse({ ...keys, prompt: ' make it\n\tnavy ' }).prompt).toBe('make it navy');
    expect(magicFormSchema.parse({ ...keys, prompt: ` ${'x'.repeat(300)} ` }).prompt).toHaveLength(300);
    for (const bad of ['x'.repeat(301), 'remove\u0000', 'remove \ud800', ['remove', 'brighten']])
      expect(magicFormSchema.safeParse({ ...keys, prompt: bad }).success, String(bad)).toBe(false);
  });
  it('enlarges two or four times, in the faithful mode by default', () => {
    const form = { image_s3: 'uploads/a/1', feature_type: '7' };
    expect(upscaleFormSchema.parse({ ...form, value: '4' })).toMatchObject({ value: 4, mode: 'faithful' });
    // Text that JavaScript converts to numbers, but that the API refuses as a number.
    for (const bad of [
      '3',
      '',
      ' ',
      '0',
      '-2',
      '2.5',
      'two',
      '0x2',
      '2e0',
      'NaN',
      'Infinity',
      true,
      undefined,
    ]) {
      const issues = upscaleFormSchema.safeParse({ ...form, value: bad }).error?.issues;
      expect(issues, String(bad)).toMatchObject([{ path: ['value'], message: 'Send 2 or 4.' }]);
    }
    expect(upscaleFormSchema.safeParse({ ...form, value: '2', mode: 'wild' }).success).toBe(false);
    expect(upscaleFormSchema.parse({ ...form, value: '2', clean_up: 'true' })).toMatchObject({
      clean_up: true,
    });
    expect(upscaleFormSchema.safeParse({ ...form, value: '2', clean_up: 'yes' }).success).toBe(false);
  });
  it('harmonizes with a strength from 0 to 1, medium by default', () => {
    const parseStrength = (strength?: string) =>
      harmonizeFormSchema.parse({ ...keys, ...(strength !== undefined && { strength }) }).strength;
    expect(parseStrength()).toBe(HARMONIZE_DEFAULT_STRENGTH);
    expect(['0', '.25', '0.5', '1', '1.0'].map(parseStrength)).toEqual([0, 0.25, 0.5, 1, 1]);
    for (const bad of ['', ' ', '1.1', '-0.1', '1e-1', 'NaN', 'much', '0.1234567'])
      expect(harmonizeFormSchema.safeParse({ ...keys, strength: bad }).success, bad).toBe(false);
  });
  it('makes a prompt from a description of 1 to 2000 characters', () => {
    const accepts = (description: unknown) =>
      descriptionToPromptRequestSchema.safeParse({ description }).success;
    expect([accepts('A mug.'), accepts(` ${'x'.repeat(2000)} `)]).toEqual([true, true]);
    for (const bad of ['', ' \n', 'x'.repeat(2001), ['a'], undefined]) expect(accepts(bad)).toBe(false);
  });
});

describe('the tool and endpoint tables', () => {
  it('accepts only known tool IDs, as numbers or digits', () => {
    expect([toolIdSchema.parse('8'), toolIdSchema.parse(10)]).toEqual([8, 10]);
    for (const bad of ['3', '11', '0', '', 'eight'])
      expect(toolIdSchema.safeParse(bad).success, bad).toBe(false);
  });

  it('names each method and path once', () => {
    const routes = Object.values(ENDPOINTS).map((e) => `${e.method} ${e.path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });
});

describe('the output canvas', () => {
  const square = { widthPx: 1600, heightPx: 1200 };

  it('is the largest size of its aspect ratio that fits the container, in whole pixels', () => {
    expect(outputCanvasSize({ widthPx: 900.7, heightPx: 700 }, 16 / 10, false)).toEqual({
      widthPx: 900,
      heightPx: 563,
    });
    expect(outputCanvasSize({ widthPx: 900, heightPx: 333.9 }, 3 / 4, false)).toEqual({
      widthPx: 250,
      heightPx: 333,
    });
  });

  it('is capped only when the option for a larger size is off and both sides exceed the cap', () => {
    expect(outputCanvasSize(square, 1, false)).toEqual({ widthPx: 1024, heightPx: 1024 });
    expect(outputCanvasSize(square, 1, true)).toEqual({ widthPx: 1200, heightPx: 1200 });
    expect(outputCanvasSize(square, 16 / 10, false)).toEqual({ widthPx: 1600, heightPx: 1000 });
    expect(outputCanvasSize({ widthPx: 3000, heightPx: 3000 }, 4 / 3, false)).toEqual({
      widthPx: 1024,
      heightPx: 768,
    });
  });
});
