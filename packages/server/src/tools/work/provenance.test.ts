import { digitalSourceFor, PRODUCT_VERSION } from '@packshot/contract';
import type { EngineRecord } from '@packshot/contract';
import { provenanceOfUpload } from '@packshot/image-engine/provenance';
import { describe, expect, it } from 'vitest';
import type { GenerationInput, StoredTaskResult, ResultOrigin } from '../model.ts';
import { createProvenanceLookup } from './provenance.ts';
import { SERVER_TOOLS } from '../kinds/index.ts';
import { PRODUCT_PHOTO } from '../../testing/test-services.ts';

const PROVIDER: EngineRecord = {
  id: 'stability',
  name: 'Stability',
  model: 'core',
  prompt: null,
  seed: 1,
  cost_class: 'cents',
  fell_back: false,
};
const STEPPED_IN: EngineRecord = { ...PROVIDER, id: 'embedded', name: 'Built-in', fell_back: true };
const PICTURE = { fullKey: 'results/u/t/1-full.png', standardKey: 's', widthPx: 1, heightPx: 1 };

/** A task's result as stored by a release that didn't record provenance. */
function origin(input: GenerationInput, engine?: EngineRecord): ResultOrigin {
  const facts =
    engine?.id === 'stability'
      ? null
      : { title: 'Still water', reference_id: 'still-water', light: 'golden-hour' };
  const scene = input.tool === 'scene' && { scene: { facts, seed: 7, placement: null } };
  const result = { ...PICTURE, ...scene, ...(engine && { engine }) } as StoredTaskResult;
  return { input, toolId: 2, result, variant: 0 };
}

const input = (tool: GenerationInput['tool'], imageKey?: string, rest: object = {}): GenerationInput => ({
  tool,
  ...(imageKey !== undefined && { imageKey }),
  ...rest,
});

const STORED: Readonly<Record<string, ResultOrigin>> = {
  cut: origin(input('cut-out', 'uploads/u/photo')),
  set: origin(input('scene', 'cut')),
  'set-large': origin(input('upscale', 'set', { factor: 2, mode: 'detailed' })),
  painted: origin(input('scene', 'cut', { engine: { allowsFallback: false, keepsProduct: true } }), PROVIDER),
  repainted: origin(
    input('scene', 'cut', { engine: { allowsFallback: false, keepsProduct: false } }),
    PROVIDER,
  ),
  'painted-large': origin(input('upscale', 'painted', { factor: 2, mode: 'faithful' })),
  'painted-parts': origin(input('layers', 'painted-large', { scene: {} })),
  'fell-back': origin(
    input('scene', 'cut', { engine: { allowsFallback: true, keepsProduct: true } }),
    STEPPED_IN,
  ),
  words: origin(input('scene'), PROVIDER),
  'words-cut': origin(input('cut-out', 'words')),
  'words-set': origin(input('scene', 'words-cut')),
  alone: origin(input('scene')),
  several: origin(input('scene', 'cut', { beside: [{ image_s3: 'words-cut' }] })),
  'painted-several': origin(
    input('scene', 'cut', { beside: [{ image_s3: 'set' }], engine: { allowsFallback: false } }),
    PROVIDER,
  ),
  filled: origin(input('magic', 'set'), PROVIDER),
  erased: origin(input('magic', 'set')),
  lit: origin(input('harmonize', 'set', { strength: 1 }), PROVIDER),
  enlarged: origin(input('upscale', 'cut', { factor: 2 }), PROVIDER),
  'provider-cut': origin(input('cut-out', 'uploads/u/photo'), PROVIDER),
  corrected: origin(input('refine', 'uploads/u/photo', { matteKey: 'words-cut' })),
  loop: origin(input('upscale', 'loop', { factor: 2 })),
};
const lookUp = createProvenanceLookup(
  { findOrigin: async (_user, key) => STORED[key] ?? null },
  SERVER_TOOLS,
);

describe('the provenance of a stored result', () => {
  it.each([
    ['cut', 'algorithmicallyEnhanced'],
    ['provider-cut', 'algorithmicallyEnhanced'],
    ['set', 'composite'],
    ['set-large', 'composite'],
    ['fell-back', 'composite'],
    ['erased', 'composite'],
    ['alone', 'digitalCreation'],
    ['several', 'compositeSynthetic'],
    ['painted', 'compositeSynthetic'],
    ['painted-large', 'compositeSynthetic'],
    ['painted-parts', 'compositeSynthetic'],
    ['words-set', 'compositeSynthetic'],
    ['repainted', 'compositeWithTrainedAlgorithmicMedia'],
    ['filled', 'compositeWithTrainedAlgorithmicMedia'],
    ['lit', 'compositeWithTrainedAlgorithmicMedia'],
    ['enlarged', 'compositeWithTrainedAlgorithmicMedia'],
    ['words', 'trainedAlgorithmicMedia'],
    ['words-cut', 'trainedAlgorithmicMedia'],
    ['corrected', 'compositeSynthetic'],
  ])('gives the result %s the source type %s, with engine and mode', async (key, type) => {
    const provenance = await lookUp('u', key);
    expect(provenance && digitalSourceFor(provenance)).toBe(type);
  });

  it('names each step with its engine and the set, without the user’s words or keys', async () => {
    const provenance = await lookUp('u', 'painted-large');
    expect(provenance?.steps.map(({ tool, engine }) => [tool, engine.name, engine.version])).toEqual([
      ['cut-out', 'Packshot', PRODUCT_VERSION],
      ['scene', 'Stability', 'core'],
      ['upscale', 'Packshot', PRODUCT_VERSION],
    ]);
    expect((await lookUp('u', 'set'))?.steps[1]?.ingredient).toEqual({
      kind: 'studio-set',
      name: 'Still water',
    });
    expect(JSON.stringify(provenance)).not.toContain('uploads/');
  });

  it('lists the kinds of content in the products that the picture shows, and in no others', async () => {
    const listContents = async (key: string) => (await lookUp('u', key))?.contents;
    expect(await listContents('several')).toContain('generated');
    expect(await listContents('set')).toContain('rendered');
    expect(await listContents('painted-several')).toEqual(await listContents('painted'));
  });

  it('hashes a scene’s settings without the keys of its pictures', async () => {
    const readRecipe = async (beside: object) => {
      const only = { findOrigin: async () => origin(input('scene', undefined, { beside: [beside] })) };
      return (await createProvenanceLookup(only, SERVER_TOOLS)('u', 'k'))?.steps[0]?.parameters?.['recipe'];
    };
    const recipe = await readRecipe({ image_s3: 'uploads/u/1', placement: 1 });
    expect(recipe).toMatch(/^[0-9a-f]{16}$/);
    expect(await readRecipe({ image_s3: 'uploads/u/2', placement: 1 })).toBe(recipe);
    expect(await readRecipe({ image_s3: 'uploads/u/1', placement: 2 })).not.toBe(recipe);
  });

  it('ends even if results refer to each other, and is null for a missing result', async () => {
    expect((await lookUp('u', 'loop'))?.steps.length).toBeLessThanOrEqual(24);
    expect(await lookUp('u', 'nothing')).toBeNull();
  });

  it('begins with the hash of the bytes for an upload', () => {
    expect(provenanceOfUpload(PRODUCT_PHOTO).original).toEqual({
      type: 'image/jpeg',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});
