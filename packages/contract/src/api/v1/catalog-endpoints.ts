import {
  addItemsRequestSchema,
  attachFilesRequestSchema,
  itemParamsSchema,
  itemPatchSchema,
  reviewRequestSchema,
} from '../../catalog/items.ts';
import { RECIPE_FILE_MAX_BYTES, TABLE_MAX_BYTES } from '../../catalog/limits.ts';
import {
  recipeParamsSchema,
  recipeQuerySchema,
  recipeRequestSchema,
  storedRecipeSchema,
} from '../../catalog/recipe.ts';
import { CANNOT_START, runActionParamsSchema, runParamsSchema } from '../../catalog/runs.ts';
import { v1JobsQuerySchema } from './schemas.ts';
import { BUCKET_FAULTS } from '../../buckets/buckets.ts';
import {
  v1AddedFromBucketSchema,
  v1AddedItemsSchema,
  v1AttachedFilesSchema,
  v1BucketSourceSchema,
  v1BucketsSchema,
  v1CatalogEstimateSchema,
  v1CatalogRequestSchema,
  v1CatalogSchema,
  v1CatalogsSchema,
  v1DeliverRequestSchema,
  v1ExportQuerySchema,
  v1ItemSchema,
  v1ItemsPageSchema,
  v1ItemsQuerySchema,
  v1RecipePatchSchema,
  v1RecipesSchema,
  v1ReviewSchema,
  v1TableQuerySchema,
  v1TableSchema,
} from './catalog-schemas.ts';
import type { V1Endpoint } from './endpoint.ts';

const RECIPES = '/v1/recipes';
const CATALOGS = '/v1/catalogs';
const CATALOG = `${CATALOGS}/{id}`;
/** Size limit of the request body: 500 file names with their storage keys, in any script. */
const FILES_MAX_BYTES = 1024 * 1024;

const ASK = { method: 'GET', body: 'none', answer: 'json', successStatus: 200 } as const;
const SEND = { method: 'POST', body: 'json', answer: 'json', successStatus: 200 } as const;
const REMOVE = { method: 'DELETE', body: 'none', answer: 'empty', successStatus: 204 } as const;

const ASK_RECIPE = { ...ASK, tag: 'Recipes', scope: 'recipes:read' } as const;
const WRITE_RECIPE = { tag: 'Recipes', scope: 'recipes:write' } as const;
const ASK_CATALOG = { ...ASK, tag: 'Catalogs', scope: 'images:read', params: runParamsSchema } as const;
const WRITE_CATALOG = { tag: 'Catalogs', scope: 'catalog:write' } as const;

