import { Readable } from 'node:stream';
import { V1_HEADERS } from '@packshot/contract';
import type {
  AddItemsRequest,
  AttachFilesRequest,
  BucketSource,
  DeliverRequest,
  ItemState,
  RecipePatch,
  RecipeRequest,
  ReviewRequest,
  RunAction,
  V1_CATALOG_ENDPOINTS,
  V1CatalogRequest,
  ItemsQuery,
  V1TableQuery,
} from '@packshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MadeFile } from '../../platform/http/endpoints/call.ts';
import type { KeyCaller } from '../../platform/access/caller.ts';
import type { Services } from '../services.ts';

export type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

interface Callers {
  readonly keyCaller: (request: FastifyRequest) => KeyCaller;
  readonly readIdempotencyKey: (request: FastifyRequest) => string | undefined;
}

interface Params {
  readonly id: string;
  readonly row: number;
  readonly action: RunAction;
}

/** Request handlers for recipes and catalog runs. Their input was validated by the endpoint table's schemas. */
export function catalogHandlers(
  { publicCatalogs: catalogs }: Pick<Services, 'publicCatalogs'>,
  { keyCaller, readIdempotencyKey }: Callers,
): Readonly<Record<keyof typeof V1_CATALOG_ENDPOINTS, Handle>> {
  const params = (request: FastifyRequest) => request.params as Params;
  const answer =
    (work: (request: FastifyRequest, caller: KeyCaller) => Promise<unknown>): Handle =>
    async (request, reply) =>
      send(reply, await work(request, keyCaller(request)));
  const handleCreation =
    (
      work: (
        caller: KeyCaller,
        body: unknown,
        idempotencyKey: string | undefined,
      ) => Promise<{ readonly body: unknown; readonly isReplay: boolean }>,
    ): Handle =>
    async (request, reply) => {
      const { body: responseBody, isReplay } = await work(
        keyCaller(request),
        request.body,
        readIdempotencyKey(request),
      );
      return send(reply.code(201).header(V1_HEADERS.replayed, String(isReplay)), responseBody);
    };
  const file =
    (kind: 'zip' | 'manifest'): Handle =>
    async (request, reply) => {
      const { state } = request.query as { state?: ItemState };
      return sendFile(reply, await catalogs.download(keyCaller(request), params(request).id, kind, state));
    };
  const handleRemoval =
    (work: (caller: KeyCaller, id: string) => Promise<void>): Handle =>
    async (request, reply) => {
      await work(keyCaller(request), params(request).id);
      return reply.code(204).header('cache-control', 'no-store').send();
    };

  return {
    listRecipes: answer(async (_request, caller) => ({ data: await catalogs.listRecipes(caller) })),
    createRecipe: handleCreation((caller, body, key) =>
      catalogs.createRecipe(caller, body as RecipeRequest, key),
    ),
    readRecipe: answer((request, caller) =>
      catalogs.readRecipe(caller, params(request).id, (request.query as { version?: number }).version),
    ),
    updateRecipe: answer((request, caller) =>
      catalogs.updateRecipe(caller, params(request).id, request.body as RecipePatch),
    ),
    deleteRecipe: handleRemoval((caller, id) => catalogs.deleteRecipe(caller, id)),

    listCatalogs: answer(async (request, caller) => {
      const { limit, cursor } = request.query as { limit: number; cursor?: string };
      const { data, has_more } = await catalogs.list(caller, { after: cursor, limit });
      return { data, next_cursor: has_more ? (data.at(-1)?.id ?? null) : null };
    }),
    createCatalog: handleCreation((caller, body, key) =>
      catalogs.create(caller, body as V1CatalogRequest, key),
    ),
    readCatalog: answer((request, caller) => catalogs.read(caller, params(request).id)),
    deleteCatalog: handleRemoval((caller, id) => catalogs.delete(caller, id)),
    estimateCatalog: answer((request, caller) => catalogs.estimate(caller, params(request).id)),
    addCatalogItems: answer((request, caller) =>
      catalogs.addItems(caller, params(request).id, request.body as AddItemsRequest),
    ),
    addCatalogTable: answer((request, caller) => {
      const { mapping, encoding, first_row: firstRow, only_show } = request.query as V1TableQuery;
      const bytes = Buffer.isBuffer(request.body) ? request.body : new Uint8Array();
      return catalogs.addTable(caller, params(request).id, bytes, {
        mapping,
        encoding,
        firstRow,
        isShownOnly: only_show === 'true',
      });
    }),
    listBuckets: answer(async (_request, caller) => ({ data: await catalogs.listBuckets(caller) })),
    addCatalogBucket: answer((request, caller) =>
      catalogs.addFromBucket(caller, params(request).id, request.body as BucketSource),
    ),
    deliverCatalog: answer((request, caller) =>
      catalogs.deliver(caller, params(request).id, request.body as DeliverRequest),
    ),
    attachCatalogFiles: answer((request, caller) =>
      catalogs.attachFiles(caller, params(request).id, request.body as AttachFilesRequest),
    ),
    changeCatalog: answer((request, caller) => {
      const { id, action } = params(request);
      return catalogs.change(caller, id, action);
    }),
    listCatalogItems: answer((request, caller) => {
      const { links, ...query } = request.query as ItemsQuery;
      return catalogs.listItems(caller, params(request).id, query, links === 'true');
    }),
    readCatalogItem: answer((request, caller) => {
      const { id, row } = params(request);
      return catalogs.readItem(caller, id, row);
    }),
    updateCatalogItem: answer((request, caller) => {
      const { id, row } = params(request);
      return catalogs.replacePhoto(caller, id, row, (request.body as { image_key: string }).image_key);
    }),
    reviewCatalog: answer(async (request, caller) => ({
      rows: await catalogs.review(caller, params(request).id, request.body as ReviewRequest),
    })),
    exportCatalog: file('zip'),
    readManifest: file('manifest'),
  };
}

const send = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.header('cache-control', 'no-store').send(body);

/** Streams a file as fast as the client reads. An error truncates the response, which clients notice. */
const sendFile = (reply: FastifyReply, { fileName, contentType, body }: MadeFile): FastifyReply =>
  reply
    .headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    .send(Readable.from(body, { objectMode: false }));
