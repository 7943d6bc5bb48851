import { Readable } from 'node:stream';
import {
  BILLING_ERROR_CODES,
  getToolCall,
  ERROR_CODES,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeySchema,
  problemKind,
  V1_HEADERS,
  V1_WAIT_MAX_S,
  v1SimulationSchema,
} from '@packshot/contract';
import type {
  ApiUsageQuery,
  TaskTool,
  V1Endpoint,
  V1EndpointName,
  V1Image,
  V1Key,
  V1Simulation,
} from '@packshot/contract';
import { listedChannels } from '@packshot/contract/channels/listed';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyCaller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { attachmentDisposition } from '../../platform/objects/content-disposition.ts';
import { CHUNKS_AHEAD } from '../../platform/objects/object-store.ts';
import { hasEnded } from '../../tools/public-jobs/job.ts';
import type { PublicJob } from '../../tools/public-jobs/job.ts';
import type { PublicJobService } from '../../tools/public-jobs/service.ts';
import type { JobTasks } from '../../tools/public-jobs/start.ts';
import { withoutCredits } from '../../platform/http/credit-fields.ts';
import { untilEnded } from '../../tools/public-jobs/until-ended.ts';
import type { Patience } from '../../tools/public-jobs/until-ended.ts';
import { CLIENT_GONE, SERVER_CLOSING } from '../../platform/http/endings.ts';
import { chooseForm } from './accept.ts';
import type { AnswerForm } from './accept.ts';
import { readCallBody } from './body.ts';
import { noteJob } from './call-log.ts';
import { catalogHandlers } from './catalog-handlers.ts';
import { jobPath, pictureHeaders, problemOfJob, v1Job } from './job-answers.ts';
import type { AnswerContext } from './job-answers.ts';
import { jobEvents } from './job-events.ts';
import { sendProblemBody } from './problems.ts';
import type { V1Options } from './options.ts';
import { createTurns } from './turns.ts';
import { createUploadRoom } from './upload-room.ts';
import type { Handle } from './catalog-handlers.ts';

/** Value of `Retry-After` for a job that hasn't ended: seconds until the client should poll it. */
const LOOK_AGAIN_S = 2;
/** Maximum number of concurrent calls per organization that start work. Each uses a database connection. */
const CALLS_AT_ONCE = 8;
const DEFAULT_HEARTBEAT_MS = 15_000;

/**
 * Creates the request handlers of the public API.
 * @returns a function that creates the handler of an endpoint; `pictures` are the picture fields its calls may have
 */
