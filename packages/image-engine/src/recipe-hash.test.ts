import { createHash } from 'node:crypto';
import { canonicalJson } from '@packshot/contract';
import type { Recipe } from '@packshot/contract';
import { expect, it } from 'vitest';
import { hashRecipe } from './recipe-hash.ts';

const onGround = (ground: Recipe['steps']['ground']): Recipe => ({
  steps: {
    cut_out: {},
    ground,
    shadow: { kind: 'none', strength: 1 },
    framing: {
      fill_percent: 85,
      margin_percent: 0,
      baseline_percent: null,
      align_x: 'center',
      align_y: 'center',
    },
  },
  outputs: [{ id: 'shop', width: 500, height: 500, format: 'png', quality: 90, name_pattern: '{sku}.{ext}' }],
});

const hashJson = (recipe: Recipe): string => createHash('sha256').update(canonicalJson(recipe)).digest('hex');

it('hashes only recipes with a studio set together with the composer’s version', () => {
  const white = onGround({ kind: 'color', color: '#ffffff' });
  expect(hashRecipe(white)).toBe(hashJson(white));
  const set = {
    kind: 'set',
    reference_id: 'oak-window',
    light: 'auto',
    seed: 0,
    view: null,
    look: null,
  } as const;
  expect(hashRecipe(onGround(set))).not.toBe(hashJson(onGround(set)));
  expect(hashRecipe(onGround({ ...set }))).toBe(hashRecipe(onGround(set)));
});
