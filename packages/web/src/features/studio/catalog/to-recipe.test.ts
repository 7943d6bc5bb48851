import { recipeSchema } from '@packshot/contract/catalog/recipe';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { describe, expect, it } from 'vitest';
import { DEFAULT_EXPORT } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { NO_EDITS } from '../model/edits.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { Result } from '../model/results.ts';
import { DEFAULT_SCENE } from '../model/scene-settings.ts';
import type { SceneSettings } from '../model/scene-settings.ts';
import type { StudioDocument } from '../model/document.ts';
import { toRecipe } from './to-recipe.ts';
import type { FlatWork } from './to-recipe.ts';

const result = (id: string, part: Partial<Result> = {}): Result => ({
  id,
  tool: 'cut-out',
  inputId: PHOTO_ID,
  key: `results/${id}`,
  widthPx: 700,
  heightPx: 500,
  durationMs: 1,
  isDownloaded: false,
  scene: null,
  cropOf: null,
  strength: null,
  ...part,
});

const FLAT: FlatWork = {
  placement: { centerX: 0.5, centerY: 0.5, width: 0.6, rotationDeg: 0, isFlipped: false },
  aspectRatio: 2,
  size: { widthPx: 1000, heightPx: 1000 },
};

function createRecipe(
  results: readonly Result[],
  scene: Partial<SceneSettings> = {},
  part: {
    readonly flat?: FlatWork | null;
    readonly file?: Partial<ExportSettings>;
    readonly shops?: readonly ChannelId[];
  } = {},
) {
  const edits = {
    ...NO_EDITS,
    currentId: results.at(-1)?.id ?? PHOTO_ID,
    scene: { ...DEFAULT_SCENE, ...scene },
  };
  const offered = toRecipe({
    // The requests of all scenes were made with the settings.
    document: { results, edits, requests: [{ id: 'r', scene: edits.scene }] } as unknown as StudioDocument,
    flat: part.flat ?? null,
    file: { ...DEFAULT_EXPORT, ...part.file },
    shops: part.shops ?? [],
  });
  // The offered recipe must be valid, whatever the edits.
  expect(recipeSchema.safeParse(offered.recipe).error).toBeUndefined();
  return offered;
}

