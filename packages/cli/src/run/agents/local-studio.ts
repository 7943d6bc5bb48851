/** Tools for agents, run on this machine: they do the same work as the commands, without an account or cost. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { ImageEngine, ToolResult } from '@packshot/image-engine';
import { NOTHING } from '@packshot/contract/provenance/credentials-report';
import { ImageRefusal } from '@packshot/image-engine';
import { provenanceAfter, provenanceOfFile, createStep } from '@packshot/image-engine/provenance';
import { createReferenceCatalog } from '@packshot/image-engine/references';
import { toArgument, toExportLayout, pictureResource, Refusal } from '@packshot/mcp';
import type {
  AgentExportSettings,
  Order,
  PictureSource,
  SeenPicture,
  StartedWork,
  AgentBackend,
  StudioJob,
  StudioResult,
} from '@packshot/mcp';
import { ERRORS } from '@packshot/contract';
import type { QualityFlag, ErrorCode, ShopTexts } from '@packshot/contract';
import { writeWhole } from '../../outputs/write.ts';
import { signedOrPlain } from '../finish.ts';
import type { Signing } from '../finish.ts';
import type { Outcome, OutcomeFault } from '../outcome.ts';
import { workOn } from '../work.ts';
import type { AgentFiles } from './agent-files.ts';
import { localJob } from './local-orders.ts';

export interface LocalStudioOptions extends Signing {
  readonly files: AgentFiles;
  /** Folder for masks and pictures sent by an agent; removed when the program ends. */
  readonly scratch: string;
  readonly engine: () => ImageEngine;
}

/** Number of recent jobs whose results an agent can still reference. */
const REMEMBERED = 1000;
const FILE = { format: 'png', quality: 90, ground: '#ffffff', isSigned: true } as const;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

interface NamedBytes {
  readonly bytes: Uint8Array;
  readonly name: string;
}

/** Agent tools on this machine. The agent tools that send work to a server also use the functions below. */
export interface LocalStudio extends AgentBackend {
  read(source: PictureSource): Promise<NamedBytes>;
  /** Records a job, so that later calls can reference its results. */
  remember(job: StudioJob): StudioJob;
  getJob(jobId: string): StudioJob | undefined;
}

