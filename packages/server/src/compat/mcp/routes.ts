/**
 * The route `/mcp`: tools for agents over the Model Context Protocol's Streamable HTTP. Stateless: every call carries
 * its API key, and no state is stored between calls.
 */
import { Readable } from 'node:stream';
import { ERROR_CODES, TASK_TOOLS } from '@packshot/contract';
import { createAgentServer, createMcpHandler, createQuotes, PICTURE_TEXT_MAX_LENGTH } from '@packshot/mcp';
import type { Refusal } from '@packshot/mcp';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/domain-error.ts';
import type { HttpSettings } from '../../platform/http/http-settings.ts';
import { parseJson } from '../../platform/http/json-body.ts';
import { keyAuthenticator } from '../../platform/http/key-authentication.ts';
import { logCalls } from '../v1/call-log.ts';
import { goneSignal, keyCaller } from '../v1/handlers.ts';
import { keyLimit, standardLimitHeaders } from '../v1/key-limit.ts';
import type { V1Options } from '../v1/options.ts';
import { createUploadRoom } from '../v1/upload-room.ts';
import { getPath } from '../../platform/http/web-app.ts';
import { refuseForeignPages } from './origin.ts';
import { createRunningCalls } from './running-calls.ts';
import { createKeyStudio } from './studio.ts';

const MCP_PATH = '/mcp';

/** Whether a request is for `/mcp`. Checks the path, because a request may be refused before it has a route. */
export const isMcp = (request: FastifyRequest): boolean => getPath(request).replace(/\/$/, '') === MCP_PATH;

/** Maximum size of a message: two pictures and the other fields. */
const MESSAGE_MAX_BYTES = 2 * PICTURE_TEXT_MAX_LENGTH + 128 * 1024;
/**
 * Maximum number of messages larger than `SMALL_BYTES` that are processed at once, in total and per organization. They
 * may contain pictures, each of which is in memory as bytes, as text and as pixels.
 */
const PLACES = 6;
const PLACES_EACH = 3;
/**
 * Time that a message waits for a free place. Short enough that the work itself can still end before the client gives
 * up.
 */
const PLACE_WAIT_MS = 15_000;
/** Messages smaller than this need no place. */
const SMALL_BYTES = 64 * 1024;

type McpOptions = Pick<V1Options, 'services' | 'addressLimit' | 'callsPerKey'> &
  Pick<HttpSettings, 'publicUrl' | 'corsOrigins' | 'quoteSecret' | 'installation'>;

export function registerMcp(app: FastifyInstance, options: McpOptions): void {
  const { services, addressLimit, callsPerKey, quoteSecret } = options;
  const room = createUploadRoom(PLACES, PLACES_EACH);
  const quotes = createQuotes(quoteSecret);
  /**
   * Maps each web request to our call data, because the protocol's handler creates an MCP server per request and
   * passes only the request.
   */
  const asking = new WeakMap<Request, McpRequest>();
  const calls = createRunningCalls(app);
  const handler = createMcpHandler(({ requestInfo }) => {
    const callContext = requestInfo === undefined ? undefined : asking.get(requestInfo);
    if (callContext === undefined) throw new Error('The protocol was called without a request');
    return agentServerFor(callContext, quotes, options);
  });
  app.addHook('preClose', () => handler.close());
  void app.register(async (scope) => {
    acceptMessages(scope);
    logCalls(scope, services.apiUsage);
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: MCP_PATH,
      config: { isUpload: true },
      onRequest: [
        addressLimit,
        refuseForeignPages(options),
        keyAuthenticator(services.apiKeys, undefined),
        ...(callsPerKey === null ? [] : [keyLimit(callsPerKey, standardLimitHeaders)]),
        async (request, reply) => {
          if (Number(request.headers['content-length'] ?? Infinity) <= SMALL_BYTES) return;
          if (request.method !== 'POST') return;
          const leave = await room.enterInTurn(request, PLACE_WAIT_MS);
          reply.raw.once('close', leave);
          if (reply.raw.closed) leave();
        },
      ],
      handler: async (request, reply) => {
        // The protocol revision of March 2025 allows batches of messages, each of which would have to count as a call.
        // They are refused.
        if (Array.isArray(request.body))
          throw new DomainError('BAD_REQUEST', { detail: { reason: 'Send one message a request.' } });
        calls.hear(request);
        const cancelSignal = calls.begin(request, reply);
        const protocolRequest = webRequest(request, AbortSignal.any([cancelSignal, goneSignal(reply)]));
        asking.set(protocolRequest, { request, cancelSignal });
        return sendAnswer(reply, await handler.fetch(protocolRequest, { parsedBody: request.body }));
      },
    });
  });
}

/** An MCP message with the signal that aborts when it is canceled. */
interface McpRequest {
  readonly request: FastifyRequest;
  readonly cancelSignal: AbortSignal;
}

function agentServerFor(
  { request, cancelSignal }: McpRequest,
  quotes: ReturnType<typeof createQuotes>,
  options: McpOptions,
) {
  const { services, publicUrl, installation } = options;
  return createAgentServer({
    studio: createKeyStudio(keyCaller(request), {
      services,
      hasPrices: installation.billing === 'on',
      cancelSignal,
      context: { site: publicUrl ?? `${request.protocol}://${request.host}`, requestId: request.id },
      onFault: (error) => request.log.error({ err: error }, 'a tool of an agent failed'),
    }),
    quotes,
    onStarted: ({ id, tool, credits_charged: credits = 0 }) => {
      request.calledTool = TASK_TOOLS.find((candidate) => candidate === tool) ?? null;
      request.startedJob = id;
      request.creditsCharged = credits;
    },
    onRefused: ({ code, status }: Refusal) => {
      request.problemCode = ERROR_CODES.find((candidate) => candidate === code) ?? null;
      request.calledStatus = status;
    },
  });
}

function acceptMessages(scope: FastifyInstance): void {
  scope.removeContentTypeParser(['application/json', 'text/plain']);
  parseJson(scope, MESSAGE_MAX_BYTES);
}

/** Copies the request for the protocol's handler. Its API key is missing, because the authentication removed it. */
function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'content-length') headers.set(name, String(value));
  }
  const { method } = request;
  return new Request(new URL(request.url, `${request.protocol}://${request.host}`), {
    method,
    headers,
    signal,
  });
}

function sendAnswer(reply: FastifyReply, answer: Response): FastifyReply {
  reply.code(answer.status).headers(Object.fromEntries(answer.headers));
  reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  return reply.send(answer.body === null ? null : Readable.fromWeb(answer.body));
}