describe('a recipe from the studio', () => {
  it('is a transparent cut-out in the file’s size and format', () => {
    const preset = { kind: 'preset', id: 'ebay' } as const;
    const { recipe, notCarried } = createRecipe(
      [result('a')],
      {},
      { file: { format: 'webp', size: preset, quality: 77 } },
    );
    expect(recipe.steps.ground).toEqual({ kind: 'transparent' });
    expect(recipe.steps.shadow.kind).toBe('none');
    expect(recipe.outputs[0]).toMatchObject({
      id: 'ebay',
      width: 1600,
      height: 1600,
      format: 'webp',
      quality: 77,
    });
    expect(notCarried).toEqual([]);
  });

  it('contains a product’s background color, size, baseline and shadow', () => {
    const shadow = { kind: 'contact', directionDeg: null, softness: null, opacity: 1.5 } as const;
    const { recipe, notCarried } = createRecipe(
      [result('a')],
      { background: 'color', color: '#eeeeee', shadow },
      { flat: FLAT },
    );
    expect(recipe.steps).toMatchObject({
      ground: { kind: 'color', color: '#eeeeee' },
      shadow: { kind: 'computed', strength: 1.5 },
      framing: { fill_percent: 60, margin_percent: 0, baseline_percent: 65, align_x: 'center' },
    });
    expect(recipe.outputs[0]).toMatchObject({ width: 1000, height: 1000 });
    expect(notCarried).toEqual([]);
  });

  it('contains a studio set with the scene’s light, seed and palette', () => {
    const facts = { reference_id: 'blush-arches', title: 'Blush arches', light: 'soft-box' } as never;
    const scene = { runId: 'r', seed: 12, facts, placement: null };
    const { name, recipe, notCarried } = createRecipe(
      [result('a'), result('b', { tool: 'scene', inputId: 'a', scene })],
      { palette: ['#c0ffee'] },
    );
    expect(name).toBe('Blush arches');
    expect(recipe.steps.ground).toMatchObject({
      kind: 'set',
      reference_id: 'blush-arches',
      light: 'soft-box',
      seed: 12,
      palette: ['#c0ffee'],
    });
    expect(notCarried).toEqual([]);
    // The scene decides about the shadow, unless the user chose none.
    expect(recipe.steps.shadow).toEqual({ kind: 'none', strength: 1 });
    const shadow = { kind: 'none', directionDeg: null, softness: null, opacity: 1 } as const;
    const bare = createRecipe([result('a'), result('b', { tool: 'scene', inputId: 'a', scene })], { shadow });
    expect(bare.recipe.steps.shadow).toEqual({ kind: 'computed', strength: 0 });
  });

  it('contains the pose and camera angle that the user set, and otherwise leaves them to each photo', () => {
    const facts = { reference_id: 'blush-arches', title: 'Blush arches', light: 'soft-box' } as never;
    const results = [
      result('a'),
      result('b', {
        tool: 'scene',
        inputId: 'a',
        scene: { runId: 'r', seed: 12, facts, placement: null },
      }),
    ];
    const view = { pose: 'lies', elevationDeg: 70 } as const;
    expect(createRecipe(results, { view }).recipe.steps.ground).toMatchObject({ view });
    expect(createRecipe(results).recipe.steps.ground).toMatchObject({ view: null });
  });

  it('has an output for each shop, on white for a cut-out', () => {
    const shops = ['amazon', 'amazon-other', 'etsy', 'zalando'] as const;
    const { recipe, notCarried } = createRecipe([result('a')], {}, { shops, file: { quality: 77 } });
    expect(
      recipe.outputs.map(({ id, width, height, format, quality }) => [id, width, height, format, quality]),
    ).toEqual([
      ['amazon', 2000, 2000, 'jpeg', 77],
      ['amazon-other', 2000, 2000, 'jpeg', 77],
      ['etsy', 2667, 2000, 'jpeg', 77],
      ['zalando', 1801, 2600, 'jpeg', 77],
    ]);
    expect(recipe.steps.ground).toEqual({ kind: 'color', color: '#ffffff' });
    expect(notCarried).toEqual([]);
  });

  it('names the shops that ask for white when the recipe has another background', () => {
    const { notCarried } = createRecipe(
      [result('a')],
      { background: 'color', color: '#eeeeee' },
      { flat: FLAT, shops: ['amazon', 'etsy', 'zalando'] },
    );
    expect(notCarried).toEqual([
      'White background for Amazon and Zalando: a recipe has one background for all of its files.',
    ]);
  });

  it('comes with a list of the steps that a recipe can’t contain', () => {
    const crop = { id: 'a', crop: {} } as never;
    expect(
      createRecipe([
        result('a'),
        result('b', { inputId: 'a' }),
        result('c', { tool: 'magic', inputId: 'b' }),
        result('d', { tool: 'crop', inputId: 'c', cropOf: crop }),
        result('e', { tool: 'upscale', inputId: 'd' }),
      ]).notCarried,
    ).toEqual([
      'Edits made with “Upscale”.',
      'The crop.',
      'Edits made with “Magic tool”.',
      'Corrections of this cut-out: they apply to this photo only.',
    ]);
    const turned = { ...FLAT.placement, centerX: 0.3, rotationDeg: 20 };
    const shadow = { kind: 'floating', directionDeg: 30, softness: null, opacity: 1 } as const;
    expect(
      createRecipe(
        [result('a')],
        { background: 'picture', shadow },
        {
          flat: { ...FLAT, placement: turned },
          file: { format: 'psd' },
        },
      ).notCarried,
    ).toEqual([
      'Your own background picture: the background is transparent instead.',
      'The floating product: its shadow lies on the ground instead.',
      'Shadow direction and softness: they follow the default light.',
      'The product’s position: it is centered.',
      'The product’s rotation or flip.',
      'Photoshop layers: files are PNG.',
    ]);
  });
});
