import type { RecipeStore } from './recipe-store-port.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, count, desc, eq, sql } from '../platform/database/orm.ts';
import { recipes, recipeVersions } from './schema.ts';

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

export function createRecipeStore(db: Executor): RecipeStore {
  return {
    list: (userId) =>
      db
        .select(FIELDS)
        .from(recipes)
        .innerJoin(recipeVersions, and(isOfRecipe, eq(recipeVersions.version, recipes.version)))
        .where(eq(recipes.userId, userId))
        .orderBy(asc(recipes.name), asc(recipes.id)),

    async find(userId, id, version) {
      const isAsked = eq(recipeVersions.version, version ?? recipes.version);
      const [row] = await db
        .select(FIELDS)
        .from(recipes)
        .innerJoin(recipeVersions, and(isOfRecipe, isAsked))
        .where(isOwned(userId, id));
      return row ?? null;
    },

    versions: (userId, id) =>
      db
        .select({ version: FIELDS.version, hash: FIELDS.hash, createdAt: FIELDS.createdAt })
        .from(recipes)
        .innerJoin(recipeVersions, isOfRecipe)
        .where(isOwned(userId, id))
        .orderBy(desc(recipeVersions.version)),

    async count(userId) {
      const [row] = await db.select({ recipes: count() }).from(recipes).where(eq(recipes.userId, userId));
      return row?.recipes ?? 0;
    },

    async insert({ id, userId, name, hash, recipe }) {
      const rows = await db
        .insert(recipes)
        .values({ id, userId, name, version: 1 })
        .onConflictDoNothing()
        .returning({ id: recipes.id });
      if (rows.length === 0) return false;
      await db.insert(recipeVersions).values({ recipeId: id, version: 1, hash, recipe });
      return true;
    },

    async rename(userId, id, name) {
      const rows = await db
        .update(recipes)
        .set({ name, updatedAt: sql`now()` })
        .where(isOwned(userId, id))
        .returning({ id: recipes.id });
      return rows.length > 0;
    },

    async addVersion(userId, id, hash, recipe) {
      const [row] = await db
        .update(recipes)
        .set({ version: sql`${recipes.version} + 1`, updatedAt: sql`now()` })
        .where(isOwned(userId, id))
        .returning({ version: recipes.version });
      if (row === undefined) return false;
      await db.insert(recipeVersions).values({ recipeId: id, version: row.version, hash, recipe });
      return true;
    },

    async delete(userId, id) {
      const rows = await db.delete(recipes).where(isOwned(userId, id)).returning({ id: recipes.id });
      return rows.length > 0;
    },
  };
}
