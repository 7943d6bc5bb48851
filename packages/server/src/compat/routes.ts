import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/domain-error.ts';
import type { ComposedCutOut, CutOutOrder } from '../tools/public-jobs/composed-cut-outs.ts';
import type { StartedJob } from '../tools/public-jobs/start.ts';
import { keyAuthenticator } from '../platform/http/key-authentication.ts';
import { logCalls, noteJob } from './v1/call-log.ts';
import { goneSignal, readIdempotencyKey, keyCaller, readSimulation } from './v1/handlers.ts';
import { keyLimit } from './v1/key-limit.ts';
import type { LimitHeaders } from './v1/key-limit.ts';
import type { V1Options } from './v1/options.ts';
import { createUploadRoom } from './v1/upload-room.ts';
import { acceptFields, readFields, refuseDeclaredLength } from './body.ts';
import type { SentFields } from './body.ts';
import { REMBG_PATH, REMOVE_BG_ACCOUNT_PATH } from './refusals.ts';
import { REMBG_FILES, rembgOrder } from './rembg-order.ts';
import { REMOVE_BG_FILES, removeBgOrder } from './remove-bg-order.ts';

type CompatOptions = Pick<V1Options, 'services' | 'addressLimit' | 'callsPerKey'>;

/** Name of the operation under which calls to compatibility endpoints are counted. */
const OPERATION = 'createCutout';

export function registerCompatEndpoints(
  app: FastifyInstance,
  { services, addressLimit, callsPerKey }: CompatOptions,
): void {
  const { apiKeys, apiUsage, composedCutOuts, credits, publicJobs } = services;
  const room = createUploadRoom();
  const leaving = new WeakMap<FastifyRequest, () => void>();
  /**
   * Hook that reserves a place for the request's picture in memory. The place is released when the job has started or,
   * if the request has a background picture, when the response is sent.
   */
  const takePlace = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const leave = room.enter(request);
    leaving.set(request, leave);
    reply.raw.once('close', leave);
  };
  const limitKey = callsPerKey === null ? [] : [keyLimit(callsPerKey, removeBgLimitHeaders)];
  const withKey = (scope: 'jobs:run' | 'usage:read') => [
    addressLimit,
    keyAuthenticator(apiKeys, scope),
    ...limitKey,
  ];

  const cutOut = async (
    request: FastifyRequest,
    reply: FastifyReply,
    readOrder: () => Promise<Omit<CutOutOrder, 'signal' | 'onStarted'>>,
  ): Promise<ComposedCutOut> => {
    const signal = goneSignal(reply);
    const idempotencyKey = readIdempotencyKey(request);
    const simulation = readSimulation(request);
    const cutOutOrder = await readOrder();
    const keepsPicture = cutOutOrder.ground !== undefined && 'picture' in cutOutOrder.ground;
    let jobId: string | null = null;
    const onStarted = (started: StartedJob): void => {
      if (!started.isReplay) ({ jobId } = started);
      if (!keepsPicture) leaving.get(request)?.();
    };
    const order = { ...cutOutOrder, idempotencyKey, simulation, signal, onStarted };
    try {
      const composedCutOut = await composedCutOuts.make(keyCaller(request), order);
      if (!composedCutOut.isReplay) request.creditsCharged = composedCutOut.creditsCharged;
      return composedCutOut;
    } catch (error) {
      // Records the job's cost for the call: a started job may be charged even if the response is an error or never
      // arrives.
      if (jobId !== null) noteJob(request, await publicJobs.read(keyCaller(request), jobId));
      // The client has disconnected; its job continues.
      if (signal.aborted) throw new DomainError('TASK_CANCELLED', { cause: error });
      throw error;
    }
  };

  void app.register(async (scope) => {
    acceptFields(scope);
    logCalls(scope, apiUsage);
    scope.route({
      method: 'POST',
      url: '/v1.0/removebg',
      config: { v1Operation: OPERATION, isUpload: true },
      onRequest: [...withKey('jobs:run'), refuseDeclaredLength, takePlace],
      handler: async (request, reply) => {
        const composedCutOut = await cutOut(request, reply, async () =>
          removeBgOrder(await readFields(request, REMOVE_BG_FILES)),
        );
        return sendAsRemoveBg(request, reply, composedCutOut);
      },
    });
    scope.route({
      method: 'GET',
      url: REMOVE_BG_ACCOUNT_PATH,
      onRequest: withKey('usage:read'),
      handler: async (request, reply) => {
        const total = await credits.freemiumCredits(keyCaller(request));
        return reply.header('cache-control', 'no-store').send({
          data: {
            attributes: {
              credits: { total, subscription: 0, payg: total, enterprise: 0 },
              api: { free_calls: 0, sizes: 'all' },
            },
          },
        });
      },
    });
    const sendAsRembg = (reply: FastifyReply, { file }: ComposedCutOut): FastifyReply =>
      reply.headers({ 'content-type': 'image/png', 'cache-control': 'no-store' }).send(file);
    scope.route({
      method: 'POST',
      url: REMBG_PATH,
      config: { v1Operation: OPERATION, isUpload: true },
      onRequest: [takeBasic, ...withKey('jobs:run'), refuseDeclaredLength, takePlace],
      handler: async (request, reply) => {
        const composedCutOut = await cutOut(request, reply, async () => {
          const { texts, files } = await readFields(request, REMBG_FILES);
          return rembgOrder({ texts: { ...textsOfQuery(request), ...texts }, files }, undefined);
        });
        return sendAsRembg(reply, composedCutOut);
      },
    });
    scope.route({
      method: 'GET',
      url: REMBG_PATH,
      // No HEAD route, because a HEAD request would create a picture and charge for it.
      exposeHeadRoute: false,
      config: { v1Operation: OPERATION },
      onRequest: [takeBasic, ...withKey('jobs:run')],
      handler: async (request, reply) => {
        const texts = textsOfQuery(request);
        const composedCutOut = await cutOut(request, reply, async () =>
          rembgOrder({ texts, files: {} }, texts['url'] ?? ''),
        );
        return sendAsRembg(reply, composedCutOut);
      },
    });
  });
}

