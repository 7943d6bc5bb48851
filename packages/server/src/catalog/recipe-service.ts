import { createHash, randomUUID } from 'node:crypto';
import { RECIPES_PER_OWNER, recipeHashInput } from '@packshot/contract';
import type { Recipe, RecipePatch, RecipeRequest, StoredRecipe } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { CatalogDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { RecipeRecord } from './recipe-store.ts';

/** Hash of a recipe, equal for equal recipes. */
export const hashOfRecipe = (recipe: Recipe): string =>
  createHash('sha256').update(recipeHashInput(recipe)).digest('hex');

export function createRecipeService(database: CatalogDatabase) {
  const { stores } = database;
  const read = async ({ userId }: Caller, id: string, version?: number): Promise<StoredRecipe> => {
    const storedRecipe = await stores.recipes.find(userId, id, version);
    if (storedRecipe === null) throw new DomainError('NOT_FOUND');
    return present(storedRecipe);
  };
  return {
    async list(caller: Caller): Promise<StoredRecipe[]> {
      assertPermitted(caller, 'catalog.read');
      return (await stores.recipes.list(caller.userId)).map(present);
    },

    read(caller: Caller, id: string, version?: number): Promise<StoredRecipe> {
      assertPermitted(caller, 'catalog.read');
      return read(caller, id, version);
    },

    async versions(caller: Caller, id: string) {
      assertPermitted(caller, 'catalog.read');
      const versions = await stores.recipes.versions(caller.userId, id);
      if (versions.length === 0) throw new DomainError('NOT_FOUND');
      return versions.map(({ version, hash, createdAt }) => ({
        version,
        hash,
        created_at: createdAt.toISOString(),
      }));
    },

    /** Creates a recipe. Throws TOO_MANY_RECIPES. */
    async create(caller: Caller, { name, recipe }: RecipeRequest): Promise<StoredRecipe> {
      assertPermitted(caller, 'catalog.write');
      const { userId } = caller;
      if ((await stores.recipes.count(userId)) >= RECIPES_PER_OWNER)
        throw new DomainError('TOO_MANY_RECIPES');
      const id = randomUUID();
      await database.transaction((inside) =>
        inside.recipes.insert({ id, userId, name, hash: hashOfRecipe(recipe), recipe }),
      );
      return read(caller, id);
    },

    async update(caller: Caller, id: string, { name, recipe }: RecipePatch): Promise<StoredRecipe> {
      assertPermitted(caller, 'catalog.write');
      const { userId } = caller;
      await database.transaction(async ({ recipes }) => {
        const before = await recipes.find(userId, id);
        if (before === null) throw new DomainError('NOT_FOUND');
        if (name !== undefined) await recipes.rename(userId, id, name);
        // Saving an unchanged recipe doesn't create a new version.
        if (recipe === undefined || hashOfRecipe(recipe) === hashOfRecipe(before.recipe)) return;
        await recipes.addVersion(userId, id, hashOfRecipe(recipe), recipe);
      });
      return read(caller, id);
    },

    async delete(caller: Caller, id: string): Promise<void> {
      assertPermitted(caller, 'catalog.write');
      if (!(await stores.recipes.delete(caller.userId, id))) throw new DomainError('NOT_FOUND');
    },
  };
}

/**
 * Manages the caller's recipes (stored settings for processing photos). Throws FORBIDDEN for guests, NOT_FOUND for
 * other users' recipes.
 */
export type RecipeService = ReturnType<typeof createRecipeService>;

const present = ({ createdAt, updatedAt, ...recipe }: RecipeRecord): StoredRecipe => ({
  ...recipe,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
