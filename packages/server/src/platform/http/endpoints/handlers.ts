import { decodeTask, engineChoiceOf, TASK_TOOLS } from '@packshot/contract';
import type { CheckedTaskFields, TaskTool, RECORD_ENDPOINTS } from '@packshot/contract';
import { DomainError } from '../../domain-error.ts';
import type { Caller } from '../../access/caller.ts';
import type { AcceptedGeneration } from '../../../tools/accept.ts';
import type { Services } from '../../../app/services.ts';
import type { Metrics } from '../metrics.ts';
import type { FastifyRequest } from 'fastify';
import { accountHandlers } from './account-handlers.ts';
import { catalogHandlers, rawBody } from './catalog-handlers.ts';
import { SpecialAnswer } from './call.ts';
import type { Handlers } from './call.ts';

/** Each tool's endpoint starts its tasks. */
function taskHandlers(generations: Services['generations']): Pick<Handlers, TaskTool> {
  const start =
    <Tool extends TaskTool>(tool: Tool) =>
    (call: StartCall<Tool>) =>
      generations.accept(call.caller, tool, decodeTask(tool, call.input), call.idempotencyKey);
  type Starts = { readonly [Tool in TaskTool]: (call: StartCall<Tool>) => Promise<AcceptedGeneration> };
  return Object.fromEntries(TASK_TOOLS.map((tool) => [tool, start(tool)])) as Starts;
}

interface StartCall<Tool extends TaskTool> {
  readonly caller: Caller;
  readonly input: CheckedTaskFields<Tool>;
  readonly idempotencyKey: string | undefined;
}

/** Maps each endpoint to a domain call and shapes the result as the contract requires. */
export function endpointHandlers(services: Services, metrics: Metrics, publicUrl: string | null): Handlers {
  const { sessions, credits, billing, uploads, generations, prompts, engines, references, health } = services;
  return {
    ...accountHandlers(services),
    ...recordHandlers(services),
    ...catalogHandlers(services),
    createGuestSession: async ({ from, captchaSolution }) => ({
      data: await sessions.createGuest(from, captchaSolution),
    }),
    refreshSession: ({ input }) => sessions.refresh(input.refresh),
    logout: ({ input }) => sessions.logout(input.refresh),
    getFreemiumCredits: async ({ caller }) => ({ freemium_credits: await credits.freemiumCredits(caller) }),
    getDownloadCredits: ({ caller }) => credits.downloadCredits(caller),
    downloadImage: ({ caller, input }) => credits.downloadImage(caller, input.key),
    getAuthorization: ({ caller }) => credits.summary(caller),

    getLedger: ({ caller, query }) => credits.ledger(caller, query),

    getSubscriptionDetails: async ({ caller }) => ({ data: await billing.details(caller) }),
    startCheckout: ({ caller, input, request }) =>
      billing.checkout(caller, input, siteUrl(publicUrl, request)),
    openPortal: ({ caller, request }) => billing.portal(caller, siteUrl(publicUrl, request)),
    listInvoices: ({ caller, query }) => billing.invoices(caller, query),
    receiveWebhook: async ({ request }) => {
      await billing.receiveEvent(rawBody(request), signatureOf(request));
      return { received: true };
    },
    getDemoCheckout: ({ caller, query }) => billing.demoCheckout(caller, query.checkout_id),
    actInDemo: ({ caller, input }) => billing.actInDemo(caller, input),

    createUploadTarget: ({ caller, query }) => uploads.createTarget(caller, query.object_name),
    viewUpload: ({ caller, input }) => services.uploadViews.view(caller, input.key),

    ...taskHandlers(generations),
    listReferences: async () => ({ data: [...(await references.list())] }),
    listEngines: async ({ caller }) => ({ data: [...(await engines.offers(caller))] }),
    descriptionToPrompt: ({ caller, input }) =>
      prompts.fromDescription(caller, input.description, engineChoiceOf(input)),
    checkStatus: ({ caller, query }) => generations.state(caller, query.task_id),
    cancel: async ({ caller, input }) => ({
      cancelled: [...(await generations.cancel(caller, input.task_ids))],
    }),

    listModels: async () => ({ data: [...(await services.models())] }),
    getOperatorAccess: async ({ caller }) => ({
      data: { is_operator: await services.operator.isOperator(caller) },
    }),
    getOperatorFigures: async ({ caller }) => ({ data: await services.operator.figures(caller) }),
    health: async () => ({ status: 'ok' }),
    readiness: async () => {
      const checks = Object.entries(await health.check());
      const isReady = checks.every(([, isOk]) => isOk);
      return new SpecialAnswer(
        {
          status: isReady ? ('ready' as const) : ('unavailable' as const),
          checks: Object.fromEntries(
            checks.map(([name, isOk]) => [name, isOk ? ('ok' as const) : ('failed' as const)]),
          ),
        },
        { status: isReady ? 200 : 503 },
      );
    },
    metrics: async ({ request }) => {
      // Not found rather than forbidden, so that strangers do not learn that it exists.
      if (!metrics.mayRead(request)) throw new DomainError('NOT_FOUND');
      return new SpecialAnswer(await metrics.text(), { contentType: metrics.contentType });
    },
  };
}

/** This site's address as the browser sees it, without a trailing slash. */
const siteUrl = (publicUrl: string | null, request: FastifyRequest): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

function signatureOf({ headers }: FastifyRequest): string | undefined {
  const signature = headers['stripe-signature'];
  return typeof signature === 'string' ? signature : undefined;
}

/** Handlers for saved generations and their ZIPs. */
function recordHandlers({
  records,
  archives,
  generations,
}: Services): Pick<Handlers, keyof typeof RECORD_ENDPOINTS> {
  return {
    createRecord: async ({ caller, input: { is_visible: _ignored, ...record } }) => ({
      data: await records.create(caller, [record]),
    }),
    bulkCreateRecords: async ({ caller, input }) => ({ data: await records.create(caller, input.records) }),
    listRecords: ({ caller, query }) => records.list(caller, query),
    readRecord: async ({ caller, params }) => ({ data: await records.read(caller, params.id) }),
    updateRecord: async ({ caller, params, input }) => ({
      data: await records.update(caller, params.id, input),
    }),
    deleteRecord: ({ caller, params }) => records.delete(caller, params.id),
    orderArchive: ({ caller, input }) => archives.order(caller, input.record_ids),
    orderDataExport: ({ caller }) => archives.orderExport(caller),
    downloadArchive: ({ params }) => archives.open(params.token),
    reportSuccess: async ({ caller, input }) => ({
      recorded: [...(await generations.reportShown(caller, input.task_ids))],
    }),
  };
}
