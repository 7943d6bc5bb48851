// @vitest-environment happy-dom
import { recipeFile } from '@packshot/contract/catalog/recipe';
import type { Recipe } from '@packshot/contract/catalog/recipe';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { offerRecipe } from '../../../lib/handover/offered-recipe.ts';
import { button, pageInDocument, press, textOfPage, typeInto } from '../../../testing/page-in-document.ts';
import { sentTo, stubCatalog } from '../testing/catalog-double.ts';
import { EXAMPLE_RECIPE, exampleStored, RECIPE_ID } from '../testing/examples.ts';
import { buildAddress } from '../place.ts';
import { catalogAt } from '../testing/render-catalog.tsx';
import { previewSize } from './draw-sample.ts';
import { recipeWords } from './recipe-words.ts';

// Replaces the preview, because it needs a canvas, which only the end-to-end tests have.
vi.mock(import('./live-picture.tsx'), () => ({ LivePicture: () => <p>Preview</p> }));

const render = pageInDocument();
const readBy = (text: string): Promise<void> =>
  vi.waitFor(() => expect(textOfPage()).toContain(text), { timeout: 3000 });
const pick = (value: string): Promise<void> =>
  act(async () => document.querySelector<HTMLInputElement>(`fieldset input[value=${value}]`)?.click());
const give = async (text: string): Promise<void> => {
  const input = document.querySelector<HTMLInputElement>('[data-testid=recipe-file]');
  if (!input) throw new Error('There is no place for a file.');
  Object.defineProperty(input, 'files', { value: [new File([text], 'x.json')], configurable: true });
  await act(async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
};
const versions = () => ({
  data: [
    { version: 2, hash: 'a'.repeat(64), created_at: '2026-11-23T10:00:00.000Z' },
    { version: 1, hash: 'b'.repeat(64), created_at: '2026-11-22T10:00:00.000Z' },
  ],
});

describe('the recipe list', () => {
  it('explains recipes when the list is empty', async () => {
    stubCatalog({ listRecipes: () => ({ data: [] }) });
    await render(catalogAt({ kind: 'recipes' }).page);
    await readBy('A recipe defines the result for every photo of a run');
    expect(document.querySelectorAll('main a[href$="at=new-recipe"]')).toHaveLength(1);
  });

  it('summarizes each recipe', async () => {
    stubCatalog({ listRecipes: () => ({ data: [exampleStored()] }) });
    await render(catalogAt({ kind: 'recipes' }).page);
    await readBy('On white, product fills 85% of the frame; 2000 × 2000 JPEG');
    expect(
      recipeWords({ ...EXAMPLE_RECIPE, steps: { ...EXAMPLE_RECIPE.steps, ground: { kind: 'transparent' } } }),
    ).toContain('Cut out');
  });

  it('imports only a valid recipe file', async () => {
    const reached = stubCatalog({
      listRecipes: () => ({ data: [] }),
      importRecipe: () => ({ data: exampleStored() }),
      readRecipe: () => ({ data: exampleStored() }),
      listRecipeVersions: versions,
    });
    const { page, router } = catalogAt({ kind: 'recipes' });
    await render(page);
    await readBy('No recipes yet');
    await give('{"packshot-recipe": 2}');
    await readBy('This isn’t a Packshot recipe, or it’s from a later release.');
    const wrong = recipeFile('White', EXAMPLE_RECIPE);
    await give(
      JSON.stringify({
        ...wrong,
        recipe: {
          ...wrong.recipe,
          steps: { ...wrong.recipe.steps, shadow: { kind: 'computed', strength: 9 } },
        },
      }),
    );
    await readBy('This recipe cannot be used. recipe › steps › shadow › strength:');
    expect(sentTo(reached, 'importRecipe')).toHaveLength(0);
    await give(JSON.stringify(recipeFile('White', EXAMPLE_RECIPE)));
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ at: `recipe.${RECIPE_ID}` }));
    expect(sentTo(reached, 'importRecipe')[0]?.body).toEqual(recipeFile('White', EXAMPLE_RECIPE));
  });
});

