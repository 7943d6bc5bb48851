import { createHash } from 'node:crypto';
import { measuredIn, PRODUCT_TITLE, PRODUCT_VERSION, withStep } from '@packshot/contract';
import type { MeasuredFile, Provenance, ProvenanceStep } from '@packshot/contract';
import type { FileToSign, ProductProof, Renditions } from '@packshot/image-engine';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import type { NewAsset, ClaimedTask, StoredPicture } from '../model.ts';
import { ObjectNotFoundError } from '../../platform/objects/object-store.ts';
import { TaskRefusal } from './task.ts';
import type { ToolDependencies } from './task.ts';
import { isToBeSigned } from './to-be-signed.ts';

/**
 * The bytes of what was drawn, which only its owner ever sees. The store checked the size when it took the upload, and acceptance when it
 * read the header.
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

/** The bytes of a photo, after moderation. Throws DomainError INDECENT_IMAGE, ImageRefusal for a file that cannot be read. */
export async function readPhoto(
  deps: ToolDependencies,
  userId: string,
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await readDrawing(deps, key, signal);
  await deps.moderation.assertDecent(userId, key, bytes, async () => {
    return indecencyOf(deps, bytes, signal);
  });
  return bytes;
}

/** How indecent a picture looks, 0 to 1. */
export async function indecencyOf(
  { engine }: Pick<ToolDependencies, 'engine'>,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<number> {
  const { scores } = await engine.run('moderate', { photo: bytes }, { signal });
  // "Sexy" is what the network says of clothed people too: a shop's photos of dresses are welcome.
  return scores.porn + scores.hentai;
}

/** What a tool makes of pictures. */
export interface MadePicture extends Renditions {
  /** What became of the pixels of the product in it. */
  readonly productPixels?: ProductProof | undefined;
  /** What is known of them from before it was saved in this format; absent: they were counted now, or never. */
  readonly measured?: MeasuredFile;
}

/** Whose picture is kept, and how it came to be. */
export interface KeepContext {
  readonly task: ClaimedTask;
  readonly deps: ToolDependencies;
  readonly signal: AbortSignal;
  readonly provenance: Provenance;
}

/** Keeps the one picture that most tools make. */
export const keepPicture = (made: MadePicture, context: KeepContext): Promise<StoredPicture> =>
  storePicture(made, context);

interface FileFormat {
  readonly extension: string;
  readonly contentType: string;
}
const PNG: FileFormat = { extension: 'png', contentType: 'image/png' };
const WEBP: FileFormat = { extension: 'webp', contentType: 'image/webp' };

/** Pictures of test keys are for trying the API, not for use. */
const WATERMARKED: ProvenanceStep = {
  tool: 'watermark',
  effect: 'alter',
  engine: { name: PRODUCT_TITLE, version: PRODUCT_VERSION },
  parameters: { test: true },
};

/**
 * Announces a picture's files, then writes them. Keys carry the attempt: one that lost its task cannot overwrite what another settled with.
 * @param format of the full-size file
 */
export async function storePicture(
  picture: MadePicture,
  given: KeepContext,
  format: FileFormat = PNG,
): Promise<StoredPicture> {
  const isTest = given.task.callTerms?.mode === 'test';
  const context = isTest ? { ...given, provenance: withStep(given.provenance, WATERMARKED) } : given;
  const { task, deps, signal, provenance } = context;
  const { objects, lifecycle } = deps;
  // Nothing that was measured of the product holds for a picture with a word over it.
  const marked: MadePicture = isTest
    ? await deps.engine.run('watermark', { picture: picture.full }, { signal })
    : picture;
  const said = saying(marked, provenance, format);
  const { widthPx, heightPx } = said;
  // Where a product lets its background through everywhere there was nothing to compare, which is no proof.
  const pixels = said.productPixels?.total === 0 ? undefined : said.productPixels;
  // The product was compared in the full size.
  const measured = pixels ? measuredIn(pixels) : said.measured;
  const toSign = [{ bytes: said.full, measured }, { bytes: said.standard }];
  const [fullFile = said.full, standardFile = said.standard] = await signed(toSign, context);
  const full = assetOf(task, 'full', format, fullFile);
  const standard = assetOf(task, 'standard', WEBP, standardFile);
  const heatMap = pixels && assetOf(task, 'heat-map', WEBP, pixels.heatMap);
  await lifecycle.announceAssets([full, standard, ...(heatMap === undefined ? [] : [heatMap])]);
  signal.throwIfAborted();
  // At once: each waits for the disk several times.
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
 * Every file that leaves the server later is written here, so that each says how it came to be whichever way it leaves: by a link, in a
 * ZIP, from history, or to a browser that makes another file of it.
 */
function saying(made: MadePicture, provenance: Provenance, { extension }: FileFormat): MadePicture {
  const packet = xmpPacket({ altText: '', provenance });
  const written = (file: Uint8Array): Uint8Array => Buffer.concat(embedXmp(new Uint8Array(file), packet));
  return {
    ...made,
    // An AVIF was given it when it was encoded.
    full: extension === PNG.extension ? written(made.full) : made.full,
    standard: written(made.standard),
  };
}

/** A file that a browser has written, as it is kept for it to be fetched. */
export interface WrittenFile {
  readonly bytes: Uint8Array;
  readonly format: 'png' | 'jpeg' | 'webp';
  readonly widthPx: number;
  readonly heightPx: number;
  readonly altText: string;
  readonly measured: MeasuredFile | undefined;
}

/** Keeps the file for as long as it takes to fetch it: whoever sent it has it. */
export async function storeFile(
  { bytes, format, widthPx, heightPx, altText, measured }: WrittenFile,
  context: KeepContext,
): Promise<StoredPicture> {
  const { task, deps, signal, provenance } = context;
  const said = Buffer.concat(embedXmp(new Uint8Array(bytes), xmpPacket({ altText, provenance })));
  const [file = said] = await signed([{ bytes: said, measured }], context);
  const extension = format === 'jpeg' ? 'jpg' : format;
  const full = assetOf(task, 'passing', { extension, contentType: `image/${format}` }, file);
  await deps.lifecycle.announceAssets([full]);
  signal.throwIfAborted();
  await deps.objects.write(full.key, file, { contentType: full.contentType });
  return { fullKey: full.key, standardKey: full.key, widthPx, heightPx, provenance };
}

/**
 * With Content Credentials. A picture is worth more than its signature: files that cannot be signed are kept as they are, and the operator reads why.
 */
export async function signed(
  files: readonly FileToSign[],
  { task, deps, signal, provenance }: KeepContext,
): Promise<readonly Uint8Array[]> {
  const { engine, signer, logger } = deps;
  const unsigned = files.map(({ bytes }) => bytes);
  if (!(await isToBeSigned(deps, task.userId, provenance))) return unsigned;
  try {
    const { sign, ...identity } = signer();
    const made = await engine.run('sign', { files, provenance, identity }, { signal, sign });
    return made.files;
  } catch (error) {
    signal.throwIfAborted();
    logger.error({ err: error }, 'a picture was kept without Content Credentials');
    return unsigned;
  }
}

export function assetOf(
  { userId, id: taskId, attempt }: ClaimedTask,
  rendition: NewAsset['rendition'],
  { extension, contentType }: FileFormat,
  bytes: Uint8Array,
  /** Tells several of a rendition apart. */
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