/** Reads the query parameters as texts. Skips parameters that were sent more than once. */
function textsOfQuery({ query }: FastifyRequest): SentFields['texts'] {
  const entries = Object.entries(query as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  );
}

const BASIC = /^Basic +([A-Za-z0-9+/=]{1,400})$/i;

/**
 * Accepts an API key in HTTP basic authentication, for this route only: as the password, or as the user name if the
 * password is empty. rembg's server has no keys, so its clients can only put one into their URL:
 * `https://pk_live_…@host/api/remove`. HTTP clients send that part of the URL as this header.
 */
async function takeBasic({ raw: { headers } }: FastifyRequest): Promise<void> {
  const [, encoded] = BASIC.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return;
  const [user = '', password = ''] = Buffer.from(encoded, 'base64').toString('latin1').split(':');
  headers.authorization = `Bearer ${password === '' ? user : password}`;
}

const removeBgLimitHeaders: LimitHeaders = ({ max }, { remaining, nextInSeconds }) => ({
  'x-ratelimit-limit': String(max),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + nextInSeconds),
});

function sendAsRemoveBg(
  request: FastifyRequest,
  reply: FastifyReply,
  composedCutOut: ComposedCutOut,
): FastifyReply {
  const { file, format, widthPx, heightPx, foreground, creditsCharged, isReplay } = composedCutOut;
  const { xPx: left, yPx: top, ...size } = foreground ?? { xPx: 0, yPx: 0, widthPx: 0, heightPx: 0 };
  reply.headers({
    'cache-control': 'no-store',
    'x-type': 'product',
    'x-width': String(widthPx),
    'x-height': String(heightPx),
    'x-max-width': String(composedCutOut.fullWidthPx),
    'x-max-height': String(composedCutOut.fullHeightPx),
    'x-foreground-top': String(top),
    'x-foreground-left': String(left),
    'x-foreground-width': String(size.widthPx),
    'x-foreground-height': String(size.heightPx),
    'x-credits-charged': String(isReplay ? 0 : creditsCharged),
  });
  if (request.headers.accept?.includes('application/json') !== true)
    return reply.type(format === 'zip' ? 'application/zip' : `image/${format}`).send(file);
  return reply.send({
    data: {
      result_b64: Buffer.from(file).toString('base64'),
      foreground_top: top,
      foreground_left: left,
      foreground_width: size.widthPx,
      foreground_height: size.heightPx,
    },
  });
}
