import type { Recipe } from '@packshot/contract';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, count, desc, eq, sql } from '../platform/database/orm.ts';
import { recipes, recipeVersions } from './schema.ts';

export interface RecipeRecord {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly recipe: Recipe;
  /** Time at which this version was created. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewRecipe {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly hash: string;
  readonly recipe: Recipe;
}

const FIELDS = {
  id: recipes.id,
  name: recipes.name,
  version: recipeVersions.version,
  hash: recipeVersions.hash,
  recipe: recipeVersions.recipe,
  createdAt: recipeVersions.createdAt,
  updatedAt: recipes.updatedAt,
};

const isOwned = (userId: string, id: string) => and(eq(recipes.userId, userId), eq(recipes.id, id));
const isOfRecipe = eq(recipeVersions.recipeId, recipes.id);

export function createRecipeStore(db: Executor) {
  return {
    /** Lists the latest version of each of the user's recipes, sorted by name. */
    list: (userId: string) =>
      db
        .select(FIELDS)
        .from(recipes)
        .innerJoin(recipeVersions, and(isOfRecipe, eq(recipeVersions.version, recipes.version)))
        .where(eq(recipes.userId, userId))
        .orderBy(asc(recipes.name), asc(recipes.id)),

    /**
     * Finds a version of a recipe.
     * @param version undefined for the latest one
     */
    async find(userId: string, id: string, version?: number): Promise<RecipeRecord | null> {
      const isAsked = eq(recipeVersions.version, version ?? recipes.version);
      const [row] = await db
        .select(FIELDS)
        .from(recipes)
        .innerJoin(recipeVersions, and(isOfRecipe, isAsked))
        .where(isOwned(userId, id));
      return row ?? null;
    },

    versions: (userId: string, id: string) =>
      db
        .select({ version: FIELDS.version, hash: FIELDS.hash, createdAt: FIELDS.createdAt })
        .from(recipes)
        .innerJoin(recipeVersions, isOfRecipe)
        .where(isOwned(userId, id))
        .orderBy(desc(recipeVersions.version)),

    async count(userId: string): Promise<number> {
      const [row] = await db.select({ recipes: count() }).from(recipes).where(eq(recipes.userId, userId));
      return row?.recipes ?? 0;
    },

    /** Stores a new recipe. Returns false if a recipe with this id exists. */
    async insert({ id, userId, name, hash, recipe }: NewRecipe): Promise<boolean> {
      const rows = await db
        .insert(recipes)
        .values({ id, userId, name, version: 1 })
        .onConflictDoNothing()
        .returning({ id: recipes.id });
      if (rows.length === 0) return false;
      await db.insert(recipeVersions).values({ recipeId: id, version: 1, hash, recipe });
      return true;
    },

    /** Renames a recipe. Returns false if it doesn't exist. */
    async rename(userId: string, id: string, name: string): Promise<boolean> {
      const rows = await db
        .update(recipes)
        .set({ name, updatedAt: sql`now()` })
        .where(isOwned(userId, id))
        .returning({ id: recipes.id });
      return rows.length > 0;
    },

    /** Adds the recipe's next version. Returns false if the recipe doesn't exist. */
    async addVersion(userId: string, id: string, hash: string, recipe: Recipe): Promise<boolean> {
      const [row] = await db
        .update(recipes)
        .set({ version: sql`${recipes.version} + 1`, updatedAt: sql`now()` })
        .where(isOwned(userId, id))
        .returning({ version: recipes.version });
      if (row === undefined) return false;
      await db.insert(recipeVersions).values({ recipeId: id, version: row.version, hash, recipe });
      return true;
    },

    async delete(userId: string, id: string): Promise<boolean> {
      const rows = await db.delete(recipes).where(isOwned(userId, id)).returning({ id: recipes.id });
      return rows.length > 0;
    },
  };
}

export type RecipeStore = ReturnType<typeof createRecipeStore>;