export function v1Handlers(
  app: FastifyInstance,
  { services, publicUrl, hasBilling, heartbeatIntervalMs: heartbeatMs = DEFAULT_HEARTBEAT_MS }: V1Options,
) {
  const { apiKeys, publicJobs, references, apiUsage, files } = services;
  const room = createUploadRoom();
  const inTurn = createTurns(CALLS_AT_ONCE);
  /**
   * Reserves a place for the call while its pictures are in memory. For a form, the place is reserved immediately; for
   * a picture that we fetch, just before it is fetched.
   */
  const withPlace = async <Result>(
    request: FastifyRequest,
    work: (takePlace: () => void) => Promise<Result>,
  ): Promise<Result> => {
    let leave: (() => void) | null = null;
    const takePlace = () => (leave ??= room.enter(request));
    if (request.isMultipart()) takePlace();
    const inPlace = async () => {
      try {
        return await work(takePlace);
      } finally {
        leave?.();
      }
    };
    // Calls with pictures are limited by the number of places. All other calls wait while their organization has
    // `CALLS_AT_ONCE` running.
    const isBounded = request.isMultipart() || namesAddress(request.body);
    return isBounded ? inPlace() : inTurn(request.caller?.organizationId ?? '', inPlace);
  };
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort(SERVER_CLOSING));
  const createContext = (request: FastifyRequest): AnswerContext => ({
    site: publicUrl ?? `${request.protocol}://${request.host}`,
    requestId: request.id,
  });
  const leaveSignal = (reply: FastifyReply): AbortSignal =>
    AbortSignal.any([closing.signal, goneSignal(reply)]);

  const runTool =
    (tool: TaskTool, pictures: readonly string[]): Handle =>
    async (request, reply) => {
      const caller = keyCaller(request);
      const form = chooseForm(request.headers.accept, getToolCall(tool).makes === 'picture');
      const idempotencyKey = readIdempotencyKey(request);
      const simulation = readSimulation(request);
      const signal = leaveSignal(reply);
      const { started, waitS } = await withPlace(request, async (takePlace) => {
        const { pictures: sentPictures, options } = await readCallBody(request, pictures);
        const { wait, ...own } = options;
        const order = {
          tool,
          pictures: sentPictures,
          options: own,
          idempotencyKey,
          simulation,
          signal,
          takePlace,
        };
        return { waitS: parseWait(wait), started: await publicJobs.start(caller, order) };
      });
      reply.header(V1_HEADERS.replayed, String(started.isReplay));
      const job = await waitFor(publicJobs, caller, started, { signal, waitS });
      if (!started.isReplay) noteJob(request, job);
      return sendJob(reply, job, { form, caller, context: createContext(request), publicJobs });
    };

  const others: Readonly<Record<V1EndpointName, Handle>> = {
    ...catalogHandlers(services, { keyCaller, readIdempotencyKey }),
    async createImage(request, reply) {
      const caller = keyCaller(request);
      const idempotencyKey = readIdempotencyKey(request);
      const { key, mediaType, widthPx, heightPx, sizeBytes, isReplay } = await withPlace(
        request,
        async (takePlace) => {
          const { pictures, options } = await readCallBody(request, ['image']);
          const [unknown] = Object.keys(options);
          if (unknown !== undefined) throw badRequest(unknown, 'There is no such parameter.');
          const { image: picture } = pictures;
          if (picture === undefined || 'key' in picture)
            throw badRequest('image', 'Send image or image_url.');
          const signal = goneSignal(reply);
          return publicJobs.storeImage(caller, { picture, idempotencyKey, signal, takePlace });
        },
      );
      const image: V1Image = {
        image_key: key,
        content_type: mediaType,
        width: widthPx,
        height: heightPx,
        bytes: sizeBytes,
      };
      return reply
        .code(201)
        .headers({ 'cache-control': 'no-store', [V1_HEADERS.replayed]: String(isReplay) })
        .send(image);
    },
    async listJobs(request, reply) {
      const { limit, cursor = null } = request.query as { limit: number; cursor?: string };
      const { jobs, hasMore } = await publicJobs.list(keyCaller(request), { after: cursor, limit });
      const data = jobs.map((job) => v1Job(job, createContext(request)));
      const last = hasMore ? (jobs.at(-1)?.id ?? null) : null;
      return reply.header('cache-control', 'no-store').send({ data, next_cursor: last });
    },
    async readJob(request, reply) {
      const job = await publicJobs.read(keyCaller(request), getParams(request).id);
      return reply.header('cache-control', 'no-store').send(v1Job(job, createContext(request)));
    },
    async stopJob(request, reply) {
      const job = await publicJobs.stop(keyCaller(request), getParams(request).id);
      return reply.header('cache-control', 'no-store').send(v1Job(job, createContext(request)));
    },
    async watchJob(request, reply) {
      const caller = keyCaller(request);
      const { id } = getParams(request);
      // Reads the job first, so that a missing job is an error and not an empty stream.
      await publicJobs.read(caller, id);
      const signal = leaveSignal(reply);
      const context = createContext(request);
      const jobs = (async function* () {
        for await (const job of publicJobs.watch(caller, id, signal)) yield v1Job(job, context);
      })();
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // Tells the proxy nginx not to buffer the events.
          'x-accel-buffering': 'no',
        })
        .send(
          Readable.from(
            jobEvents(jobs, { signal, heartbeatMs, present: hasBilling ? (job) => job : withoutCredits }),
            { highWaterMark: 1 },
          ),
        );
    },
    async readResult(request, reply) {
      const { id, index } = getParams(request);
      const job = await publicJobs.read(keyCaller(request), id);
      return sendPicture(reply, job, index, {
        caller: keyCaller(request),
        context: createContext(request),
        publicJobs,
      });
    },
    async takeFile(request, reply) {
      const { head, body, name } = await files.open(getParams(request).token);
      return reply
        .headers({
          'content-type': head.contentType,
          'content-length': head.sizeBytes,
          'content-disposition': attachmentDisposition(name),
          'cache-control': 'no-store',
        })
        .send(Readable.from(body, { highWaterMark: CHUNKS_AHEAD }));
    },
    async readKey(request, reply) {
      const caller = keyCaller(request);
      const key: V1Key = {
        ...(await apiKeys.describe(caller)),
        works_for_free: await publicJobs.worksForFree(caller),
      };
      return reply.header('cache-control', 'no-store').send(key);
    },
    async readUsage(request, reply) {
      const data = await apiUsage.figures(keyCaller(request), request.query as ApiUsageQuery);
      return reply.header('cache-control', 'no-store').send({ data });
    },
    listSets: async () => ({ data: [...(await references.list())] }),
    listChannels: async () => ({ data: listedChannels() }),
    async readProblem(request, reply) {
      const code = ERROR_CODES.find((each) => each === getParams(request).code);
      const isOfBilling = (BILLING_ERROR_CODES as readonly unknown[]).includes(code);
      if (code === undefined || (isOfBilling && !hasBilling)) throw new DomainError('NOT_FOUND');
      return reply.header('cache-control', 'public, max-age=300').send(problemKind(code));
    },
  };

  return (name: string, { tool }: V1Endpoint, pictures: readonly string[]): Handle =>
    tool === undefined ? others[name as V1EndpointName] : runTool(tool, pictures);
}

