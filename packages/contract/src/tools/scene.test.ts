import { describe, expect, it } from 'vitest';
import { EXAMPLE_LOCK } from '../testing/example-lock.ts';
import { ASPECT_RATIOS, sceneFormSchema, isOutside, OWN_MESSAGES, readCall, sceneSize } from '../index.ts';

const PLACEMENT = { centerX: 0.5, centerY: 0.6, width: 0.3, rotationDeg: 0, isFlipped: false };

const LOOK = EXAMPLE_LOCK;

describe('the scene form', () => {
  it('parses its structured fields, and fills in the defaults', () => {
    const form = sceneFormSchema.parse({
      feature_type: '2',
      prompt: '  a marble \n podium ',
      image_s3: 'users/1/mug.png',
      placement: JSON.stringify(PLACEMENT),
      palette: '["#C0FFEE"]',
    });
    expect(form).toMatchObject({
      prompt: 'a marble podium',
      placement: PLACEMENT,
      palette: ['#C0FFEE'],
      count: 4,
      aspect_ratio: 1,
      larger_size: false,
      light: 'auto',
    });
  });

  it.each([
    ['a tool that makes no scene', { feature_type: '8' }],
    ['a product scene without a product', { feature_type: '2' }],
    ['a reference scene without a reference', { feature_type: '6' }],
    ['three variants', { feature_type: '4', count: '3' }],
    ['what is no JSON', { feature_type: '4', palette: '[' }],
    ['a place far outside', { feature_type: '4', placement: JSON.stringify({ ...PLACEMENT, centerX: 9 }) }],
    ['an unknown shape', { feature_type: '4', aspect_ratio: '2' }],
    ['a fraction of a seed', { feature_type: '4', seed: '1.5' }],
    ['a control character', { feature_type: '4', prompt: 'snow\u0000' }],
  ])('refuses %s', (_, form) => {
    expect(sceneFormSchema.safeParse(form).success).toBe(false);
  });

  it.each([
    ['no JSON', '{'],
    ['another version’s fields', JSON.stringify({ ...LOOK, lens: 50 })],
    ['missing fields', '{"setId":"oak-window-eye"}'],
    ['numbers out of range', JSON.stringify({ ...LOOK, exposure: -1 })],
    ['numbers that are none', JSON.stringify({ ...LOOK, exposure: '1' })],
    ['names that no part has', JSON.stringify({ ...LOOK, tints: { __proto__x: '#112233' } })],
    [
      'more lights than any set has',
      JSON.stringify({
        ...LOOK,
        lights: Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`l${i}`, [1, 1, 1]])),
      }),
    ],
    ['more text than any scene lock has', JSON.stringify({ ...LOOK, setId: 'x'.repeat(100_000) })],
  ])('ignores a scene lock with %s', (_, look) => {
    const form = { feature_type: '2', image_s3: 'users/1/mug.png', look };
    expect(sceneFormSchema.parse(form).look).toBeNull();
    expect(sceneFormSchema.parse({ ...form, look: JSON.stringify(LOOK) }).look).toEqual(LOOK);
  });

  const cutOut = { image_s3: 'users/1/mug.png', placement: PLACEMENT };
  const besideForm = (beside: unknown) => ({
    feature_type: '2',
    image_s3: 'users/1/mug.png',
    beside: typeof beside === 'string' ? beside : JSON.stringify(beside),
  });

  it('accepts five products beside the first, with the longest keys and numbers', () => {
    const number = -0.123_456_789_012_345_68;
    const placement = { ...PLACEMENT, centerX: number, centerY: number, rotationDeg: 100 * number };
    const five = Array.from({ length: 5 }, () => ({ image_s3: 'k'.repeat(256), placement }));
    expect(sceneFormSchema.parse(besideForm(five)).beside).toEqual(five);
  });

  it('accepts a product without a placement beside the first', () => {
    const unplaced = [{ image_s3: cutOut.image_s3 }];
    expect(sceneFormSchema.parse(besideForm(unplaced)).beside).toEqual(unplaced);
  });

  it.each([
    ['six of them', Array.from({ length: 6 }, () => cutOut)],
    ['two hundred of them', Array.from({ length: 200 }, () => cutOut)],
    ['one product that is no list', cutOut],
    ['one without its picture', [{ placement: PLACEMENT }]],
    ['an unknown field', [{ ...cutOut, view: 'top' }]],
    ['a nested list', [[cutOut]]],
    ['a key with other characters', [{ ...cutOut, image_s3: '../a b' }]],
    ['a long key', [{ ...cutOut, image_s3: 'k'.repeat(257) }]],
    ['a placement that is no object', [{ ...cutOut, placement: [] }]],
    ['NaN', '[{"image_s3":"k","placement":{"centerX":NaN}}]'],
    ['a null for a number', [{ ...cutOut, placement: { ...PLACEMENT, width: null } }]],
    ['an infinite number', JSON.stringify([cutOut]).replace('0.3', '1e999')],
    ['deep nesting', `${'['.repeat(1400)}${']'.repeat(1400)}`],
    ['endless text', `[${'"x",'.repeat(100_000)}"x"]`],
    ['no JSON', 'mug.png'],
    ['nothing', ''],
  ])('refuses products beside the first: %s', (_, beside) => {
    const { error } = sceneFormSchema.safeParse(besideForm(beside));
    expect(error?.issues[0]?.path[0]).toBe('beside');
  });

  it('explains that a prompt of 501 characters is too long', () => {
    const { error } = sceneFormSchema.safeParse({ feature_type: '4', prompt: 'x'.repeat(501) });
    expect(error?.issues).toMatchObject([{ path: ['prompt'], message: OWN_MESSAGES.scenePromptTooLong }]);
  });

  it.each(['🌊🪨', '大理石の台', ' ', '…'])('accepts %j as a prompt', (prompt) => {
    expect(sceneFormSchema.parse({ feature_type: '4', prompt }).prompt).toBe(prompt.trim());
  });
});

