import { t } from '@packshot/contract/text/translation';
import { RUN_NAME_MAX_LENGTH } from '@packshot/contract/catalog/limits';
import type { StoredRecipe } from '@packshot/contract/catalog/recipe';
import { useCallback, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { offerPhotos, takeOfferedRun } from '../../../lib/handover/offered-run.ts';
import type { OfferedRun } from '../../../lib/handover/offered-run.ts';
import { canonicalJson } from '@packshot/contract/catalog/canonical-json';
import { CatalogLink, useGoTo } from '../catalog-link.tsx';
import { DEFAULT_RECIPE, DEFAULT_RECIPE_NAME } from '../default-recipe.ts';
import { SelectField } from '../fields.tsx';
import { recipeWords } from '../recipes/recipe-words.ts';
import { recipeName, timeWords } from '../words.ts';

export function NewRun() {
  const load = useCallback(async () => (await call('listRecipes')).data, []);
  const { loaded, reload } = useLoaded(load);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-64" />;
  return <Form recipes={loaded.value} />;
}

/** Choice of the recipe from the Create page's batch; the recipe is saved when the run is created. */
const OF_BATCH = 'batch';

function Form({ recipes }: { readonly recipes: readonly StoredRecipe[] }) {
  const goTo = useGoTo();
  // Batch that the Create page passed to this page, read once and stored while the form is open.
  const [offered] = useState(takeOfferedRun);
  const [name, setName] = useState(() => t('Run of {time}', { time: timeWords(new Date().toISOString()) }));
  // An empty ID means the default recipe, which is saved when the run is created.
  const [recipeId, setRecipeId] = useState(offered ? OF_BATCH : (recipes[0]?.id ?? ''));
  const [isOnlyChanged, setIsOnlyChanged] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const selected =
    recipeId === OF_BATCH && offered
      ? offered.recipe
      : (recipes.find(({ id }) => id === recipeId)?.recipe ?? DEFAULT_RECIPE);
  const create = async (): Promise<void> => {
    setIsSending(true);
    setFailure(null);
    try {
      const selectedId =
        recipeId === OF_BATCH && offered
          ? await keep(offered, recipes)
          : recipeId || (await keepDefault(recipes));
      const body = { name: name.trim(), recipe_id: selectedId, only_changed: isOnlyChanged };
      const { data } = await call('createRun', { body });
      if (offered) offerPhotos(data.id, offered.photos);
      goTo({ kind: 'run', id: data.id });
    } catch (error) {
      setFailure(getErrorMessage(error));
      setIsSending(false);
    }
  };
  return (
    <Card className="p-6 max-md:p-5">
      <h1 className="text-lg font-semibold">{t('New run')}</h1>
      <form
        className="mt-4 grid max-w-xl gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField
          label={t('Name')}
          value={name}
          maxLength={RUN_NAME_MAX_LENGTH}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={t('Recipe')}
          value={recipeId}
          options={[
            ...(offered ? [[OF_BATCH, t('Same as your batch')] as const] : []),
            ...recipes.map((recipe) => [recipe.id, recipeName(recipe)] as const),
            ...(recipes.some(isDefault) ? [] : [['', DEFAULT_RECIPE_NAME] as const]),
          ]}
          onChange={setRecipeId}
          hint={
            <>
              <span className="block">{recipeWords(selected)}</span>
              <CatalogLink
                to={{ kind: 'new-recipe' }}
                className="font-medium text-accent-text underline-offset-2 hover:underline"
              >
                {t('Create another recipe')}
              </CatalogLink>
            </>
          }
        />
        <div className="text-sm">
          <label className="flex w-fit items-center gap-3 font-medium">
            <input
              type="checkbox"
              checked={isOnlyChanged}
              aria-describedby="only-changed"
              onChange={(event) => setIsOnlyChanged(event.target.checked)}
              className="size-4 shrink-0 accent-ink"
            />
            {t('Skip unchanged photos')}
          </label>
          <p id="only-changed" className="pl-7 text-muted">
            {t('Photos that this recipe has already processed are reused, free.')}
          </p>
        </div>
        {offered && recipeId === OF_BATCH && offered.notCarried.length > 0 && (
          <Notice tone="info">
            <p>{t('Not carried over to the run:')}</p>
            <ul className="mt-1 list-disc pl-5">
              {offered.notCarried.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        )}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" loading={isSending} disabled={name.trim() === ''}>
            {offered
              ? t('Add {photos, plural, one {# photo} other {# photos}}', { photos: offered.photos.length })
              : t('Continue to photos')}
          </Button>
          <Button variant="secondary" onClick={() => goTo({ kind: 'runs' })}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

const isDefault = ({ name }: StoredRecipe): boolean => name === DEFAULT_RECIPE_NAME;

/** Saves the recipe unless an equal one exists on the server. */
async function keep({ name, recipe }: OfferedRun, recipes: readonly StoredRecipe[]): Promise<string> {
  const existingRecipe = recipes.find((each) => canonicalJson(each.recipe) === canonicalJson(recipe));
  return existingRecipe
    ? existingRecipe.id
    : (await call('createRecipe', { body: { name, recipe } })).data.id;
}

async function keepDefault(recipes: readonly StoredRecipe[]): Promise<string> {
  const existingRecipe = recipes.find(isDefault);
  if (existingRecipe) return existingRecipe.id;
  const { data } = await call('createRecipe', {
    body: { name: DEFAULT_RECIPE_NAME, recipe: DEFAULT_RECIPE },
  });
  return data.id;
}