describe('leaving the recipe form', () => {
  it('asks before changes are lost', async () => {
    stubCatalog({ listRecipes: () => ({ data: [] }) });
    const { page, router } = catalogAt({ kind: 'new-recipe' });
    await render(page);
    await readBy('New recipe');
    await typeInto('Name', 'Summer');
    const leave = () =>
      act(
        async () =>
          void router.navigate({ to: '/catalog', search: buildAddress({ kind: 'recipes' }) } as never),
      );
    await leave();
    await readBy('Leave without saving?');
    await press('Keep editing');
    expect(textOfPage()).toContain('New recipe');
    await leave();
    await readBy('Leave without saving?');
    await press('Leave');
    await readBy('No recipes yet');
  });

  it('doesn’t ask without changes', async () => {
    stubCatalog({ listRecipes: () => ({ data: [] }) });
    const { page, router } = catalogAt({ kind: 'new-recipe' });
    await render(page);
    await readBy('New recipe');
    await act(
      async () =>
        void router.navigate({ to: '/catalog', search: buildAddress({ kind: 'recipes' }) } as never),
    );
    await readBy('No recipes yet');
    expect(textOfPage()).not.toContain('Leave without saving?');
  });
});

describe('the recipe form', () => {
  const savingTo = () =>
    stubCatalog({
      createRecipe: ({ body }) => ({ data: exampleStored(body) }),
      readRecipe: ({ query }) => ({
        data: exampleStored({ version: (query['version'] as unknown as number | undefined) ?? 2 }),
      }),
      updateRecipe: ({ body }) => ({
        data: exampleStored({ ...(body as { name: string; recipe: Recipe }), version: 3 }),
      }),
      deleteRecipe: () => undefined,
      listRecipes: () => ({ data: [] }),
      listRecipeVersions: versions,
    });

  it('shows an example file name while the pattern is typed, and refuses an invalid pattern', async () => {
    const reached = savingTo();
    await render(catalogAt({ kind: 'new-recipe' }).page);
    await readBy('For example MUG-01_front_shop.jpg');
    expect(textOfPage()).toContain('{sku} product number, {variant} its version, {slot} which picture');
    await typeInto('File name', '{variant}-{sku}.{ext}');
    expect(textOfPage()).toContain('For example blue-MUG-01.jpg');
    await typeInto('File name', '../{sku}.{ext}');
    expect(textOfPage()).toContain('Please use letters, digits, spaces');
    await typeInto('Name', 'Mine');
    await press('Save recipe');
    expect(sentTo(reached, 'createRecipe')).toHaveLength(0);
    await typeInto('File name', '{sku}.{ext}');
    await typeInto('Width (px)', '7000');
    expect(textOfPage()).toContain('From 16 to 6000 px.');
    await typeInto('Width (px)', '1600');
    await press('Save recipe');
    await vi.waitFor(() => expect(sentTo(reached, 'createRecipe')).toHaveLength(1));
    expect(sentTo(reached, 'createRecipe')[0]?.body).toMatchObject({
      name: 'Mine',
      recipe: { outputs: [{ width: 1600, name_pattern: '{sku}.{ext}' }] },
    });
  });

  it('sets background, shadow and framing', async () => {
    const reached = savingTo();
    await render(catalogAt({ kind: 'new-recipe' }).page);
    await readBy('Background and shadow');
    await typeInto('Name', 'On nothing');
    await pick('transparent');
    expect(textOfPage()).toContain('JPEG has no transparency');
    await pick('computed');
    await typeInto('Strength', '150');
    await typeInto('Product fills', '70');
    await pick('baseline');
    await press('Add output');
    await press('Save recipe');
    await vi.waitFor(() => expect(sentTo(reached, 'createRecipe')).toHaveLength(1));
    const [createBody] = sentTo(reached, 'createRecipe').map(({ body }) => body as { recipe: Recipe });
    expect(createBody?.recipe.steps).toMatchObject({
      ground: { kind: 'transparent' },
      shadow: { kind: 'computed', strength: 1.5 },
      framing: { fill_percent: 70, baseline_percent: 88 },
    });
    expect(createBody?.recipe.outputs.map(({ id }) => id)).toEqual(['shop', 'file-2']);
  });

  it('offers the scene’s own shadow instead of none in a studio set', async () => {
    savingTo();
    await render(catalogAt({ kind: 'new-recipe' }).page);
    await readBy('Background and shadow');
    expect(textOfPage()).toContain('No shadow');
    await pick('set');
    expect(textOfPage()).not.toContain('No shadow');
  });

  it('adds a file with a marketplace’s preferred settings', async () => {
    const reached = savingTo();
    await render(catalogAt({ kind: 'new-recipe' }).page);
    await readBy('Background and shadow');
    await typeInto('Name', 'Amazon');
    await typeInto('Product fills', '70');
    await typeInto('Add marketplace output', 'amazon');
    await readBy('Amazon asks for a pure white background and a product that fills 90% of the picture.');
    await press('Set both');
    expect(textOfPage()).not.toContain('Amazon asks for');
    await press('Save recipe');
    await vi.waitFor(() => expect(sentTo(reached, 'createRecipe')).toHaveLength(1));
    const [createBody] = sentTo(reached, 'createRecipe').map(({ body }) => body as { recipe: Recipe });
    expect(createBody?.recipe.outputs[1]).toMatchObject({
      id: 'amazon',
      width: 2000,
      height: 2000,
      format: 'jpeg',
      name_pattern: '{sku}.{slot}.{ext}',
    });
    expect(createBody?.recipe.steps).toMatchObject({
      ground: { kind: 'color', color: '#ffffff' },
      framing: { fill_percent: 90, margin_percent: 5 },
    });
  });

  it('saves changes as a new version, shows an earlier one, and exports and deletes the recipe', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:x';
    });
    const reached = savingTo();
    await render(catalogAt({ kind: 'recipe', id: RECIPE_ID }).page);
    await readBy('Version 1');
    await press('Show version 1');
    await readBy('This is version 1 of 2. Saving makes it the newest.');
    await typeInto('Name', 'Whiter');
    await press('Save changes');
    await vi.waitFor(() => expect(sentTo(reached, 'updateRecipe')).toHaveLength(1));
    await press('Export');
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(recipeFile('Whiter', EXAMPLE_RECIPE));
    await press('Delete');
    const confirm = [...document.querySelectorAll('[role=dialog] button')].at(-1) as HTMLButtonElement;
    await act(async () => confirm.click());
    await readBy('No recipes yet');
    expect(sentTo(reached, 'deleteRecipe')).toHaveLength(1);
  });

  it('starts with settings from the studio, and lists the settings that a recipe can’t contain', async () => {
    savingTo();
    offerRecipe({
      name: 'Blush arches',
      recipe: { ...EXAMPLE_RECIPE, outputs: EXAMPLE_RECIPE.outputs.map((each) => ({ ...each, id: 'etsy' })) },
      notCarried: ['The crop.'],
    });
    await render(catalogAt({ kind: 'new-recipe' }).page);
    await readBy('Not included in the recipe:The crop.');
    expect(textOfPage()).toContain('For example MUG-01_front_etsy.jpg');
    expect(button('Export')?.disabled).toBe(false);
  });
});

it('a recipe preview has the file’s aspect ratio, and is small enough to follow a slider', () => {
  expect(previewSize({ width: 2000, height: 1000 })).toEqual({ widthPx: 480, heightPx: 240 });
  expect(previewSize({ width: 100, height: 50 })).toEqual({ widthPx: 100, heightPx: 50 });
});