export function createLocalStudio(options: LocalStudioOptions): LocalStudio {
  const { files, scratch, engine, warn } = options;
  const catalog = createReferenceCatalog();
  const jobs = new Map<string, StudioJob>();
  const pathByKey = new Map<string, string>();

  const findPath = (source: Extract<PictureSource, { kind: 'kept' | 'result' }>): string => {
    const path =
      source.kind === 'kept'
        ? pathByKey.get(source.key)
        : jobs.get(source.jobId)?.results.find(({ index }) => index === source.index)?.path;
    if (path !== undefined) return path;
    throw new Refusal(
      'RESULT_NOT_FOUND',
      'There is no such picture; this program forgets them when it ends.',
      { status: 404 },
    );
  };
  const read = async (source: PictureSource): Promise<NamedBytes> => {
    if (source.kind === 'file') return files.read(source.path);
    if (source.kind === 'bytes') return { bytes: source.bytes, name: 'picture' };
    if (source.kind === 'url') throw new Refusal('URL_REFUSED', 'Pictures are not fetched from here.');
    const path = findPath(source);
    return { bytes: await readFile(path), name: parse(path).name };
  };
  const remember = (job: StudioJob): StudioJob => {
    jobs.set(job.id, job);
    for (const oldest of jobs.keys()) {
      if (jobs.size <= REMEMBERED) break;
      jobs.delete(oldest);
    }
    return job;
  };
  const keep = async (bytes: Uint8Array): Promise<string> => {
    const key = randomUUID();
    const path = join(scratch, key);
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    pathByKey.set(key, path);
    return key;
  };
  const inspect = (bytes: Uint8Array, signal: AbortSignal, issuer?: string | null) =>
    convertRefusals(() => engine().run('inspect', { picture: bytes, issuer }, { signal }));
  const look = async (bytes: Uint8Array, signal: AbortSignal): Promise<SeenPicture> =>
    toSeenPicture(bytes, await inspect(bytes, signal));

  return {
    read,
    remember,
    getJob: (id) => jobs.get(id),
    takesFiles: true,
    takesAddresses: false,
    hasPrices: false,
    holder: 'this machine',
    assertMay: () => undefined,
    price: () => Promise.resolve(0),
    obstacleTo: () => Promise.resolve(null),
    async run(order, { signal, onProgress }): Promise<StartedWork> {
      const { image, ...others } = order.pictures;
      if (image === undefined) throw new Refusal('BAD_REQUEST', 'Name a picture.', { param: 'picture' });
      const photo = await read(image);
      const paths: Record<string, string> = {};
      for (const [name, source] of Object.entries(others))
        paths[name] = join(scratch, await keep((await read(source)).bytes));
      const { job, suffix } = await localJob(order, paths);
      const outputs = [];
      for (let variant = 0; variant < job.variants; variant++)
        outputs.push({
          variant,
          path: suffix === null ? null : await files.pathFor(`${photo.name}-${suffix}`, 'png'),
        });
      const item = { photo: { path: null, label: photo.name, dir: '', name: photo.name }, outputs };
      const settings = {
        job,
        file: { ...FILE, isSigned: options.signer !== null },
        replaces: false,
        isDryRun: false,
        signer: options.signer,
        readInput: () => Promise.resolve(photo.bytes),
        writeOutput: () => Promise.resolve(),
        warn,
      };
      const results: StudioResult[] = [];
      for await (const outcome of workOn(item, engine(), settings, { signal, onProgress })) {
        const { error } = outcome;
        if (error !== undefined)
          throw new Refusal(error.code, formatMessage(error), {
            status: 422,
            param: toArgument(error.param),
          });
        const path = outputs[results.length]?.path ?? null;
        results.push(toResult(outcome, results.length, path));
      }
      return { job: remember(doneJob(order, results)), isReplay: false };
    },
    async job(id) {
      const job = jobs.get(id);
      if (job !== undefined) return job;
      throw new Refusal('JOB_NOT_FOUND', 'There is no such job; this program forgets them when it ends.', {
        status: 404,
      });
    },
    async preview(job, index) {
      const bytes = await readFile(findPath({ kind: 'result', jobId: job.id, index }));
      return (await look(bytes, AbortSignal.timeout(PREVIEW_MS))).preview;
    },
    look: async (source, signal) => look((await read(source)).bytes, signal),
    async check(source, signal) {
      const { bytes } = await read(source);
      const inspected = await inspect(bytes, signal, options.signer?.().knownBy.issuer ?? null);
      const { whiteEdge, sourceType, report = NOTHING } = inspected;
      return { ...toSeenPicture(bytes, inspected), whiteEdge, sourceType, report };
    },
    async export(source, settings, signal) {
      const { bytes, name } = await read(source);
      const extension = settings.format === 'jpeg' ? 'jpg' : settings.format;
      const path = await files.pathFor(`${name}-export`, extension);
      const exportedPicture = await convertRefusals(() => exportPicture(bytes, settings, options, signal));
      await writeWhole(path, exportedPicture.bytes, false);
      const key = randomUUID();
      pathByKey.set(key, path);
      return {
        ...exportedPicture,
        bytes: exportedPicture.bytes.length,
        mediaType: `image/${settings.format}`,
        resource: pictureResource(key),
        path,
      };
    },
    async keep(source, signal) {
      const { bytes } = await read(source);
      const { mediaType, widthPx, heightPx } = await look(bytes, signal);
      return {
        resource: pictureResource(await keep(bytes)),
        mediaType,
        widthPx,
        heightPx,
        bytes: bytes.length,
      };
    },
    sets: () => catalog.list(),
    async setPicture(id) {
      const bytes = await catalog.picture(id);
      return bytes && { bytes, mediaType: 'image/webp' };
    },
    usage: () => Promise.reject(new Error('Nothing is counted on this machine')),
    async readResult(jobId, index, maxBytes) {
      const path = findPath({ kind: 'result', jobId, index });
      const bytes = await readFile(path);
      return bytes.length > maxBytes
        ? null
        : { bytes, mediaType: MEDIA_TYPES[parse(path).ext] ?? 'image/png' };
    },
    onFault: (error) => warn(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
}

const toSeenPicture = (
  { length }: Uint8Array,
  { format, product, preview, widthPx, heightPx, hasTransparency }: ToolResult<'inspect'>,
): SeenPicture => ({
  mediaType: `image/${format}`,
  bytes: length,
  widthPx,
  heightPx,
  hasTransparency,
  product: product && { x: product.xPx, y: product.yPx, width: product.widthPx, height: product.heightPx },
  preview: { bytes: preview, mediaType: 'image/webp' },
});

/**
 * Message of a fault. A fault of an argument gets the general message of its code, because the agent doesn't know the
 * path in the fault's own message.
 */
const formatMessage = ({ code, message, param }: OutcomeFault): string =>
  param !== undefined && Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode].message : message;

const PREVIEW_MS = 30_000;

/** Runs work, and converts the engine's refusals to errors that the agent can read. */
async function convertRefusals<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImageRefusal) throw new Refusal(error.code, error.message, { param: 'picture' });
    throw error;
  }
}

function toResult(
  { width, height, confidence, doubts, facts = {} }: Outcome,
  index: number,
  path: string | null,
): StudioResult {
  const {
    seed,
    description,
    shop_texts: shopTexts,
    read_text: readText,
  } = facts as {
    seed?: number;
    description?: string;
    shop_texts?: ShopTexts;
    read_text?: string[];
  };
  return {
    index,
    ...(path !== null && { path, content_type: 'image/png', width, height }),
    ...(confidence !== undefined && { confidence }),
    ...(doubts !== undefined && { doubts: [...doubts] as QualityFlag[] }),
    ...(seed !== undefined && { seed }),
    ...(description !== undefined && { description }),
    ...(shopTexts !== undefined && { shop_texts: shopTexts }),
    ...(readText !== undefined && { read_text: readText }),
  };
}

const doneJob = ({ tool }: Order, results: readonly StudioResult[]): StudioJob => ({
  id: randomUUID(),
  tool,
  status: 'succeeded',
  progress: 1,
  credits_charged: 0,
  results,
});

/** Exports a picture: resizes and places it, adds its background, and embeds provenance and a signature. */
async function exportPicture(
  picture: Uint8Array,
  settings: AgentExportSettings,
  { engine, ...signing }: LocalStudioOptions,
  signal: AbortSignal,
) {
  const effect = settings.ground === undefined ? 'alter' : 'put-on-color';
  const provenance = provenanceAfter(
    [provenanceOfFile(picture)],
    createStep({ tool: 'arrange' }, { effect }, null),
  );
  const { file, widthPx, heightPx } = await engine().run(
    'compose-export',
    { picture, ...toExportLayout(settings), provenance },
    { signal },
  );
  const { bytes } = await signedOrPlain(engine(), { bytes: file }, provenance, signing, signal);
  return { bytes, widthPx, heightPx };
}
