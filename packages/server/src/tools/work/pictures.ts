import { createHash } from 'node:crypto';
import { measuredIn, PRODUCT_TITLE, PRODUCT_VERSION, withStep } from '@packshot/contract';
import type { MeasuredFile, Provenance, ProvenanceStep } from '@packshot/contract';
import type { FileToSign, IntegrityReport, Renditions } from '@packshot/image-engine';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import type { NewAsset, ClaimedTask, StoredPicture } from '../model.ts';
import { ObjectNotFoundError } from '../../platform/objects/object-store.ts';
import { TaskRefusal } from './task.ts';
import type { ToolDependencies } from './task.ts';
import { isToBeSigned } from './to-be-signed.ts';

/**
 * Reads an upload, such as a mask, without moderating it; `readPhoto` moderates. Its size was checked when it was
 * uploaded, and its header when the request was accepted.
 */
export async function readDrawing(
  { objects }: ToolDependencies,
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await objects.read(key, signal);
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new TaskRefusal('UPLOAD_NOT_FOUND', { cause: error });
    throw error;
  }
}

/**
 * Reads a photo and moderates it. Throws DomainError INDECENT_IMAGE, ImageRefusal for an unreadable file, or
 * TaskRefusal UPLOAD_NOT_FOUND.
 */
export async function readPhoto(
  deps: ToolDependencies,
  userId: string,
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await readDrawing(deps, key, signal);
  await deps.moderation.assertDecent(userId, key, bytes, async () => {
    return rateIndecency(deps, bytes, signal);
  });
  return bytes;
}

