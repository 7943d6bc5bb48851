import { createHash } from 'node:crypto';
import type { MeasuredProduct, Provenance } from '@packshot/contract';
import type { ProductProof, Renditions } from '@packshot/image-engine';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import type { NewAsset } from '../domain/generations/asset-store.ts';
import type { ClaimedTask, StoredPicture } from '../domain/generations/model.ts';
import { ObjectNotFoundError } from '../domain/ports/object-store.ts';
import { TaskRefusal } from './task.ts';
import type { ToolDependencies } from './task.ts';

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
  { engine }: ToolDependencies,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<number> {
  const { scores } = await engine.run('moderate', { photo: bytes }, { signal });
  // "Sexy" is what the network says of clothed people too: a shop's photos of dresses are welcome.
  return scores.porn + scores.hentai;
}

/** What a tool makes of pictures. */
interface MadePicture extends Renditions {
  /** What became of the pixels of the product in it. */
  readonly productPixels?: ProductProof | undefined;
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

/**
 * Announces a picture's files, then writes them. Keys carry the attempt: one that lost its task cannot overwrite what another settled with.
 * @param format of the full-size file
 */
export async function storePicture(
  picture: MadePicture,
  context: KeepContext,
  format: FileFormat = PNG,
): Promise<StoredPicture> {
  const { task, deps, signal, provenance } = context;
  const { objects, lifecycle } = deps;
  const made = await signed(saying(picture, provenance, format), context);
  const full = assetOf(task, 'full', format, made.full);
  const standard = assetOf(task, 'standard', WEBP, made.standard);
  const { productPixels: pixels } = made;
  const heatMap = pixels && assetOf(task, 'heat-map', WEBP, pixels.heatMap);
  await lifecycle.announceAssets([full, standard, ...(heatMap === undefined ? [] : [heatMap])]);
  signal.throwIfAborted();
  await objects.write(standard.key, made.standard, { contentType: standard.contentType });
  await objects.write(full.key, made.full, { contentType: full.contentType });
  const { widthPx, heightPx } = made;
  const stored = { fullKey: full.key, standardKey: standard.key, widthPx, heightPx, provenance };
  if (heatMap === undefined || pixels === undefined) return stored;
  await objects.write(heatMap.key, pixels.heatMap, { contentType: heatMap.contentType });
  const { total, changed, worstDeltaE } = pixels;
  return { ...stored, productPixels: { total, changed, worstDeltaE, heatMapKey: heatMap.key } };
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

/**
 * With Content Credentials. A picture is worth more than its signature: one that cannot be signed is kept as it is, and the operator reads why.
 */
async function signed(
  made: MadePicture,
  { task, deps, signal, provenance }: KeepContext,
): Promise<MadePicture> {
  const { engine, signer, signsPictures, logger } = deps;
  // The law asks for the mark of what was generated.
  const isGenerated = provenance.contents.some((content) => content.startsWith('generated'));
  if (!isGenerated && !(await signsPictures(task.userId))) return made;
  try {
    const { sign, ...identity } = signer();
    const { files } = await engine.run(
      'sign',
      {
        // The product was compared in the full size.
        files: [{ bytes: made.full, product: measuredOf(made.productPixels) }, { bytes: made.standard }],
        provenance,
        identity,
      },
      { signal, sign },
    );
    const [full = made.full, standard = made.standard] = files;
    return { ...made, full, standard };
  } catch (error) {
    signal.throwIfAborted();
    logger.error({ err: error }, 'a picture was kept without Content Credentials');
    return made;
  }
}

const measuredOf = (proof: ProductProof | undefined): MeasuredProduct | undefined =>
  proof && {
    productPixels: proof.total,
    productPixelsChanged: proof.changed,
    productWorstDeltaE: proof.worstDeltaE,
  };

function assetOf(
  { userId, id: taskId, attempt }: ClaimedTask,
  rendition: NewAsset['rendition'],
  { extension, contentType }: FileFormat,
  bytes: Uint8Array,
): NewAsset {
  return {
    key: `results/${userId}/${taskId}/${attempt}-${rendition}.${extension}`,
    userId,
    taskId,
    attempt,
    rendition,
    contentType,
    sizeBytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
