import { createHash, randomUUID } from 'node:crypto';
import { canonicalJson, RECIPES_PER_OWNER, RUNS_PER_OWNER } from '@packshot/contract';
import type {
  AddedFromBucket,
  AddItemsRequest,
  AttachFilesRequest,
  Bucket,
  BucketSource,
  DeliverRequest,
  ItemsWindow,
  Recipe,
  RecipePatch,
  RecipeRequest,
  ReviewRequest,
  Run,
  RunAction,
  RunStatus,
  StoredRecipe,
  V1CatalogRequest,
  ItemState,
  JsonValue,
} from '@packshot/contract';
import { itemOfAddress } from '@packshot/contract/catalog/table-rows';
import type { BucketAccess } from '../buckets/access.ts';
import type { BucketService } from '../buckets/service.ts';
import type { KeyCaller } from '../platform/access/caller.ts';
import type { CatalogDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import { assertMay } from '../tools/public-jobs/service.ts';
import { toStoredDestination } from './destination.ts';
import { addInParts, rowsOfBucket } from './from-bucket.ts';
import { hashOfRecipe } from './recipe-service.ts';
import type { RecipeService } from './recipe-service.ts';
import { assertOwned, madeBy } from './run-service.ts';
import type { RunService } from './run-service.ts';
import type { TableOrder } from './run-table.ts';
import type { NewItem } from './model.ts';

interface PublicCatalogDependencies {
  readonly database: CatalogDatabase;
  readonly recipes: RecipeService;
  readonly runs: RunService;
  readonly buckets: BucketService;
  readonly bucketAccess: BucketAccess;
}

/** Run states after each action. If the run is already in one of them, the action has taken effect. */
const REACHED: Readonly<Record<RunAction, readonly RunStatus[]>> = {
  start: ['running', 'finished'],
  pause: ['paused'],
  resume: ['running', 'finished'],
  cancel: ['canceled'],
  retry: ['running'],
  continue: ['running'],
};

export function createPublicCatalogService({
  database,
  recipes,
  runs,
  buckets,
  bucketAccess,
}: PublicCatalogDependencies) {
  const { stores } = database;
  const toRead = (caller: KeyCaller): KeyCaller => {
    assertMay(caller, 'images:read');
    return caller;
  };
  const toReadRecipes = (caller: KeyCaller): KeyCaller => {
    assertMay(caller, 'recipes:read');
    return caller;
  };
  const toWrite = (
    caller: KeyCaller,
    scope: 'catalog:write' | 'recipes:write' = 'catalog:write',
  ): KeyCaller => {
    assertMay(caller, scope);
    if (caller.key.mode !== 'live') throw new DomainError('LIVE_KEY_NEEDED');
    assertPermitted(caller, 'catalog.write');
    return caller;
  };

  const insertRun = async (
    caller: KeyCaller,
    { name, recipe, recipe_id, version, only_changed: onlyChanged, ...asked }: V1CatalogRequest,
    { id, fingerprint }: CatalogIdentity,
  ): Promise<boolean> => {
    const { userId } = caller;
    if ((await stores.runs.count(userId)) >= RUNS_PER_OWNER) throw new DomainError('TOO_MANY_RUNS');
    const recipeFields =
      recipe === undefined ? await madeBy(stores, caller, recipe_id ?? '', version) : toRecipeFields(recipe);
    const { items, urls, from, to = null } = asked;
    const destination = await toStoredDestination(bucketAccess, caller, to);
    const listed = from === undefined ? [] : (await rowsOfBucket(bucketAccess, caller, from)).rows;
    const rows: readonly NewItem[] = [...items, ...urls.map(itemOfAddress), ...listed];
    const keys = rows.flatMap(({ source }) => (source.kind === 'upload' ? [source.key] : []));
    await assertOwned(stores, caller, keys);
    return database.transaction(async (inside) => {
      const run = {
        id,
        userId,
        name: name ?? recipeFields.recipeName,
        onlyChanged,
        fingerprint,
        ...recipeFields,
        ...destination,
      };
      if (!(await inside.runs.insert(run))) return false;
      await addInParts(inside, run, 0, rows);
      return true;
    });
  };

  const lead = async (caller: KeyCaller, id: string, action: RunAction): Promise<Run> => {
    try {
      return await runs.change(caller, id, action);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const run = await runs.read(caller, id);
      if (!REACHED[action].includes(run.status)) throw error;
      return run;
    }
  };

  return {
    listRecipes: async (caller: KeyCaller): Promise<StoredRecipe[]> => recipes.list(toReadRecipes(caller)),
    readRecipe: async (caller: KeyCaller, id: string, version?: number) =>
      recipes.read(toReadRecipes(caller), id, version),

    /** Creates a recipe. Throws IDEMPOTENCY_CONFLICT. */
    async createRecipe(caller: KeyCaller, request: RecipeRequest, idempotencyKey: string | undefined) {
      const { userId } = toWrite(caller, 'recipes:write');
      const { id } = deriveIdentity(caller, 'recipe', request, idempotencyKey);
      const hash = hashOfRecipe(request.recipe);
      if ((await stores.recipes.count(userId)) >= RECIPES_PER_OWNER && (await first(userId, id)) === null)
        throw new DomainError('TOO_MANY_RECIPES');
      const isNew = await database.transaction((inside) =>
        inside.recipes.insert({ id, userId, ...request, hash }),
      );
      const stored = isNew ? null : await first(userId, id);
      if (!isNew && (stored === null || hashOfRecipe(stored.recipe) !== hash))
        throw new DomainError('IDEMPOTENCY_CONFLICT');
      return { body: await recipes.read(caller, id), isReplay: !isNew };
    },

    updateRecipe: async (caller: KeyCaller, id: string, patch: RecipePatch) =>
      recipes.update(toWrite(caller, 'recipes:write'), id, patch),
    deleteRecipe: async (caller: KeyCaller, id: string) =>
      recipes.delete(toWrite(caller, 'recipes:write'), id),

    list: async (caller: KeyCaller, page: { readonly after: string | undefined; readonly limit: number }) =>
      runs.list(toRead(caller), page),
    read: async (caller: KeyCaller, id: string): Promise<Run> => runs.read(toRead(caller), id),

    /**
     * Creates a catalog run with its first rows, either all or nothing. If it should start immediately but can't, it
     * is removed again. Throws IDEMPOTENCY_CONFLICT.
     */
    async create(caller: KeyCaller, request: V1CatalogRequest, idempotencyKey: string | undefined) {
      toWrite(caller);
      if (request.from !== undefined || request.to !== undefined) assertMay(caller, 'buckets:use');
      const identity = deriveIdentity(caller, 'catalog', request, idempotencyKey);
      const { id, fingerprint } = identity;
      const earlier = await stores.runs.find(caller.userId, id);
      const isReplay = earlier !== null || !(await insertRun(caller, request, identity));
      if (isReplay) {
        const there = earlier ?? (await stores.runs.find(caller.userId, id));
        // The call also conflicts if the earlier catalog was just deleted: its row remains in the database for a
        // moment.
        if (there?.fingerprint == null || Buffer.compare(there.fingerprint, fingerprint) !== 0)
          throw new DomainError('IDEMPOTENCY_CONFLICT');
      }
      const run = await runs.read(caller, id);
      // An earlier call with this idempotency key may have failed before it started the catalog.
      if (!request.start || run.status !== 'draft') return { body: run, isReplay };
      try {
        return { body: await lead(caller, id, 'start'), isReplay };
      } catch (error) {
        if (!isReplay && error instanceof DomainError) await stores.runs.remove(id);
        throw error;
      }
    },

    delete: async (caller: KeyCaller, id: string): Promise<void> => runs.delete(toWrite(caller), id),
    estimate: async (caller: KeyCaller, id: string) => runs.estimate(toRead(caller), id),

    /**
     * Changes the state of a catalog. Accepts an action that has already taken effect, because an earlier response may
     * have been lost.
     */
    async change(caller: KeyCaller, id: string, action: RunAction): Promise<Run> {
      toWrite(caller);
      if (action !== 'pause' && action !== 'cancel' && (await usesBuckets(caller.userId, id)))
        assertMay(caller, 'buckets:use');
      return lead(caller, id, action);
    },

    /** Lists the organization's buckets, without their access keys. */
    async listBuckets(caller: KeyCaller): Promise<Bucket[]> {
      assertMay(caller, 'buckets:use');
      const { data } = await buckets.list(caller);
      return data.map((bucket) => ({ ...bucket, access_key_id: null }));
    },
    async addFromBucket(caller: KeyCaller, id: string, source: BucketSource): Promise<AddedFromBucket> {
      assertMay(toWrite(caller), 'buckets:use');
      return runs.addFromBucket(caller, id, source);
    },
    async deliver(caller: KeyCaller, id: string, request: DeliverRequest): Promise<Run> {
      assertMay(toWrite(caller), 'buckets:use');
      return runs.deliver(caller, id, request);
    },

    addItems: async (caller: KeyCaller, id: string, request: AddItemsRequest) =>
      runs.addItems(toWrite(caller), id, request),
    addTable: async (caller: KeyCaller, id: string, bytes: Uint8Array, order: TableOrder) =>
      runs.addTable(toWrite(caller), id, bytes, order),
    attachFiles: async (caller: KeyCaller, id: string, request: AttachFilesRequest) =>
      runs.attachFiles(toWrite(caller), id, request),
    listItems: async (caller: KeyCaller, id: string, query: ItemsWindow, withLinks: boolean) =>
      runs.listItems(toRead(caller), id, query, withLinks),
    readItem: async (caller: KeyCaller, id: string, row: number) => runs.readItem(toRead(caller), id, row),
    replacePhoto: async (caller: KeyCaller, id: string, row: number, key: string) =>
      runs.replacePhoto(toWrite(caller), id, row, key),
    review: async (caller: KeyCaller, id: string, request: ReviewRequest) =>
      runs.review(toWrite(caller), id, request),
    download: async (caller: KeyCaller, id: string, kind: 'zip' | 'manifest', state: ItemState | undefined) =>
      runs.download(toRead(caller), id, { kind, ...(state !== undefined && { states: [state] }) }),
  };

  /** Whether a catalog run reads photos from a bucket or delivers files to one. */
  async function usesBuckets(userId: string, id: string): Promise<boolean> {
    const run = await stores.runs.find(userId, id);
    if (run === null) return false;
    return run.toBucketName !== null || ((await stores.runs.figures([id])).get(id)?.sources.bucket ?? 0) > 0;
  }

  function first(userId: string, id: string) {
    return stores.recipes.find(userId, id, 1);
  }
}

/**
 * Manages recipes and catalog runs for API keys, with the same services as the web app. Changes need a live key,
 * because catalogs cost credits and recipes determine their results. Throws KEY_SCOPE_MISSING, LIVE_KEY_NEEDED, and
 * the errors of the recipe and run services.
 */
export type PublicCatalogService = ReturnType<typeof createPublicCatalogService>;

/** Recipe fields of a catalog whose request contains the recipe itself instead of the id of a stored one. */
const toRecipeFields = (recipe: Recipe) => ({
  recipeId: null,
  recipeName: 'Recipe of a program',
  recipeVersion: 1,
  recipeHash: hashOfRecipe(recipe),
  recipe,
});

interface CatalogIdentity {
  readonly id: string;
  readonly fingerprint: Uint8Array;
}

/**
 * Derives an id from the API key and the idempotency key, so that a repeated call finds what the first call created.
 * Random without an idempotency key.
 */
function deriveIdentity(
  { key }: KeyCaller,
  kind: string,
  request: unknown,
  idempotencyKey: string | undefined,
): CatalogIdentity {
  const fingerprint = createHash('sha256')
    .update(canonicalJson(request as JsonValue))
    .digest();
  if (idempotencyKey === undefined) return { id: randomUUID(), fingerprint };
  return { id: deriveUuid(`${kind}:${key.id}:${idempotencyKey}`), fingerprint };
}

/** Derives a UUID of version 8 (RFC 9562) from a text; the same text gives the same UUID. */
function deriveUuid(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
