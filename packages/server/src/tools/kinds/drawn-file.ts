/**
 * Determines the provenance of a file that a browser has drawn. The browser states which stored pictures the file shows
 * and where. The server verifies this statement and reads the pictures' provenance from its records. It signs one other
 * claim of a client: that the file contains generated content, according to the file's own metadata.
 */
import {
  atLeast,
  digitalSourceFor,
  isGenerated,
  MADE_PICTURE_MAX_BYTES,
  measuredIn,
  putOn,
  PRODUCT_TITLE,
  PRODUCT_VERSION,
  withStep,
} from '@packshot/contract';
import type {
  CountedPixels,
  DrawingMatrix,
  DrawnFrom,
  MeasuredFile,
  Provenance,
  ProvenanceStep,
} from '@packshot/contract';
import type { ImageEngine, ToolResult } from '@packshot/image-engine';
import {
  ALIKE_LEVELS,
  bareFile,
  detectImageFormat,
  marksIn,
  probeImageHeader,
} from '@packshot/image-engine/pixels';
import type { WrittenFile } from '../work/pictures.ts';
import { isResult } from '../work/sources.ts';
import { TaskRefusal } from '../work/task.ts';

interface DrawnFileContext {
  readonly engine: ImageEngine;
  readonly findProvenance: (key: string) => Promise<Provenance>;
  readonly findPixels: (key: string) => Promise<CountedPixels | null>;
  readonly readPhoto: (key: string) => Promise<Uint8Array>;
  readonly readDrawing: (key: string) => Promise<Uint8Array>;
  readonly options: { readonly signal: AbortSignal };
}

interface DrawnFile {
  /** Storage key of the drawn file. */
  readonly imageKey: string;
  /** True to store the file in its own format instead of converting it to AVIF. */
  readonly isKept: boolean;
  readonly drawnFrom: DrawnFrom;
}

/**
 * Maximum fraction of cells (small squares of the file) that differ, among those that show a stated picture. Allows
 * for the encoders with the most loss.
 */
const UNLIKE_MAX_SHARE = 0.0005;
const UNLIKE_ALWAYS = 4;
/** Minimum fraction of cells that show the product; with fewer, the comparison proves nothing. */
const TOP_MIN_SHARE = 0.01;
/**
 * Minimum fraction of matching cells around a product. The others may show a shadow that the browser didn't state, or
 * a larger part of the background.
 */
const REST_MIN_SHARE = 0.4;
/** Maximum number of cells beside a product that are as sharp as the contact line between product and ground. */
const ROUGH_MOST = 60;
/**
 * Number of edge cells below which a product counts as small, and the fraction of its edge cells that may be sharp.
 * Shadows of small products are sharper.
 */
const SMALL_EDGE = 1600;
const ROUGH_FOR_EDGES = 0.16;
/** Maximum fraction of cells that are as dark as the ground directly below a product. */
const DARK_MAX_SHARE = 0.04;
/** Maximum factor by which a picture is enlarged, and maximum ratio of its two directions' factors. */
const ENLARGEMENT_MAX = 20;
const STRETCH_MAX = 1.1;
/** Maximum average color difference, in levels (0 to 255). */
const TINT_MAX_LEVELS = 8;
/**
 * Fraction of differing cells above which the file is moderated like a photo: an area larger than a shadow may show
 * anything.
 */
const SHADOW_MAX_SHARE = 0.2;

const maxUnlikeCells = (cells: number): number => Math.max(UNLIKE_ALWAYS, UNLIKE_MAX_SHARE * cells);

function isRecognized({
  top,
  rest,
  cells,
  edges,
  tint,
  enlargement,
  stretch,
  hasHiddenColors,
}: ToolResult<'recognize'>): boolean {
  return (
    top.cells >= TOP_MIN_SHARE * cells &&
    top.unlike <= maxUnlikeCells(top.cells) &&
    rest.cells - rest.unlike >= REST_MIN_SHARE * rest.cells &&
    rest.other <= maxUnlikeCells(rest.cells) &&
    rest.dark <= DARK_MAX_SHARE * cells &&
    rest.rough <= maxUnlikeCells(rest.cells) + (edges < SMALL_EDGE ? ROUGH_FOR_EDGES * edges : ROUGH_MOST) &&
    tint <= TINT_MAX_LEVELS &&
    !hasHiddenColors &&
    enlargement <= ENLARGEMENT_MAX &&
    stretch <= STRETCH_MAX
  );
}

/**
 * Verifies a drawn file and determines its provenance.
 * @throws TaskRefusal FILE_NOT_RECOGNIZED; ImageRefusal for an invalid file
 */
