import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ASPECT_RATIOS,
  decodeTask,
  DIGITAL_SOURCE_TYPES,
  encodeTask,
  FRAMINGS,
  GENERATE_COUNTS,
  harmonizeFormSchema,
  magicFormSchema,
  MOST_BESIDE,
  POSES,
  REFINE_EDGES,
  refineFormSchema,
  PRODUCT_SCALES,
  SCENE_LARGER_SIDES_PX,
  SCENE_LIGHTS,
  sceneFormSchema,
  SEED_MAX,
  SHADOW_KINDS,
  SHADOW_SOURCES,
  TASK_ENDPOINTS,
  TASK_TOOLS,
  TOOL_IDS,
  UPSCALE_FACTORS,
  UPSCALE_MODES,
} from '../index.ts';
import type { Recipe } from '../catalog/recipe.ts';
import type { EngineChoice, SceneInput, SceneLock, TaskForm, TaskTool, ToolId, ToolInput } from '../index.ts';

const asSent = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

const key = fc.stringMatching(/^[\w./-]{1,60}$/);
const words = fc.stringMatching(/^\w[\w ,'-]{0,40}\w$/).map((text) => text.replace(/ +/g, ' '));
/** Random number for tests. Replaces -0 by 0, because JSON doesn't distinguish them. */
const number = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => (value === 0 ? 0 : value));

const placement = fc.record({
  centerX: number(-1, 2),
  centerY: number(-1, 2),
  width: number(0.01, 4),
  rotationDeg: number(-180, 180),
  isFlipped: fc.boolean(),
});
const shadow = fc.record({
  kind: fc.constantFrom(...SHADOW_KINDS),
  directionDeg: fc.option(number(0, 360)),
  softness: fc.option(number(0, 1)),
  opacity: number(0, 2),
});
const part = fc.constantFrom('key', 'env', 'wall-2');
const gain = number(0, 100);
const color = fc.stringMatching(/^#[0-9a-f]{6}$/);
const view = fc.record({ pose: fc.constantFrom(...POSES), elevationDeg: fc.integer({ min: 0, max: 90 }) });
const matchPercent = fc.integer({ min: 0, max: 100 });
const sceneLock: fc.Arbitrary<SceneLock> = fc.record({
  setId: fc.constant('oak-window-eye'),
  isMirrored: fc.boolean(),
  framing: fc.constantFrom(...FRAMINGS),
  light: fc.constantFrom(...SCENE_LIGHTS),
  lights: fc.dictionary(part, fc.tuple(gain, gain, gain), { noNullPrototype: true }),
  exposure: gain,
  keySoftness: gain,
  tints: fc.dictionary(part, color, { noNullPrototype: true }),
  seenTints: fc.array(part, { maxLength: 3 }),
  isBurntOut: fc.boolean(),
  place: fc.record({ x: number(0, 1), y: number(0, 1), size: number(0.02, 20) }),
  view: fc.option(view),
  shadow: fc.option(shadow),
  shadowSource: fc.constantFrom(...SHADOW_SOURCES),
  shadowFallsDeg: fc.option(number(0, 360)),
  matchPercent,
  grain: number(0, 4),
  seed: fc.nat(SEED_MAX),
});
const place = fc.record(
  { prompt: fc.oneof(fc.constant(''), words), referenceKey: key, referenceId: fc.constant('blush-arches') },
  { requiredKeys: ['prompt'] },
);
const look = fc.record(
  {
    light: fc.constantFrom(...SCENE_LIGHTS),
    palette: fc.array(fc.stringMatching(/^#[0-9a-f]{6}$/), { maxLength: 4 }),
    aspectRatioId: fc.constantFrom(...ASPECT_RATIOS.map(({ id }) => id)),
    count: fc.constantFrom(...GENERATE_COUNTS),
    seed: fc.nat(SEED_MAX),
  },
  { requiredKeys: ['light', 'palette', 'aspectRatioId', 'count'] },
);
const entry = number(-4000, 4000);
const drawingMatrix = fc.tuple(entry, entry, entry, entry, entry, entry);
const size = fc.oneof(
  fc.constant({ isLarger: false }),
  fc.record(
    { isLarger: fc.constant(true), largerSidePx: fc.constantFrom(...SCENE_LARGER_SIDES_PX) },
    { requiredKeys: ['isLarger'] },
  ),
);
const percentage = (min: number): fc.Arbitrary<number> =>
  fc.integer({ min, max: 100 }).map((percent) => percent / 100);
const surroundings = fc.record({
  light: fc.option(
    fc.record({ fromDeg: fc.integer({ min: -180, max: 180 }), heightDeg: fc.integer({ min: 5, max: 90 }) }),
  ),
  groundLine: fc.option(percentage(0)),
  elevationDeg: fc.option(fc.integer({ min: 0, max: 90 })),
  warmth: fc.option(percentage(-100)),
  brightness: fc.option(percentage(-100)),
});
const product = fc.record(
  {
    imageKey: key,
    placement,
    shadow,
    view,
    matchPercent,
    look: sceneLock,
    scale: fc.constantFrom(...PRODUCT_SCALES),
    beside: fc.array(fc.record({ image_s3: key, placement }), { minLength: 1, maxLength: MOST_BESIDE }),
    sceneKey: key,
  },
  { requiredKeys: ['imageKey'] },
);
const scene: fc.Arbitrary<SceneInput> = fc
  .tuple(place, look, size, fc.option(product))
  .map(([where, how, large, what]) => ({ ...where, ...how, ...large, ...what }));

const recipe: Recipe = {
  steps: {
    cut_out: {},
    ground: { kind: 'color', color: '#ffffff' },
    shadow: { kind: 'none', strength: 0 },
    framing: {
      fill_percent: 80,
      margin_percent: 5,
      baseline_percent: null,
      align_x: 'center',
      align_y: 'center',
    },
  },
  outputs: [{ id: 'shop', width: 800, height: 800, format: 'png', quality: 90, name_pattern: '{sku}.{ext}' }],
};

const INPUTS: { readonly [Tool in TaskTool]: fc.Arbitrary<ToolInput<Tool>> } = {
  'cut-out': fc.record({ imageKey: key }),
  magic: fc.record({ imageKey: key, maskKey: key, prompt: words }, { requiredKeys: ['imageKey', 'maskKey'] }),
  upscale: fc.record(
    {
      imageKey: key,
      factor: fc.constantFrom(...UPSCALE_FACTORS),
      mode: fc.constantFrom(...UPSCALE_MODES),
      cleansUp: fc.constant(true),
    },
    { requiredKeys: ['imageKey', 'factor', 'mode'] },
  ),
  recipe: fc.record({ imageKey: key, recipe: fc.constant(recipe), isPreview: fc.constant(true as const) }),
  refine: fc.record({
    imageKey: key,
    matteKey: key,
    strokesKey: key,
    edges: fc.constantFrom(...REFINE_EDGES),
  }),
  export: fc.record(
    {
      imageKey: key,
      quality: fc.integer({ min: 1, max: 100 }),
      metadata: fc.record({
        altText: fc.string({ maxLength: 500 }),
        digitalSourceType: fc.constantFrom(...DIGITAL_SOURCE_TYPES),
      }),
      format: fc.constant('as-sent' as const),
      drawnFrom: fc.record(
        {
          pictures: fc.array(fc.record({ key, matrix: drawingMatrix }), { minLength: 1, maxLength: 2 }),
          ground: color,
        },
        { requiredKeys: ['pictures'] },
      ),
    },
    { requiredKeys: ['imageKey', 'quality', 'metadata'] },
  ),
  layers: fc.record({ imageKey: key }),
  harmonize: fc.record(
    {
      imageKey: key,
      maskKey: key,
      strength: fc.nat(100).map((percent) => percent / 100),
      surroundings,
    },
    { requiredKeys: ['imageKey', 'maskKey', 'strength'] },
  ),
  describe: fc.record({ imageKey: key }),
  scene,
};

const OWN_WORK: readonly TaskTool[] = ['refine', 'export', 'layers', 'recipe'];

function engineArbitrary(tool: TaskTool, input: object): fc.Arbitrary<EngineChoice | null> {
  if (OWN_WORK.includes(tool)) return fc.constant(null);
  const hasProduct = tool === 'scene' && 'imageKey' in input;
  return fc.option(
    fc.record({
      allowsFallback: fc.boolean(),
      keepsProduct: hasProduct ? fc.boolean() : fc.constant(true),
    }),
  );
}

/** Decodes a sent form like the server. */
function receiveForm<Tool extends TaskTool>(tool: Tool, fields: object): TaskForm<Tool> {
  const checked = TASK_ENDPOINTS[tool].input.parse(asSent(fields));
  return decodeTask(tool, checked as Parameters<typeof decodeTask<Tool>>[1]);
}

describe('the tool form', () => {
  it.each(TASK_TOOLS)('is decoded to what was encoded: %s', (tool) => {
    const requestArbitrary = (INPUTS[tool] as fc.Arbitrary<ToolInput<TaskTool>>).chain((input) =>
      fc.tuple(fc.constant(input), engineArbitrary(tool, input)),
    );
    fc.assert(
      fc.property(requestArbitrary, ([input, engine]) => {
        const form = receiveForm(tool, encodeTask(tool, input, engine));
        expect({ input: form.input, engine: form.engine }).toEqual({ input, engine });
      }),
      { numRuns: 50 },
    );
  });

  it.each<[TaskTool, Record<string, string>, ToolId, object]>([
    ['cut-out', { image_s3: 'u/1', feature_type: '8' }, 8, { imageKey: 'u/1' }],
    ['describe', { image_s3: 'u/1', feature_type: '1' }, 1, { imageKey: 'u/1' }],
    ['layers', { image_s3: 'u/1', feature_type: '2' }, 2, { imageKey: 'u/1' }],
    [
      'upscale',
      { image_s3: 'u/1', value: '4', mode: 'detailed', feature_type: '7' },
      7,
      { imageKey: 'u/1', factor: 4, mode: 'detailed' },
    ],
    [
      'upscale',
      { image_s3: 'u/1', value: '2', mode: 'faithful', clean_up: 'true', feature_type: '7' },
      7,
      { imageKey: 'u/1', factor: 2, mode: 'faithful', cleansUp: true },
    ],
    [
      'magic',
      { image_s3: 'u/1', mask_s3: 'u/2', feature_type: '9', prompt: 'make it navy' },
      9,
      { imageKey: 'u/1', maskKey: 'u/2', prompt: 'make it navy' },
    ],
    [
      'harmonize',
      { image_s3: 'u/1', mask_s3: 'u/2', strength: '0.60', feature_type: '10' },
      10,
      { imageKey: 'u/1', maskKey: 'u/2', strength: 0.6 },
    ],
    [
      'refine',
      { image_s3: 'u/1', matte_s3: 'u/2', mask_s3: 'u/3', edges: 'hand', feature_type: '8' },
      8,
      { imageKey: 'u/1', matteKey: 'u/2', strokesKey: 'u/3', edges: 'hand' },
    ],
    [
      'export',
      {
        image_s3: 'u/1',
        quality: '42',
        alt_text: 'A mug.',
        digital_source_type: 'composite',
        feature_type: '1',
      },
      1,
      { imageKey: 'u/1', quality: 42, metadata: { altText: 'A mug.', digitalSourceType: 'composite' } },
    ],
    [
      'scene',
      {
        feature_type: '5',
        image_s3: 'u/1',
        reference_s3: 'u/2',
        prompt: 'marble',
        reference_id: 'blush-arches',
        light: 'night',
        palette: '["#c0ffee"]',
        aspect_ratio: '1',
        larger_size: 'true',
        count: '2',
        seed: '0',
      },
      5,
      {
        prompt: 'marble',
        imageKey: 'u/1',
        referenceKey: 'u/2',
        referenceId: 'blush-arches',
        light: 'night',
        palette: ['#c0ffee'],
        aspectRatioId: 1,
        isLarger: true,
        count: 2,
        seed: 0,
      },
    ],
  ])('names the fields of %s as the API does', (tool, fields, toolId, input) => {
    const form = receiveForm(tool, fields);
    expect(form).toEqual({ input, toolId, engine: null });
    // The form sends fields in the order in which the test lists them.
    expect(Object.entries(asSent(encodeTask(tool, form.input, null)))).toEqual(Object.entries(fields));
  });

  it('fills in defaults for omitted fields', () => {
    const keys = { image_s3: 'u/1', mask_s3: 'u/2', matte_s3: 'u/3', feature_type: '9' };
    expect(decodeTask('magic', magicFormSchema.parse({ ...keys, prompt: ' ' })).input).toEqual({
      imageKey: 'u/1',
      maskKey: 'u/2',
    });
    expect(decodeTask('harmonize', harmonizeFormSchema.parse(keys)).input).toMatchObject({ strength: 0.6 });
    expect(decodeTask('refine', refineFormSchema.parse(keys)).input).toMatchObject({ edges: 'picture' });
  });

  it('keeps the tool ID of the request', () => {
    expect(receiveForm('cut-out', { image_s3: 'u/1', feature_type: TOOL_IDS.default }).toolId).toBe(1);
  });

  it.each([
    ['no engine', {}, null],
    ['the built-in one', { engine: 'embedded', engine_fallback: 'true' }, null],
    ['another', { engine: 'provider' }, { allowsFallback: false, keepsProduct: true }],
    [
      'another, or the built-in one',
      { engine: 'provider', engine_fallback: 'true', product_lock: 'false' },
      { allowsFallback: true, keepsProduct: false },
    ],
  ])('contains the requested engine: %s', (_which, fields, engine) => {
    const form = sceneFormSchema.parse({ feature_type: '2', image_s3: 'u/1', ...fields });
    expect(decodeTask('scene', form).engine).toEqual(engine);
  });

  it.each([
    ['a product', '2', ['imageKey', 'placement']],
    ['words', '4', []],
    ['a product and a reference', '5', ['imageKey', 'placement', 'referenceId']],
    ['words and a reference', '6', ['referenceId']],
  ])('omits the fields that a scene from %s doesn’t need', (_what, feature_type, names) => {
    const everything = {
      feature_type,
      image_s3: 'u/1',
      reference_id: 'blush-arches',
      placement: '{"centerX":0.5,"centerY":0.6,"width":0.3,"rotationDeg":0,"isFlipped":false}',
    };
    const { input } = decodeTask('scene', sceneFormSchema.parse(everything));
    const keyNames = Object.keys(input).filter(
      (name) => /Key|Id$|placement/.test(name) && name !== 'aspectRatioId',
    );
    expect(keyNames.toSorted()).toEqual(names);
    expect(encodeTask('scene', input, null).feature_type).toBe(Number(feature_type));
  });
});
