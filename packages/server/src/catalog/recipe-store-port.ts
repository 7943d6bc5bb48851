import type { Recipe } from '@packshot/contract';

/** One version of a recipe. */
export interface KeptRecipe {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly recipe: Recipe;
  /** Of the version. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface NewRecipe {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly hash: string;
  readonly recipe: Recipe;
}

export interface RecipeStore {
  /** Each in its last version, by name. */
  list(userId: string): Promise<readonly KeptRecipe[]>;
  /** @param version absent: the last one */
  find(userId: string, id: string, version?: number): Promise<KeptRecipe | null>;
  /** Newest first. */
  versions(
    userId: string,
    id: string,
  ): Promise<readonly Pick<KeptRecipe, 'version' | 'hash' | 'createdAt'>[]>;
  count(userId: string): Promise<number>;
  /** False when there is one of this id already. */
  insert(recipe: NewRecipe): Promise<boolean>;
  /** False when there is no such recipe. */
  rename(userId: string, id: string, name: string): Promise<boolean>;
  /** The next version. False when there is no such recipe. */
  addVersion(userId: string, id: string, hash: string, recipe: Recipe): Promise<boolean>;
  delete(userId: string, id: string): Promise<boolean>;
}
