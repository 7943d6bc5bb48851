/** Calls for recipes, and for catalogs, in which one recipe processes up to 10,000 photos. */
import {
  isAddedFromBucket,
  isAddedItems,
  isAttachedFiles,
  isBucketList,
  isCatalog,
  isCatalogEstimate,
  isCatalogItem,
  isCatalogItemList,
  isCatalogList,
  isRecipe,
  isRecipeList,
  isReviewedRows,
  isTable,
} from './answers.ts';
import type {
  AddCatalogBucketAnswer,
  AddCatalogBucketInput,
  AddCatalogItemsAnswer,
  AddCatalogItemsInput,
  AddCatalogTableAnswer,
  AddCatalogTableQuery,
  AttachCatalogFilesAnswer,
  AttachCatalogFilesInput,
  Catalog,
  CatalogItem,
  CreateCatalogInput,
  CreateRecipeInput,
  DeliverCatalogInput,
  EstimateCatalogAnswer,
  ExportCatalogQuery,
  ListBucketsAnswer,
  ListCatalogItemsAnswer,
  ListCatalogItemsQuery,
  ListCatalogsAnswer,
  ListCatalogsQuery,
  ReadRecipeQuery,
  ReviewCatalogInput,
  StoredRecipe,
  UpdateRecipeInput,
} from './generated.ts';
import { jsonReader, streamIn } from './read-answer.ts';
import { postCall } from './tools.ts';
import type { PostOptions } from './tools.ts';
import type { ApiRequest, CallOptions, OperationName, Transport } from './transport.ts';
import { sleep } from './waiting.ts';

type TableMapping = AddCatalogTableAnswer['mapping'];

export interface Recipes {
  readonly list: (options?: CallOptions) => Promise<readonly StoredRecipe[]>;
  readonly get: (id: string, query?: ReadRecipeQuery, options?: CallOptions) => Promise<StoredRecipe>;
  readonly create: (input: CreateRecipeInput, options?: PostOptions) => Promise<StoredRecipe>;
  /** Changes a recipe or its name; a different recipe becomes a new version. */
  readonly update: (id: string, change: UpdateRecipeInput, options?: CallOptions) => Promise<StoredRecipe>;
  readonly delete: (id: string, options?: CallOptions) => Promise<void>;
}

export type CatalogAction = 'start' | 'pause' | 'resume' | 'cancel' | 'retry' | 'continue';

export interface Catalogs {
  /** Page of catalogs, newest first; `next_cursor` leads to the next page. */
  readonly list: (query?: ListCatalogsQuery, options?: CallOptions) => Promise<ListCatalogsAnswer>;
  readonly get: (id: string, options?: CallOptions) => Promise<Catalog>;
  /** Creates a catalog as a draft, or starts it at once if `start` is set. */
  readonly create: (input: CreateCatalogInput, options?: PostOptions) => Promise<Catalog>;
  readonly delete: (id: string, options?: CallOptions) => Promise<void>;
  /** Estimated cost and duration of a catalog, and reasons why it can't start. */
  readonly estimate: (id: string, options?: CallOptions) => Promise<EstimateCatalogAnswer>;
  readonly change: (id: string, action: CatalogAction, options?: CallOptions) => Promise<Catalog>;
  /** Adds up to 500 rows to a catalog. */
  readonly addItems: (
    id: string,
    input: AddCatalogItemsInput,
    options?: CallOptions,
  ) => Promise<AddCatalogItemsAnswer>;
  /**
   * Adds a CSV or XLSX table to a catalog. Without `mapping` no rows are added; the response contains the table's
   * first rows and a suggestion for its columns.
   */
  readonly addTable: (
    id: string,
    table: Uint8Array<ArrayBuffer> | string,
    how?: Omit<AddCatalogTableQuery, 'mapping'> & { readonly mapping?: TableMapping | undefined },
    options?: CallOptions,
  ) => Promise<AddCatalogTableAnswer>;
  /** S3 buckets that the organization has connected, without their access keys. */
  readonly buckets: (options?: CallOptions) => Promise<ListBucketsAnswer['data']>;
  /** Adds every photo of a folder in a bucket to a catalog. */
  readonly addBucket: (
    id: string,
    source: AddCatalogBucketInput,
    options?: CallOptions,
  ) => Promise<AddCatalogBucketAnswer>;
  /**
   * Repeats the delivery of files that didn't arrive in the catalog's bucket, or delivers all files to another bucket.
   */
  readonly deliver: (id: string, how?: DeliverCatalogInput, options?: CallOptions) => Promise<Catalog>;
  readonly attachFiles: (
    id: string,
    input: AttachCatalogFilesInput,
    options?: CallOptions,
  ) => Promise<AttachCatalogFilesAnswer>;
  readonly items: (
    id: string,
    query?: ListCatalogItemsQuery,
    options?: CallOptions,
  ) => Promise<ListCatalogItemsAnswer>;
  readonly item: (id: string, row: number, options?: CallOptions) => Promise<CatalogItem>;
  /** Processes a row of a catalog again with another photo. */
  readonly replacePhoto: (
    id: string,
    row: number,
    image_key: string,
    options?: CallOptions,
  ) => Promise<CatalogItem>;
  /** @returns the rows whose state changed */
  readonly review: (
    id: string,
    decisions: ReviewCatalogInput['decisions'],
    options?: CallOptions,
  ) => Promise<readonly number[]>;
  /** Streams a ZIP of the catalog's files and its manifest. The stream has no time limit unless `timeoutMs` is set. */
  readonly export: (
    id: string,
    query?: ExportCatalogQuery,
    options?: CallOptions,
  ) => Promise<ReadableStream<Uint8Array>>;
  /** CSV with the outcome of each row of the catalog. */
  readonly manifest: (
    id: string,
    query?: ExportCatalogQuery,
    options?: CallOptions,
  ) => Promise<ReadableStream<Uint8Array>>;
  /**
   * Waits until the catalog has finished, paused or been canceled. The wait has no time limit unless `timeoutMs` is
   * set.
   */
  readonly wait: (
    id: string,
    options?: CallOptions & { readonly onChange?: ((catalog: Catalog) => void) | undefined },
  ) => Promise<Catalog>;
}