describe('a call for several products', () => {
  const placement = { ...PLACEMENT, centerX: 0.8 };
  const keys = { image: 'a/1', image_2: 'a/2', image_3: 'a/3' };

  it('lists numbered pictures with their placements, as text or as values', () => {
    for (const placement_3 of [placement, JSON.stringify(placement)])
      expect(readCall('scene', { placement_3 }, keys).input).toMatchObject({
        imageKey: 'a/1',
        beside: [{ image_s3: 'a/2' }, { image_s3: 'a/3', placement }],
      });
    expect(readCall('scene', {}, { image: 'a/1' }).input.beside).toBeUndefined();
  });

  it.each([
    ['an invalid placement', { placement_2: { ...placement, width: 9 } }, keys, 'placement_2'],
    ['text for a placement', { placement_2: 'left' }, keys, 'placement_2'],
    ['a placement without a picture', { placement_4: placement }, keys, 'image_4'],
    ['an invalid key', {}, { ...keys, image_3: '../a b' }, 'image_3'],
    ['a gap in the numbers', {}, { image: 'a/1', image_2: 'a/2', image_4: 'a/4' }, 'image_3'],
    ['further products without a first one', {}, { image_2: 'a/2' }, 'image'],
  ])('names the parameter at fault: %s', (_, options, sent, param) => {
    expect(() => readCall('scene', options, sent)).toThrow(expect.objectContaining({ param }));
  });
});

describe('placement outside the picture', () => {
  it.each([
    ['beside it', { centerX: 1.2 }],
    ['just beside it', { centerX: -0.15 }],
    ['far above it, lying', { centerY: -0.5, rotationDeg: 90 }],
  ])('treats a placement as outside: %s', (_where, place) => {
    expect(isOutside({ ...PLACEMENT, ...place }, 1)).toBe(true);
  });

  it.each([
    ['in the middle', {}],
    ['half out of it', { centerX: 1 }],
    ['a corner in it', { centerX: -0.14 }],
    ['far above it, but perhaps a tall one', { centerY: -0.5 }],
    ['beside it, but perhaps a tall one that lies', { centerX: 1.5, rotationDeg: 90 }],
  ])('treats a placement as inside: %s', (_where, place) => {
    expect(isOutside({ ...PLACEMENT, ...place }, 1)).toBe(false);
  });
});

describe('the scene size', () => {
  it.each(ASPECT_RATIOS)(
    'is the standard size for $label; with the option for a larger size, its longer side is 1280 px or as chosen',
    ({ id, x, y }) => {
      expect(sceneSize(id, false)).toEqual({ widthPx: x, heightPx: y });
      const { widthPx, heightPx } = sceneSize(id, true);
      expect(Math.max(widthPx, heightPx)).toBe(1280);
      expect(Math.abs(widthPx / heightPx - x / y)).toBeLessThan(0.002);
      const largest = sceneSize(id, true, 4096);
      expect(Math.max(largest.widthPx, largest.heightPx)).toBe(4096);
      expect(sceneSize(id, false, 4096)).toEqual({ widthPx: x, heightPx: y });
    },
  );
});
