import { t } from '@packshot/contract/text/translation';
import { RECIPE_FILE_MAX_BYTES } from '@packshot/contract/catalog/limits';
import { CATALOG_MESSAGES } from '@packshot/contract/catalog/messages';
import { recipeFileSchema } from '@packshot/contract/catalog/recipe';
import type { StoredRecipe } from '@packshot/contract/catalog/recipe';
import { ChefHat, FileInput, Plus } from 'lucide';
import { useCallback, useRef, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CatalogLink, useGoTo } from '../catalog-link.tsx';
import { timeWords } from '../words.ts';
import { recipeWords } from './recipe-words.ts';

export function RecipesPage() {
  const load = useCallback(async () => (await call('listRecipes')).data, []);
  const { loaded, reload } = useLoaded(load);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-64" />;
  return loaded.value.length === 0 ? <NoRecipes /> : <Recipes recipes={loaded.value} />;
}

const NewRecipe = () => (
  <CatalogLink to={{ kind: 'new-recipe' }} className={buttonClasses()}>
    <Icon of={Plus} sizePx={16} />
    {t('New recipe')}
  </CatalogLink>
);

function NoRecipes() {
  const { input, failure } = useImport();
  return (
    <>
      <EmptyState
        icon={ChefHat}
        level={1}
        title={t('No recipes yet')}
        className="w-full max-w-none! rounded-xl border border-line bg-surface py-10!"
        actions={
          <>
            <NewRecipe />
            {input}
          </>
        }
      >
        <p className="mx-auto max-w-lg">
          {t(
            'A recipe defines the result for every photo of a run: background, framing, shadow, sizes and file names.',
          )}
        </p>
      </EmptyState>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </>
  );
}

function Recipes({ recipes }: { readonly recipes: readonly StoredRecipe[] }) {
  const { input, failure } = useImport();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-lg font-semibold">{t('Recipes')}</h1>
        <div className="flex flex-wrap gap-2">
          {input}
          <NewRecipe />
        </div>
      </div>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <ul className="grid gap-3 md:grid-cols-2">
        {recipes.map(({ id, name, version, recipe, updated_at }) => (
          <li key={id}>
            <Card className="relative h-full p-5 transition-colors hover:border-line-strong max-md:p-4">
              <h2 className="text-base font-semibold break-words">
                <CatalogLink to={{ kind: 'recipe', id }} className="after:absolute after:inset-0">
                  <bdi translate="no">{name}</bdi>
                </CatalogLink>
              </h2>
              <p className="mt-1 text-sm text-muted">{recipeWords(recipe)}</p>
              <p className="mt-1 text-xs text-muted tabular-nums">
                {t('Version {version} · {time}', { version, time: timeWords(updated_at) })}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns a button that imports a recipe file and opens the recipe, and the last failure. */
function useImport() {
  const goTo = useGoTo();
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const take = async (file: File): Promise<void> => {
    setIsBusy(true);
    setFailure(null);
    try {
      const recipe = await recipeIn(file);
      if (typeof recipe === 'string') setFailure(recipe);
      else goTo({ kind: 'recipe', id: (await call('importRecipe', { body: recipe })).data.id });
    } catch (error) {
      setFailure(getErrorMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  const input = (
    <>
      <Button variant="secondary" icon={FileInput} loading={isBusy} onClick={() => field.current?.click()}>
        {t('Import')}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        accept=".json,application/json"
        data-testid="recipe-file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void take(file);
        }}
      />
    </>
  );
  return { input, failure };
}

/** Parses a recipe file; returns an error message if it isn't valid. */
async function recipeIn(file: File) {
  if (file.size > RECIPE_FILE_MAX_BYTES) return CATALOG_MESSAGES.recipeFileNotOurs;
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch {
    return CATALOG_MESSAGES.recipeFileNotOurs;
  }
  const parsed = recipeFileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [fault] = parsed.error.issues;
  const [key, ...place] = fault?.path ?? [];
  // Files of other programs, or in another version of the format, have no fault that would help the user.
  if (fault === undefined || key === undefined || key === 'packshot-recipe')
    return CATALOG_MESSAGES.recipeFileNotOurs;
  return `${CATALOG_MESSAGES.recipeFileWrong} ${[key, ...place].join(' › ')}: ${fault.message}`;
}
