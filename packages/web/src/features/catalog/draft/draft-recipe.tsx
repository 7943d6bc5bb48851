import type { Run } from '@packshot/contract/catalog/runs';
import { useCallback, useState } from 'react';
import { call, messageOf } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../fields.tsx';

interface DraftRecipeProps {
  readonly run: Run;
  readonly onChange: (run: Run) => void;
}

/** The one that it was made with may have changed since, or be deleted. */
const AS_IT_IS = '';

/** By which recipe a draft will be done; another one, or a newer version of it, can be chosen until it starts. */
export function DraftRecipe({ run, onChange }: DraftRecipeProps) {
  const load = useCallback(async () => (await call('listRecipes')).data, []);
  const { loaded } = useLoaded(load);
  const [failure, setFailure] = useState<string | null>(null);
  const { id, recipe } = run;
  const recipes = loaded.state === 'ready' ? loaded.value : [];
  const current = recipes.find((each) => each.id === recipe.id && each.version === recipe.version);
  const change = async (recipeId: string): Promise<void> => {
    setFailure(null);
    try {
      onChange((await call('updateRun', { params: { id }, body: { recipe_id: recipeId } })).data);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <div className="max-w-sm">
      <SelectField
        label="Recipe"
        value={current?.id ?? AS_IT_IS}
        options={[
          ...(current ? [] : [[AS_IT_IS, `${recipe.name}, version ${recipe.version}`] as const]),
          ...recipes.map((each) => [each.id, `${each.name}, version ${each.version}`] as const),
        ]}
        onChange={(value) => {
          if (value !== AS_IT_IS) void change(value);
        }}
      />
      {failure !== null && (
        <Notice tone="error" className="mt-2">
          {failure}
        </Notice>
      )}
    </div>
  );
}