interface SendContext {
  readonly caller: KeyCaller;
  readonly context: AnswerContext;
  readonly publicJobs: PublicJobService;
}

/** Waits until the job has ended or the time is over, and returns its current state. */
const waitFor = async (
  publicJobs: PublicJobService,
  caller: KeyCaller,
  started: JobTasks,
  patience: Patience,
): Promise<PublicJob> =>
  (await untilEnded(publicJobs, caller, started, patience)) ?? publicJobs.read(caller, started.jobId);

function sendJob(
  reply: FastifyReply,
  job: PublicJob,
  { form, ...sending }: SendContext & { readonly form: AnswerForm },
): FastifyReply | Promise<FastifyReply> {
  const { context } = sending;
  reply.headers({
    'cache-control': 'no-store',
    [V1_HEADERS.job]: job.id,
    [V1_HEADERS.creditsCharged]: String(job.creditsCharged),
  });
  if (!hasEnded(job)) {
    reply.headers({ location: jobPath(job.id), 'retry-after': String(LOOK_AGAIN_S) });
    return reply.code(202).send(v1Job(job, context));
  }
  if (job.errorCode !== null) return sendProblemBody(reply, problemOfJob(job, job.errorCode, context));
  const [first] = job.results;
  if (form === 'picture' && first !== undefined) return sendPicture(reply, job, first.index, sending);
  return reply.send(v1Job(job, context));
}

async function sendPicture(
  reply: FastifyReply,
  job: PublicJob,
  index: number,
  { caller, context, publicJobs }: SendContext,
): Promise<FastifyReply> {
  const picture = job.results.find((result) => result.index === index)?.picture;
  if (!picture) throw new DomainError('RESULT_NOT_FOUND');
  const { head, body } = await publicJobs.openPicture(caller, picture);
  return reply
    .headers({
      ...pictureHeaders(job, picture, context),
      'content-type': head.contentType,
      'content-length': head.sizeBytes,
      'cache-control': 'no-store',
    })
    .send(Readable.from(body, { highWaterMark: CHUNKS_AHEAD }));
}

/** Whether a JSON call refers to a picture that the server has to fetch. */
const namesAddress = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.keys(body).some((name) => name.endsWith('_url'));

/**
 * Creates a signal that aborts when the response's connection closes, because the client disconnected or the response
 * was sent.
 */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const disconnectController = new AbortController();
  if (raw.closed) disconnectController.abort(CLIENT_GONE);
  else raw.once('close', () => disconnectController.abort(CLIENT_GONE));
  return disconnectController.signal;
}

/** Returns the caller of a call that was authenticated by an API key. */
export function keyCaller({ caller }: FastifyRequest): KeyCaller {
  if (caller?.key === undefined) throw new DomainError('KEY_INVALID');
  return { ...caller, key: caller.key };
}

const getParams = ({ params }: FastifyRequest) =>
  params as { id: string; index: number; code: string; token: string };

function parseWait(waitValue: unknown): number {
  if (waitValue === undefined) return V1_WAIT_MAX_S;
  const isText = typeof waitValue === 'string' && /^\d{1,2}(\.\d)?$/.test(waitValue);
  const seconds = isText || typeof waitValue === 'number' ? Number(waitValue) : NaN;
  if (seconds >= 0 && seconds <= V1_WAIT_MAX_S) return seconds;
  throw badRequest('wait', `Send 0 to ${V1_WAIT_MAX_S} seconds.`);
}

export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const header = headers[IDEMPOTENCY_KEY_HEADER];
  if (header === undefined) return undefined;
  const parsed = idempotencyKeySchema.safeParse(header);
  if (parsed.success) return parsed.data;
  throw badRequest(IDEMPOTENCY_KEY_HEADER, 'Use 8 to 128 letters, digits, - and _.');
}

export function readSimulation({ headers }: FastifyRequest): V1Simulation | undefined {
  const header = headers[V1_HEADERS.simulate];
  if (header === undefined) return undefined;
  const parsed = v1SimulationSchema.safeParse(header);
  if (parsed.success) return parsed.data;
  throw badRequest(V1_HEADERS.simulate, 'Use failure, timeout or low_confidence.');
}

const badRequest = (param: string, reason: string): DomainError =>
  new DomainError('BAD_REQUEST', { detail: { param, reason } });