/** Interval between status requests while a catalog runs. */
const LOOKS_EVERY_MS = 5_000;

const withJson = (operation: OperationName, params: ApiRequest['params'], input: object): ApiRequest => ({
  operation,
  ...(params && { params }),
  body: { contentType: 'application/json', make: () => JSON.stringify(input) },
});

/** Removes the default time limit, because reading a large file or waiting for a run takes longer. */
const unlimited = (options: CallOptions): CallOptions => ({ timeoutMs: Infinity, ...options });

const readNothing = async (answer: Response): Promise<void> => {
  await answer.body?.cancel();
};

export function createRecipes({ send }: Transport): Recipes {
  return {
    list: async (options = {}) =>
      (await send({ operation: 'listRecipes' }, options, jsonReader(isRecipeList))).data,
    get: (id, query = {}, options = {}) =>
      send({ operation: 'readRecipe', params: { id }, query }, options, jsonReader(isRecipe)),
    create: async (input, options = {}) =>
      send(await postCall('createRecipe', input, options), options, jsonReader(isRecipe)),
    update: (id, change, options = {}) =>
      send(withJson('updateRecipe', { id }, change), options, jsonReader(isRecipe)),
    delete: (id, options = {}) => send({ operation: 'deleteRecipe', params: { id } }, options, readNothing),
  };
}

export function createCatalogs({ send, withTimeLimit: within }: Transport): Catalogs {
  const get: Catalogs['get'] = (id, options = {}) =>
    send({ operation: 'readCatalog', params: { id } }, options, jsonReader(isCatalog));
  return {
    get,
    list: (query = {}, options = {}) =>
      send({ operation: 'listCatalogs', query }, options, jsonReader(isCatalogList)),
    create: async (input, options = {}) =>
      send(await postCall('createCatalog', input, options), options, jsonReader(isCatalog)),
    delete: (id, options = {}) => send({ operation: 'deleteCatalog', params: { id } }, options, readNothing),
    estimate: (id, options = {}) =>
      send({ operation: 'estimateCatalog', params: { id } }, options, jsonReader(isCatalogEstimate)),
    change: (id, action, options = {}) =>
      send({ operation: 'changeCatalog', params: { id, action } }, options, jsonReader(isCatalog)),
    addItems: (id, input, options = {}) =>
      send(withJson('addCatalogItems', { id }, input), options, jsonReader(isAddedItems)),
    addTable: (id, table, { mapping, ...how } = {}, options = {}) =>
      send(
        {
          operation: 'addCatalogTable',
          params: { id },
          query: { ...how, ...(mapping && { mapping: JSON.stringify(mapping) }) },
          body: { contentType: 'application/octet-stream', make: () => table },
        },
        options,
        jsonReader(isTable),
      ),
    buckets: async (options = {}) =>
      (await send({ operation: 'listBuckets' }, options, jsonReader(isBucketList))).data,
    addBucket: (id, source, options = {}) =>
      send(withJson('addCatalogBucket', { id }, source), options, jsonReader(isAddedFromBucket)),
    deliver: (id, how = {}, options = {}) =>
      send(withJson('deliverCatalog', { id }, how), options, jsonReader(isCatalog)),
    attachFiles: (id, input, options = {}) =>
      send(withJson('attachCatalogFiles', { id }, input), options, jsonReader(isAttachedFiles)),
    items: (id, query = {}, options = {}) =>
      send({ operation: 'listCatalogItems', params: { id }, query }, options, jsonReader(isCatalogItemList)),
    item: (id, row, options = {}) =>
      send({ operation: 'readCatalogItem', params: { id, row } }, options, jsonReader(isCatalogItem)),
    replacePhoto: (id, row, image_key, options = {}) =>
      send(withJson('updateCatalogItem', { id, row }, { image_key }), options, jsonReader(isCatalogItem)),
    review: async (id, decisions, options = {}) =>
      (await send(withJson('reviewCatalog', { id }, { decisions }), options, jsonReader(isReviewedRows)))
        .rows,
    export: (id, query = {}, options = {}) =>
      send(
        { operation: 'exportCatalog', params: { id }, query },
        unlimited(options),
        streamIn('application/zip'),
      ),
    manifest: (id, query = {}, options = {}) =>
      send({ operation: 'readManifest', params: { id }, query }, unlimited(options), streamIn('text/csv')),
    async wait(id, { onChange, ...options } = {}) {
      const inTime = within(unlimited(options));
      for (;;) {
        const catalog = await get(id, inTime);
        onChange?.(catalog);
        if (catalog.status !== 'running') return catalog;
        await sleep(LOOKS_EVERY_MS, inTime.signal);
      }
    },
  };
}
