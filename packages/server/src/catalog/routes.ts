import type { Handlers } from '../platform/http/endpoints/call.ts';
import { rawBody } from '../platform/http/raw-body.ts';
import type { RecipeService } from './recipe-service.ts';
import type { RunService } from './run-service.ts';

export const catalogRoutes = ({
  recipes,
  runs,
}: {
  readonly recipes: RecipeService;
  readonly runs: RunService;
}) =>
  ({
    listRecipes: async ({ caller }) => ({ data: await recipes.list(caller) }),
    createRecipe: async ({ caller, input }) => ({ data: await recipes.create(caller, input) }),
    importRecipe: async ({ caller, input: { name, recipe } }) => ({
      data: await recipes.create(caller, { name, recipe }),
    }),
    readRecipe: async ({ caller, params, query }) => ({
      data: await recipes.read(caller, params.id, query.version),
    }),
    listRecipeVersions: async ({ caller, params }) => ({ data: await recipes.versions(caller, params.id) }),
    updateRecipe: async ({ caller, params, input }) => ({
      data: await recipes.update(caller, params.id, input),
    }),
    deleteRecipe: ({ caller, params }) => recipes.delete(caller, params.id),
    listRuns: ({ caller, query }) => runs.list(caller, query),
    createRun: async ({ caller, input }) => ({ data: await runs.create(caller, input) }),
    readRun: async ({ caller, params }) => ({ data: await runs.read(caller, params.id) }),
    updateRun: async ({ caller, params, input }) => ({ data: await runs.update(caller, params.id, input) }),
    deleteRun: ({ caller, params }) => runs.delete(caller, params.id),
    estimateRun: async ({ caller, params }) => ({ data: await runs.estimate(caller, params.id) }),
    changeRun: async ({ caller, params }) => ({
      data: await runs.change(caller, params.id, params.action),
    }),
    addRunItems: async ({ caller, params, input }) => ({
      data: await runs.addItems(caller, params.id, input),
    }),
    removeRunItems: async ({ caller, params, input }) => ({
      data: await runs.removeItems(caller, params.id, input),
    }),
    addRunTable: async ({ caller, params, query, request }) => ({
      data: await runs.addTable(caller, params.id, rawBody(request), {
        mapping: query.mapping,
        encoding: query.encoding,
        isShownOnly: query.only_show === 'true',
      }),
    }),
    addRunBucket: async ({ caller, params, input }) => ({
      data: await runs.addFromBucket(caller, params.id, input),
    }),
    deliverRun: async ({ caller, params, input }) => ({
      data: await runs.deliver(caller, params.id, input),
    }),
    attachRunFiles: async ({ caller, params, input }) => ({
      data: await runs.attachFiles(caller, params.id, input),
    }),
    listRunItems: ({ caller, params, query: { links, ...query } }) =>
      runs.listItems(caller, params.id, query, links === 'true'),
    readRunItem: async ({ caller, params }) => ({
      data: await runs.readItem(caller, params.id, params.row),
    }),
    changeRunItem: async ({ caller, params, input }) => ({
      data: await runs.replacePhoto(caller, params.id, params.row, input.image_key),
    }),
    changeRunScene: async ({ caller, params, input }) => ({
      data: await runs.changeScene(caller, params.id, params.row, input),
    }),
    openRunItem: async ({ caller, params, input }) => ({
      data: { task_ids: [...(await runs.openItem(caller, params.id, params.row, input))] },
    }),
    reviewRunItems: async ({ caller, params, input }) => ({
      data: { rows: await runs.review(caller, params.id, input) },
    }),
    readRunStyle: async ({ caller, params }) => ({ data: await runs.readStyle(caller, params.id) }),
    orderRunDownload: async ({ caller, params, input }) => ({
      data: await runs.orderDownload(caller, params.id, input),
    }),
    downloadRun: ({ params }) => runs.open(params.token),
    lookIntoBucket: async ({ caller, params, input }) => ({
      data: await runs.lookIntoBucket(caller, { bucket_id: params.id, ...input }),
    }),
  }) satisfies Partial<Handlers>;
