/** Implements the tools for agents that call with an API key, with the same services as the public API. */
import { ERRORS, V1_WAIT_MAX_S } from '@packshot/contract';
import type { ApiScope } from '@packshot/contract';
import { NOTHING } from '@packshot/contract/provenance/credentials-report';
import { toArgument, toExportLayout, pictureResource, Refusal } from '@packshot/mcp';
import type { PictureSource, Preview, SeenPicture, AgentBackend, StudioJob } from '@packshot/mcp';
import type { KeyCaller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { hasEnded } from '../../tools/public-jobs/job.ts';
import type { PublicJob } from '../../tools/public-jobs/job.ts';
import type { SentPicture } from '../../tools/public-jobs/pictures.ts';
import { untilEnded } from '../../tools/public-jobs/until-ended.ts';
import type { NamedPicture, ReadPicture } from '../../tools/public-jobs/picture-service.ts';
import type { Services } from '../services.ts';
import { withinTime } from '../../platform/within-time.ts';
import { v1Job } from '../v1/job-answers.ts';
import type { AnswerContext } from '../v1/job-answers.ts';
import { problemOfError } from '../v1/problems.ts';

/**
 * Time that a call waits for its job. Shorter than the minute after which MCP clients give up, with time left to
 * respond.
 */
const WAIT_S = V1_WAIT_MAX_S - 5;
const PREVIEW_TYPE = 'image/webp';

export interface StudioOptions {
  readonly services: Pick<Services, 'apiKeys' | 'publicJobs' | 'publicPictures' | 'references' | 'apiUsage'>;
  readonly context: AnswerContext;
  /** Whether work costs credits on this server. */
  readonly hasPrices: boolean;
  /** Aborts when the client cancels the call or disconnects. The job that the call started is then stopped. */
  readonly cancelSignal: AbortSignal;
  readonly onFault: (error: unknown) => void;
}

export function createKeyStudio(
  caller: KeyCaller,
  { services, context, hasPrices, cancelSignal, onFault }: StudioOptions,
): AgentBackend {
  const { apiKeys, publicJobs, publicPictures, references, apiUsage } = services;
  const refusing = refusingWith(context);
  const present = (job: PublicJob): StudioJob => v1Job(job, context);
  /** Resolves a picture that is the result of a job to its storage key. */
  const resolvePicture = async (source: PictureSource): Promise<SentPicture> => {
    const namedPicture = namedBy(source);
    return 'jobId' in namedPicture
      ? { key: await publicPictures.resultKey(caller, namedPicture) }
      : namedPicture;
  };
  const sentAll = async (pictures: Readonly<Record<string, PictureSource>>) => {
    const all: Record<string, SentPicture> = {};
    for (const [name, source] of Object.entries(pictures)) all[name] = await resolvePicture(source);
    return all;
  };
  return {
    takesFiles: false,
    takesAddresses: true,
    hasPrices,
    holder: caller.key.id,
    assertMay(...scopes: readonly ApiScope[]) {
      if (scopes.some((scope) => caller.key.scopes.includes(scope))) return;
      const { status, message } = ERRORS.KEY_SCOPE_MISSING;
      throw new Refusal('KEY_SCOPE_MISSING', `${message} It needs ${scopes.join(' or ')}.`, { status });
    },
    price: (order) =>
      refusing(async () => publicJobs.price(caller, { ...order, pictures: await sentAll(order.pictures) })),
    obstacleTo: (credits) => refusing(() => apiKeys.obstacleTo(caller, credits)),
    run: (order, { idempotencyKey, credits, signal, onProgress }) =>
      refusing(async () => {
        const pictures = await sentAll(order.pictures);
        const jobOrder = { ...order, pictures, idempotencyKey, signal };
        const started = await publicJobs.start(caller, jobOrder);
        const { jobId, isReplay } = started;
        const begun: StudioJob = {
          id: jobId,
          tool: order.tool,
          status: 'queued',
          progress: 0,
          credits_charged: credits,
          results: [],
        };
        if (isReplay) return { job: begun, isReplay };
        const patience = {
          signal: AbortSignal.any([signal, cancelSignal]),
          waitS: WAIT_S,
          onChange: ({ progress }: PublicJob) => onProgress(progress),
        };
        try {
          const ended = await untilEnded(publicJobs, caller, started, patience);
          const lookAgain = (): Promise<PublicJob> =>
            cancelSignal.aborted ? publicJobs.stop(caller, jobId) : publicJobs.read(caller, jobId);
          const job = ended ?? (await lookAgain());
          return {
            job: hasEnded(job) ? present(job) : { ...present(job), credits_charged: job.cost },
            isReplay,
          };
        } catch (error) {
          // The job was started and paid for, so its data is returned. An error would suggest that the call was free.
          onFault(error);
          return { job: begun, isReplay };
        }
      }),
    job: (id) => refusing(async () => present(await publicJobs.read(caller, id))),
    preview: ({ id: jobId }, index) =>
      refusing(async () =>
        webp(
          await withinTime(WAIT_S * 1000, cancelSignal, (signal) =>
            publicPictures.preview(caller, { jobId, index }, signal),
          ),
        ),
      ),
    look: (source, signal) =>
      refusing(async () => {
        const options = { readsCredentials: false, signal };
        return toSeenPicture(await publicPictures.inspect(caller, namedBy(source), options));
      }),
    check: (source, signal) =>
      refusing(async () => {
        const options = { readsCredentials: true, signal };
        const read = await publicPictures.inspect(caller, namedBy(source), options);
        const { whiteEdge, sourceType, report = NOTHING } = read;
        return { ...toSeenPicture(read), whiteEdge, sourceType, report };
      }),
    export: (source, settings, signal) =>
      refusing(async () => {
        if (source.kind !== 'result')
          throw new Refusal('BAD_REQUEST', 'Only results of jobs (packshot://results/…) are exported.', {
            param: 'picture',
          });
        const { key, url, sizeBytes, ...answer } = await publicPictures.arrange(
          caller,
          source,
          toExportLayout(settings),
          signal,
        );
        return {
          ...answer,
          bytes: sizeBytes,
          resource: pictureResource(key),
          address: new URL(url, context.site).href,
        };
      }),
    keep: (source, signal) =>
      refusing(async () => {
        const picture = await resolvePicture(source);
        if ('key' in picture) throw new Refusal('BAD_REQUEST', 'It is kept already.', { param: 'picture' });
        const { key, sizeBytes, ...answer } = await publicJobs.storeImage(caller, { picture, signal });
        return { ...answer, bytes: sizeBytes, resource: pictureResource(key) };
      }),
    sets: () => references.list(),
    setPicture: (id) =>
      refusing(async () => {
        const { bytes, contentType: mediaType } = await references.picture(id);
        return { bytes, mediaType };
      }),
    usage: (days) =>
      refusing(async () => {
        const { total, by_tool: byTool } = await apiUsage.figures(caller, { days });
        const { calls, errors, credits } = total;
        return {
          calls,
          errors,
          credits,
          byTool: byTool.map((each) => ({ tool: each.tool, calls: each.calls, credits: each.credits })),
        };
      }),
    readResult: (jobId, index, maxBytes) =>
      refusing(async () => {
        const { head, body } = await publicJobs.openResult(caller, jobId, index);
        if (head.sizeBytes > maxBytes) return null;
        return { bytes: await readBytes(body), mediaType: head.contentType };
      }),
    onFault,
  };
}

async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

function namedBy(source: PictureSource): NamedPicture {
  switch (source.kind) {
    case 'bytes':
      return { bytes: source.bytes, fileName: '' };
    case 'url':
      return { url: source.url };
    case 'kept':
      return { key: source.key };
    case 'result':
      return { jobId: source.jobId, index: source.index };
    case 'file':
      throw new Refusal('BAD_REQUEST', 'Files of your machine cannot be read from here.');
  }
}

const webp = (bytes: Uint8Array): Preview => ({ bytes, mediaType: PREVIEW_TYPE });

function toSeenPicture({ file, product, preview, ...rest }: ReadPicture): SeenPicture {
  const { mediaType, widthPx, heightPx, hasTransparency } = rest;
  return {
    mediaType,
    widthPx,
    heightPx,
    hasTransparency,
    bytes: file.byteLength,
    product: product && { x: product.xPx, y: product.yPx, width: product.widthPx, height: product.heightPx },
    preview: webp(preview),
  };
}

/** Turns a DomainError into a refusal that the agent can read; other errors propagate. */
const refusingWith =
  ({ requestId }: AnswerContext) =>
  async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, detail, param, status } = problemOfError(error, requestId);
      throw new Refusal(code, detail, { param: toArgument(param), status });
    }
  };
