import { createProvenance, V1_WAIT_MAX_S } from '@packshot/contract';
import type { V1Simulation } from '@packshot/contract';
import type { KeyCaller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { ComposedExport, ExportLayout } from '@packshot/image-engine/pixels';
import type { PictureArranger } from '../work/compose-export.ts';
import type { PublicFetch } from '../../platform/public-fetch/public-fetch-error.ts';
import type { Zip } from '../../platform/zip.ts';
import { readPictureHeader } from '../../uploads/picture-header.ts';
import type { PublicJob } from './job.ts';
import { fetchPicture, getIdentity } from './pictures.ts';
import type { SentPicture } from './pictures.ts';
import type { PublicJobService } from './service.ts';
import { atParam } from './start.ts';
import type { JobTasks, StartedJob } from './start.ts';
import { untilEnded } from './until-ended.ts';
import type { Patience } from './until-ended.ts';

/** Order for a cut-out for which the caller waits, and how to compose it. */
export interface CutOutOrder {
  readonly photo: { readonly param: string; readonly picture: Exclude<SentPicture, { key: string }> };
  readonly ground?:
    | { readonly color: string }
    | { readonly param: string; readonly picture: Exclude<SentPicture, { key: string }> }
    | undefined;
  readonly arrangement: Omit<ExportLayout, 'ground'>;
  /** True to return a ZIP with the colors as color.jpg and the opacity as alpha.png. */
  readonly isZip?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Failure to simulate; only with a test key. */
  readonly simulation?: V1Simulation | undefined;
  readonly signal: AbortSignal;
  /** Called when the photo is stored, so that it needn't stay in memory. */
  readonly onStarted?: ((started: StartedJob) => void) | undefined;
}

export interface ComposedCutOut extends Omit<ComposedExport, 'format'> {
  readonly format: ComposedExport['format'] | 'zip';
  readonly isReplay: boolean;
  readonly creditsCharged: number;
  /** Width of the whole cut-out in pixels, before it is composed. */
  readonly fullWidthPx: number;
  readonly fullHeightPx: number;
}

export interface ComposedCutOutDependencies {
  readonly publicJobs: PublicJobService;
  readonly publicFetch: PublicFetch;
  readonly arranger: PictureArranger;
  readonly zip: Zip;
  readonly waitS?: number;
}

export function createComposedCutOutService(deps: ComposedCutOutDependencies) {
  const { publicJobs, arranger, waitS = V1_WAIT_MAX_S } = deps;
  return {
    /**
     * Makes a cut-out and composes it. Throws the errors of `PublicJobService.start`, and the code of a failed job.
     * Throws TASK_TIMED_OUT if the job takes longer than a call waits; the job is then stopped and free. The file costs
     * a download, whatever its size. Throws OUT_OF_DOWNLOADS if none is left.
     */
    async make(caller: KeyCaller, order: CutOutOrder): Promise<ComposedCutOut> {
      const { photo, ground: sentBackground, arrangement, isZip = false } = order;
      const { idempotencyKey, simulation, signal } = order;
      // The background picture is checked before payment, so that an invalid one costs nothing.
      const ground = sentBackground && (await loadBackground(deps, sentBackground, signal));
      const pictures = { image: photo.picture };
      const started = await publicJobs.start(caller, {
        tool: 'cut-out',
        pictures,
        options: {},
        idempotencyKey,
        answeredWith: [arrangement, identifyBackground(sentBackground), ...(isZip ? ['zip'] : [])],
        simulation,
        signal,
      });
      order.onStarted?.(started);
      const job = await waitForEnd(publicJobs, caller, started, { signal, waitS });
      if (job.errorCode !== null) throw new DomainError(job.errorCode);
      const [result] = job.results;
      if (!result?.picture) throw new DomainError('RESULT_NOT_FOUND');
      const { widthPx: fullWidthPx, heightPx: fullHeightPx, foreground, provenance } = result.picture;
      const about = {
        isReplay: started.isReplay,
        creditsCharged: job.creditsCharged,
        fullWidthPx,
        fullHeightPx,
      };
      const picture = await publicJobs.readPicture(result.picture);
      if (!isZip && ground === undefined && isAsItIs(arrangement, fullWidthPx * fullHeightPx)) {
        const size = { widthPx: fullWidthPx, heightPx: fullHeightPx };
        await publicJobs.payFor(caller, result.picture);
        return { ...about, ...size, file: picture, format: 'png', foreground };
      }
      const cutOut = {
        picture,
        provenance: provenance ?? createProvenance(['picture']),
        test: job.mode === 'test' ? { foreground } : undefined,
      };
      const arrange = (how: Partial<ExportLayout>): Promise<ComposedExport> =>
        arranger.arrange(caller.userId, cutOut, { ...arrangement, ground, ...how }, signal);
      const arranged = isZip ? await composeZip(deps.zip, arrange) : await arrange({});
      // Payment comes after all steps that may fail, so that a call without a file costs no download.
      await publicJobs.payFor(caller, result.picture);
      return { ...about, ...arranged };
    },
  };
}

/** Makes cut-outs for clients of compatibility endpoints, which support neither jobs nor polling. */
export type ComposedCutOutService = ReturnType<typeof createComposedCutOutService>;

/** Whether the stored cut-out can be sent unchanged. */
const isAsItIs = (
  { region, margins, scale, position, channels, format, maxPixels, maxPixelsOfPng }: ExportLayout,
  pixels: number,
): boolean =>
  [region, margins, scale, position].every((change) => change === undefined) &&
  channels === 'rgba' &&
  format === 'png' &&
  pixels <= Math.min(maxPixels, maxPixelsOfPng);

const identifyBackground = (ground: CutOutOrder['ground']): unknown =>
  ground !== undefined && 'picture' in ground ? getIdentity(ground.picture) : (ground ?? null);

async function loadBackground(
  { publicFetch, arranger }: ComposedCutOutDependencies,
  background: NonNullable<CutOutOrder['ground']>,
  signal: AbortSignal,
) {
  if ('color' in background) return background;
  const { param, picture } = background;
  try {
    const bytes = 'bytes' in picture ? picture.bytes : await fetchPicture(publicFetch, picture.url, signal);
    readPictureHeader(bytes, bytes.byteLength);
    await arranger.assertDecodes(bytes, signal);
    return { picture: bytes };
  } catch (error) {
    throw error instanceof DomainError ? atParam(error, param) : error;
  }
}

async function waitForEnd(
  publicJobs: PublicJobService,
  caller: KeyCaller,
  started: JobTasks,
  patience: Patience,
): Promise<PublicJob> {
  const job = await untilEnded(publicJobs, caller, started, patience);
  if (job !== null) return job;
  patience.signal.throwIfAborted();
  const stopped = await publicJobs.stop(caller, started.jobId);
  if (stopped.status !== 'succeeded') throw new DomainError('TASK_TIMED_OUT');
  return stopped;
}

/** Builds the ZIP in remove.bg's format: the colors of the whole picture, and its transparency. */
async function composeZip(
  zip: Zip,
  arrange: (how: Partial<ExportLayout>) => Promise<ComposedExport>,
): Promise<Omit<ComposedExport, 'format'> & { readonly format: 'zip' }> {
  const color = await arrange({ channels: 'color', format: 'jpeg' });
  const alpha = await arrange({ channels: 'opacity', format: 'png' });
  return { ...color, format: 'zip', file: await zipPlanes(zip, color.file, alpha.file) };
}

function zipPlanes(zip: Zip, color: Uint8Array, alpha: Uint8Array): Promise<Uint8Array> {
  const modifiedAt = new Date();
  async function* entries() {
    yield { name: 'color.jpg', modifiedAt, body: once(color) };
    yield { name: 'alpha.png', modifiedAt, body: once(alpha) };
  }
  return readBytes(zip(entries()));
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
