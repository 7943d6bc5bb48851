import { recipeSchema } from '@packshot/contract/catalog/recipe';
import { describe, expect, it } from 'vitest';
import { DEFAULT_EXPORT } from '../model/export-settings.ts';
import { recipeOfBatch } from './run-of-batch.ts';

describe('converting a batch into a run', () => {
  it('keeps background, size, format and margin, and lists the differences of a run', () => {
    const { recipe, notCarried } = recipeOfBatch({
      background: { kind: 'none' },
      file: {
        ...DEFAULT_EXPORT,
        format: 'jpeg',
        size: { kind: 'preset', id: 'ebay' },
        isTrimmed: true,
        padding: 0.1,
        background: '#f0f0f0',
      },
    });
    expect(recipeSchema.parse(recipe)).toMatchObject({
      steps: {
        ground: { kind: 'color', color: '#f0f0f0' },
        framing: { fill_percent: 80, margin_percent: 10 },
      },
      outputs: [{ id: 'ebay', width: 1600, height: 1600, format: 'jpeg', quality: 88 }],
    });
    expect(notCarried).toEqual([]);
    const plain = recipeOfBatch({ background: { kind: 'none' }, file: DEFAULT_EXPORT });
    expect(plain.recipe.steps.ground).toEqual({ kind: 'transparent' });
    expect(plain.notCarried).toEqual([
      'The product’s position in each photo: a run frames all products the same way.',
      'The size of each photo: files are 2000 × 2000 px.',
    ]);
  });

  it('keeps a studio set with its prompt, but not a scene from a prompt alone', () => {
    const scene = { kind: 'scene', prompt: 'marble', isOneLook: true, look: null } as const;
    const inSet = recipeOfBatch({ background: { ...scene, referenceId: 'oak-table' }, file: DEFAULT_EXPORT });
    expect(recipeSchema.parse(inSet.recipe).steps.ground).toMatchObject({
      kind: 'set',
      reference_id: 'oak-table',
      prompt: 'marble',
    });
    expect(inSet.notCarried).not.toContain('The scene description.');
    const words = recipeOfBatch({ background: { ...scene, referenceId: null }, file: DEFAULT_EXPORT });
    expect(recipeSchema.parse(words.recipe).steps.ground).toEqual({ kind: 'color', color: '#ffffff' });
    expect(words.notCarried).toContain('The scene description.');
    expect(words.notCarried.join(' ')).toContain('no studio set was chosen');
  });
});