/** Errors of most write operations: the body may be too large or not JSON, and test keys can't change data. */
const REFUSED_WRITES = ['FORBIDDEN', 'LIVE_KEY_NEEDED', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_LARGE_BYTES'] as const;
const NOT_HERE = ['FORBIDDEN', 'NOT_FOUND'] as const;
const DRAFT_ALONE = [...REFUSED_WRITES, 'NOT_FOUND', 'RUN_NOT_READY'] as const;

const BUCKET_UNUSABLE = ['BUCKET_GONE', 'BUCKET_NOT_ALLOWED'] as const;
/** Errors of operations that import photos from a bucket folder. */
const BUCKET_UNREADABLE = [
  ...BUCKET_UNUSABLE,
  'BUCKET_SECRET_LOST',
  'BUCKET_EMPTY',
  'BUCKET_TOO_MANY',
  ...BUCKET_FAULTS,
] as const;

export const V1_CATALOG_ENDPOINTS = {
  listRecipes: {
    ...ASK_RECIPE,
    path: RECIPES,
    summary: 'All recipes of the key’s member in their latest version, by name',
    output: v1RecipesSchema,
    errors: ['FORBIDDEN'],
  },
  createRecipe: {
    ...SEND,
    ...WRITE_RECIPE,
    path: RECIPES,
    summary: 'Save a recipe',
    successStatus: 201,
    takesIdempotencyKey: true,
    maxBodyBytes: RECIPE_FILE_MAX_BYTES,
    input: recipeRequestSchema,
    output: storedRecipeSchema,
    errors: [...REFUSED_WRITES, 'TOO_MANY_RECIPES', 'IDEMPOTENCY_CONFLICT'],
  },
  readRecipe: {
    ...ASK_RECIPE,
    path: `${RECIPES}/{id}`,
    summary: 'One recipe, in its latest or an earlier version',
    params: recipeParamsSchema,
    query: recipeQuerySchema,
    output: storedRecipeSchema,
    errors: NOT_HERE,
  },
  updateRecipe: {
    ...SEND,
    ...WRITE_RECIPE,
    method: 'PATCH',
    path: `${RECIPES}/{id}`,
    summary: 'Rename a recipe, or change it, which creates a new version',
    maxBodyBytes: RECIPE_FILE_MAX_BYTES,
    params: recipeParamsSchema,
    input: v1RecipePatchSchema,
    output: storedRecipeSchema,
    errors: [...REFUSED_WRITES, 'NOT_FOUND'],
  },
  deleteRecipe: {
    ...REMOVE,
    ...WRITE_RECIPE,
    path: `${RECIPES}/{id}`,
    summary: 'Delete a recipe; catalogs keep their version of it',
    params: recipeParamsSchema,
    errors: [...NOT_HERE, 'LIVE_KEY_NEEDED'],
  },
  listCatalogs: {
    ...ASK_CATALOG,
    params: undefined,
    path: CATALOGS,
    summary: 'Catalogs of the key’s member, newest first',
    query: v1JobsQuerySchema,
    output: v1CatalogsSchema,
    errors: ['FORBIDDEN'],
  },
  createCatalog: {
    ...SEND,
    ...WRITE_CATALOG,
    path: CATALOGS,
    summary: 'Create a catalog with a recipe and the first of up to 10,000 rows, or start it right away',
    successStatus: 201,
    takesIdempotencyKey: true,
    maxBodyBytes: TABLE_MAX_BYTES,
    input: v1CatalogRequestSchema,
    output: v1CatalogSchema,
    errors: [
      ...REFUSED_WRITES,
      'NOT_FOUND',
      'UPLOAD_NOT_FOUND',
      'TOO_MANY_RUNS',
      'IDEMPOTENCY_CONFLICT',
      'RUN_TOO_LARGE',
      ...BUCKET_UNREADABLE,
      ...CANNOT_START,
    ],
  },
  readCatalog: {
    ...ASK_CATALOG,
    path: CATALOG,
    summary: 'One catalog: its state, and the number of rows in each state',
    output: v1CatalogSchema,
    errors: NOT_HERE,
  },
  deleteCatalog: {
    ...REMOVE,
    ...WRITE_CATALOG,
    path: CATALOG,
    summary: 'Cancel a catalog and delete it with its files',
    params: runParamsSchema,
    errors: [...NOT_HERE, 'LIVE_KEY_NEEDED'],
  },
  estimateCatalog: {
    ...ASK_CATALOG,
    path: `${CATALOG}/estimate`,
    summary: 'How long a catalog will take, and why it can’t start',
    cost: 'and what it will cost',
    output: v1CatalogEstimateSchema,
    errors: NOT_HERE,
  },
  addCatalogItems: {
    ...SEND,
    ...WRITE_CATALOG,
    path: `${CATALOG}/items`,
    summary: 'Add up to 500 rows to a draft: URLs, or pictures from `POST /v1/images`',
    maxBodyBytes: TABLE_MAX_BYTES,
    params: runParamsSchema,
    input: addItemsRequestSchema,
    output: v1AddedItemsSchema,
    errors: [...DRAFT_ALONE, 'RUN_TOO_LARGE', 'UPLOAD_NOT_FOUND'],
  },
  addCatalogTable: {
    ...SEND,
    ...WRITE_CATALOG,
    body: 'table',
    path: `${CATALOG}/table`,
    summary: 'Preview the first rows of a CSV or XLSX; with `mapping`, add all of them to a draft',
    maxBodyBytes: TABLE_MAX_BYTES,
    params: runParamsSchema,
    query: v1TableQuerySchema,
    output: v1TableSchema,
    errors: [...DRAFT_ALONE, 'RUN_TOO_LARGE', 'TABLE_UNREADABLE', 'TABLE_TOO_LARGE'],
  },
  listBuckets: {
    ...ASK,
    tag: 'Catalogs',
    scope: 'buckets:use',
    path: '/v1/buckets',
    summary: 'The organization’s buckets that catalogs can read from and write to',
    output: v1BucketsSchema,
    errors: ['FORBIDDEN'],
  },
  addCatalogBucket: {
    ...SEND,
    ...WRITE_CATALOG,
    path: `${CATALOG}/bucket`,
    summary: 'Add every photo in a bucket folder to a draft; the key also needs `buckets:use`',
    params: runParamsSchema,
    input: v1BucketSourceSchema,
    output: v1AddedFromBucketSchema,
    errors: [...DRAFT_ALONE, 'RUN_TOO_LARGE', ...BUCKET_UNREADABLE],
  },
  deliverCatalog: {
    ...SEND,
    ...WRITE_CATALOG,
    path: `${CATALOG}/deliver`,
    summary:
      'Retry failed deliveries to the catalog’s bucket, or deliver everything to another one; also needs `buckets:use`',
    params: runParamsSchema,
    input: v1DeliverRequestSchema,
    output: v1CatalogSchema,
    errors: [...DRAFT_ALONE, 'RUN_HAS_NO_BUCKET', ...BUCKET_UNUSABLE],
  },
  attachCatalogFiles: {
    ...SEND,
    ...WRITE_CATALOG,
    path: `${CATALOG}/files`,
    summary: 'Match pictures from `POST /v1/images` by name to the rows that wait for a file',
    maxBodyBytes: FILES_MAX_BYTES,
    params: runParamsSchema,
    input: attachFilesRequestSchema,
    output: v1AttachedFilesSchema,
    errors: [...DRAFT_ALONE, 'UPLOAD_NOT_FOUND'],
  },
  changeCatalog: {
    ...SEND,
    ...WRITE_CATALOG,
    body: 'none',
    path: `${CATALOG}/actions/{action}`,
    summary: 'Start, pause, resume or cancel a catalog, or retry failed rows',
    params: runActionParamsSchema,
    output: v1CatalogSchema,
    errors: [...NOT_HERE, 'LIVE_KEY_NEEDED', 'RUN_NOT_READY', ...CANNOT_START],
  },
  listCatalogItems: {
    ...ASK_CATALOG,
    path: `${CATALOG}/items`,
    summary: 'A range of a catalog’s rows, in one state or all, by number or most doubtful first',
    query: v1ItemsQuerySchema,
    output: v1ItemsPageSchema,
    errors: NOT_HERE,
  },
  readCatalogItem: {
    ...ASK_CATALOG,
    path: `${CATALOG}/items/{row}`,
    summary: 'One row, with links to its files',
    params: itemParamsSchema,
    output: v1ItemSchema,
    errors: NOT_HERE,
  },
  updateCatalogItem: {
    ...SEND,
    ...WRITE_CATALOG,
    method: 'PATCH',
    path: `${CATALOG}/items/{row}`,
    summary: 'Redo a row with another picture, such as a corrected cut-out',
    params: itemParamsSchema,
    input: itemPatchSchema,
    output: v1ItemSchema,
    errors: [...DRAFT_ALONE, 'UPLOAD_NOT_FOUND'],
  },
  reviewCatalog: {
    ...SEND,
    ...WRITE_CATALOG,
    path: `${CATALOG}/review`,
    summary: 'Approve or reject rows that are done, or undo that',
    params: runParamsSchema,
    input: reviewRequestSchema,
    output: v1ReviewSchema,
    errors: [...REFUSED_WRITES, 'NOT_FOUND'],
  },
  exportCatalog: {
    ...ASK_CATALOG,
    answer: 'file',
    fileType: 'application/zip',
    path: `${CATALOG}/export`,
    summary: 'A ZIP of a catalog’s files with its manifest, created while it is read',
    cost: 'each photo costs one download credit the first time',
    query: v1ExportQuerySchema,
    errors: [...NOT_HERE, 'OUT_OF_DOWNLOADS'],
  },
  readManifest: {
    ...ASK_CATALOG,
    answer: 'file',
    fileType: 'text/csv',
    path: `${CATALOG}/manifest`,
    summary: 'The outcome of each row, as CSV: hashes, sizes, alt texts, source types, verdicts',
    cost: 'and credits',
    query: v1ExportQuerySchema,
    errors: NOT_HERE,
  },
} as const satisfies Record<string, V1Endpoint>;