export async function drawnBy(
  context: DrawnFileContext,
  { imageKey, isKept, drawnFrom }: DrawnFile,
): Promise<{ readonly provenance: Provenance; readonly file: Omit<WrittenFile, 'altText'> }> {
  const { engine, findProvenance, findPixels, readPhoto, readDrawing, options } = context;
  const { pictures, ground } = drawnFrom;
  const sentFile = await readDrawing(imageKey);
  const format = detectImageFormat(sentFile);
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp')
    throw new TaskRefusal('FILE_NOT_RECOGNIZED');
  // A result is used as it is. A photo is compared like any other file, so that its metadata about people and places is
  // removed.
  if (isResult(imageKey) && pictures.some(({ key }) => key === imageKey)) {
    const { widthPx, heightPx } = probeImageHeader(sentFile, sentFile.length, MADE_PICTURE_MAX_BYTES);
    const counted = await findPixels(imageKey);
    return {
      provenance: await findProvenance(imageKey),
      file: {
        bytes: sentFile,
        format,
        widthPx,
        heightPx,
        measured: counted ? measuredIn(counted) : undefined,
      },
    };
  }
  const bytes = bareFile(new Uint8Array(sentFile));
  const drawnPictures: { bytes: Uint8Array; matrix: DrawingMatrix; isOwn: boolean }[] = [];
  for (const { key, matrix } of pictures)
    drawnPictures.push({ bytes: await readPhoto(key), matrix, isOwn: isResult(key) });
  const recognition = await engine.run(
    'recognize',
    { file: bytes, pictures: drawnPictures, ground: ground === undefined ? null : parseColor(ground) },
    options,
  );
  const { top, rest, cells, widthPx, heightPx } = recognition;
  const alike = top.cells - top.unlike + rest.cells - rest.unlike;
  if (!isRecognized(recognition)) throw new TaskRefusal('FILE_NOT_RECOGNIZED');
  if (rest.unlike > SHADOW_MAX_SHARE * cells) await readPhoto(imageKey);
  const chains: Provenance[] = [];
  for (const { key } of pictures) chains.push(await findProvenance(key));
  const parameters = {
    widthPx,
    heightPx,
    ...(isKept && { format: `image/${format}` }),
    ...(recognition.isCropped && { cropped: true }),
  };
  const provenance = after(chains, rest.cells === 0 ? undefined : ground, parameters);
  const stated = marksIn(sentFile);
  return {
    // If the file claims to contain generated content, the claim is included, because areas that weren't compared may
    // contain some.
    provenance: stated.contents.some(isGenerated)
      ? atLeast(provenance, digitalSourceFor(stated))
      : provenance,
    file: {
      bytes,
      format,
      widthPx,
      heightPx,
      measured: {
        ...(await productIn(recognition, pictures, findPixels)),
        comparedShare: roundShare(alike / cells),
      },
    },
  };
}

/**
 * Facts about the product in a file. At the product's original size, they come from a comparison of pixels. Otherwise
 * they come from the earlier pixel count, or from the comparison of cells.
 */
async function productIn(
  { product, isTopWhole, top, cellSidePx }: ToolResult<'recognize'>,
  [shownPicture]: DrawnFrom['pictures'],
  findPixels: DrawnFileContext['findPixels'],
): Promise<MeasuredFile> {
  if (product !== null) return measuredIn({ ...product, comparedWith: 'cut-out', light: null });
  if (!isTopWhole) {
    const { cells: total, unlike: changed } = top;
    return { productSquares: { total, changed, sidePx: hundredths(cellSidePx), levels: ALIKE_LEVELS } };
  }
  const counted = shownPicture === undefined ? null : await findPixels(shownPicture.key);
  return counted === null ? {} : { ...measuredIn(counted), countedOn: 'source' };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/**
 * Builds the provenance of the file: the pictures' provenance, and the steps that created the file.
 * @param color background color, if visible
 */
function after(
  [product, ground]: readonly Provenance[],
  color: string | undefined,
  parameters: NonNullable<ProvenanceStep['parameters']>,
): Provenance {
  if (product === undefined) throw new RangeError('A file is drawn from one picture at least.');
  const engine = { name: PRODUCT_TITLE, version: PRODUCT_VERSION };
  const step = { tool: 'export', engine, parameters };
  if (ground !== undefined) {
    const ingredient = { kind: 'picture', name: digitalSourceFor(ground) } as const;
    return putOn(product, ground, { ...step, effect: 'put-on-picture', ingredient });
  }
  if (color === undefined) return withStep(product, { ...step, effect: 'alter' });
  const ingredient = { kind: 'color', name: color } as const;
  return withStep(product, { ...step, effect: 'put-on-color', ingredient });
}

function parseColor(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** Rounds down, so that a file with any difference never counts as identical. */
const roundShare = (share: number): number => Math.floor(share * 1000) / 1000;