/** Computes the indecency score of a picture, 0 to 1. */
export async function rateIndecency(
  { engine }: Pick<ToolDependencies, 'engine'>,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<number> {
  const { scores } = await engine.run('moderate', { photo: bytes }, { signal });
  // The model's class "sexy" isn't counted, because the model applies it to clothed people too, such as in fashion
  // photos.
  return scores.porn + scores.hentai;
}

export interface MadePicture extends Renditions {
  /** Report on changes of the product's pixels in the picture. */
  readonly productPixels?: IntegrityReport | undefined;
  /**
   * Facts about the product that were measured before the picture was encoded in this format. Undefined if they were
   * measured in this picture or never.
   */
  readonly measured?: MeasuredFile;
}

/** The task whose picture is stored, with the picture's provenance. */
export interface KeepContext {
  readonly task: ClaimedTask;
  readonly deps: ToolDependencies;
  readonly signal: AbortSignal;
  readonly provenance: Provenance;
}

/** Stores the single picture that most tools make. */
export const keepPicture = (newPicture: MadePicture, context: KeepContext): Promise<StoredPicture> =>
  storePicture(newPicture, context);

interface StoredFormat {
  readonly extension: string;
  readonly contentType: string;
}
const PNG: StoredFormat = { extension: 'png', contentType: 'image/png' };
const WEBP: StoredFormat = { extension: 'webp', contentType: 'image/webp' };

/** Provenance step of the watermark: pictures of test keys are for trying the API, not for use. */
const WATERMARKED: ProvenanceStep = {
  tool: 'watermark',
  effect: 'alter',
  engine: { name: PRODUCT_TITLE, version: PRODUCT_VERSION },
  parameters: { test: true },
};

/**
 * Records a picture's files, then writes them. Storage keys contain the attempt number, so an attempt that lost its
 * task can't overwrite the result of another.
 * @param format format of the full-size file
 */
export async function storePicture(
  picture: MadePicture,
  keepContext: KeepContext,
  format: StoredFormat = PNG,
): Promise<StoredPicture> {
  const isTest = keepContext.task.callTerms?.mode === 'test';
  const context = isTest
    ? { ...keepContext, provenance: withStep(keepContext.provenance, WATERMARKED) }
    : keepContext;
  const { task, deps, signal, provenance } = context;
  const { objects, lifecycle } = deps;
  // A picture with a watermark has no facts about the product, because they would no longer be true.
  const marked: MadePicture = isTest
    ? await deps.engine.run('watermark', { picture: picture.full }, { signal })
    : picture;
  const markedPicture = embedInRenditions(marked, provenance, format);
  const { widthPx, heightPx } = markedPicture;
  // If no pixel of the product is opaque, there are no pixels to compare, so there is no report.
  const pixels = markedPicture.productPixels?.total === 0 ? undefined : markedPicture.productPixels;
  // The measurements refer to the full-size file, because the product was compared at that size.
  const measured = pixels ? measuredIn(pixels) : markedPicture.measured;
  const toSign = [{ bytes: markedPicture.full, measured }, { bytes: markedPicture.standard }];
  const [fullFile = markedPicture.full, standardFile = markedPicture.standard] = await signFile(
    toSign,
    context,
  );
  const full = createAsset(task, 'full', format, fullFile);
  const standard = createAsset(task, 'standard', WEBP, standardFile);
  const heatMap = pixels && createAsset(task, 'heat-map', WEBP, pixels.heatMap);
  await lifecycle.announceAssets([full, standard, ...(heatMap === undefined ? [] : [heatMap])]);
  signal.throwIfAborted();
  // Files are written in parallel, because each write waits for the disk several times.
  await Promise.all([
    objects.write(standard.key, standardFile, { contentType: standard.contentType }),
    objects.write(full.key, fullFile, { contentType: full.contentType }),
    heatMap && pixels && objects.write(heatMap.key, pixels.heatMap, { contentType: heatMap.contentType }),
  ]);
  const stored = { fullKey: full.key, standardKey: standard.key, widthPx, heightPx, provenance };
  if (heatMap === undefined || pixels === undefined) return stored;
  const { heatMap: _, ...counted } = pixels;
  return { ...stored, productPixels: { ...counted, heatMapKey: heatMap.key } };
}

/**
 * Embeds the provenance in every file that may leave the server later: by a link, in a ZIP, from History, or through a
 * browser that draws another file from it.
 */
function embedInRenditions(
  newPicture: MadePicture,
  provenance: Provenance,
  { extension }: StoredFormat,
): MadePicture {
  const packet = xmpPacket({ altText: '', provenance });
  const embedPacket = (file: Uint8Array): Uint8Array => Buffer.concat(embedXmp(new Uint8Array(file), packet));
  return {
    ...newPicture,
    // The metadata of an AVIF file was embedded when it was encoded.
    full: extension === PNG.extension ? embedPacket(newPicture.full) : newPicture.full,
    standard: embedPacket(newPicture.standard),
  };
}

/** A file that a browser has drawn, stored until it is fetched. */
export interface WrittenFile {
  readonly bytes: Uint8Array;
  readonly format: 'png' | 'jpeg' | 'webp';
  readonly widthPx: number;
  readonly heightPx: number;
  readonly altText: string;
  readonly measured: MeasuredFile | undefined;
}

/** Stores a file temporarily until it is fetched once; the user's browser has the original. */
export async function storeFile(
  { bytes, format, widthPx, heightPx, altText, measured }: WrittenFile,
  context: KeepContext,
): Promise<StoredPicture> {
  const { task, deps, signal, provenance } = context;
  const fileWithXmp = Buffer.concat(embedXmp(new Uint8Array(bytes), xmpPacket({ altText, provenance })));
  const [file = fileWithXmp] = await signFile([{ bytes: fileWithXmp, measured }], context);
  const extension = format === 'jpeg' ? 'jpg' : format;
  const full = createAsset(task, 'passing', { extension, contentType: `image/${format}` }, file);
  await deps.lifecycle.announceAssets([full]);
  signal.throwIfAborted();
  await deps.objects.write(full.key, file, { contentType: full.contentType });
  return { fullKey: full.key, standardKey: full.key, widthPx, heightPx, provenance };
}

/**
 * Adds Content Credentials to files. A file that can't be signed is returned without them, because users need the
 * picture more than its signature. The operator finds the reason in the log.
 */
export async function signFile(
  files: readonly FileToSign[],
  { task, deps, signal, provenance }: KeepContext,
): Promise<readonly Uint8Array[]> {
  const { engine, signer, logger } = deps;
  const unsigned = files.map(({ bytes }) => bytes);
  if (!(await isToBeSigned(deps, task.userId, provenance))) return unsigned;
  try {
    const { sign, ...identity } = signer();
    const signResult = await engine.run('sign', { files, provenance, identity }, { signal, sign });
    return signResult.files;
  } catch (error) {
    signal.throwIfAborted();
    logger.error({ err: error }, 'a picture was kept without Content Credentials');
    return unsigned;
  }
}

export function createAsset(
  { userId, id: taskId, attempt }: ClaimedTask,
  rendition: NewAsset['rendition'],
  { extension, contentType }: StoredFormat,
  bytes: Uint8Array,
  /** Name that distinguishes several files of the same rendition. */
  name: string = rendition,
): NewAsset {
  return {
    key: `results/${userId}/${taskId}/${attempt}-${name}.${extension}`,
    userId,
    taskId,
    attempt,
    rendition,
    contentType,
    sizeBytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
