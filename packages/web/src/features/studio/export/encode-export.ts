/** Renders the export file in the browser: draws the picture into its frame, encodes it and embeds metadata. */
import type { StatedMetadata } from '@packshot/contract/tools/export';
import { asPng } from '../../../lib/files/renditions.ts';
import { multiply } from '../composite/compose.ts';
import { decodeImage, encodeSurface, surface } from '../../../lib/canvas/surface.ts';
import type { Bitmap, Drawable, DrawingContext, Surface } from '../../../lib/canvas/surface.ts';
import { separate } from '../composite/map-pictures.ts';
import { decodeBitmap } from '../documents/bitmap.ts';
import { readProvenance, embedProvenance, stepHere } from '../documents/file-words.ts';
import type { StepHere } from '../documents/file-words.ts';
import { mapBlob, readMaps } from '../documents/map-bitmaps.ts';
import type { Area } from '../model/size.ts';
import type { StagePicture } from '../model/picture.ts';
import { isUnchanged } from './export-frame.ts';
import type { ExportFrame } from './export-frame.ts';
import { UnwritableFormatError } from './unwritable-format.ts';

export interface EncodeOrder {
  readonly picture: StagePicture;
  /**
   * Original file of the picture; its pixels are exported as they are if it is a PNG and the settings change nothing.
   */
  readonly file: Blob;
  readonly frame: ExportFrame;
  readonly ground: string | null;
  /** Whether the picture has transparency, such as a product without a background. */
  readonly isTransparent: boolean;
  readonly mimeType: string;
  /** Encoding quality, from 1 to 100. */
  readonly quality: number;
  readonly metadata: StatedMetadata;
}

/**
 * Renders the export file.
 * @returns a PNG, JPEG or WebP with alternative text and source type
 * @throws UnwritableFormatError; InvalidStateError for a picture that can't be decoded; Error without a canvas
 */
export async function encodeExport(order: EncodeOrder): Promise<Blob> {
  const { picture, file, frame, ground, mimeType } = order;
  // Uses the original file if possible, because a canvas would round the colors of semi-transparent pixels.
  const isSame = file.type === mimeType && mimeType === 'image/png' && isUnchanged(frame, picture);
  const encoded = isSame && ground === null ? file : await encodeDrawing(order);
  return withWords(encoded, file, order.metadata, encoded === file ? null : toStep(order));
}

/** Provenance step of the export. A visible background color counts as placing the product on a color. */
function toStep({ picture, frame, ground, isTransparent, mimeType: format }: EncodeOrder): StepHere {
  const { widthPx, heightPx, area } = frame;
  const isPart = area.widthPx < picture.widthPx || area.heightPx < picture.heightPx || isBeyond(frame);
  // Removing the transparent space around a product doesn't count as a crop.
  const isCropped = isPart && !isTransparent;
  const parameters = { widthPx, heightPx, format, ...(isCropped && { cropped: true }) };
  return ground === null || (!isTransparent && isCovered(frame))
    ? { effect: 'alter', parameters }
    : onColor(ground, parameters);
}

/** Tolerance in pixels when comparing rounded sizes. */
const EDGE_PX = 0.5;

const isCovered = ({ widthPx, heightPx, drawn: { xPx, yPx, ...size } }: ExportFrame): boolean =>
  xPx < EDGE_PX &&
  yPx < EDGE_PX &&
  xPx + size.widthPx > widthPx - EDGE_PX &&
  yPx + size.heightPx > heightPx - EDGE_PX;

const isBeyond = ({ widthPx, heightPx, drawn: { xPx, yPx, ...size } }: ExportFrame): boolean =>
  xPx < -EDGE_PX ||
  yPx < -EDGE_PX ||
  xPx + size.widthPx > widthPx + EDGE_PX ||
  yPx + size.heightPx > heightPx + EDGE_PX;

const onColor = (name: string, parameters: NonNullable<StepHere['parameters']>): StepHere => ({
  effect: 'put-on-color',
  ingredient: { kind: 'color', name },
  parameters,
});

/**
 * Writes a picture as PNG.
 * @param ground sRGB hex drawn behind transparent pixels, or null to keep them transparent
 * @throws InvalidStateError for a picture that can't be decoded; Error without a canvas
 */
export async function writePng(file: Blob, metadata: StatedMetadata, ground: string | null): Promise<Blob> {
  const png = ground === null ? await asPng(file) : await fillBackground(file, ground);
  const typed = png.type === 'image/png' ? png : png.slice(0, png.size, 'image/png');
  return withWords(typed, file, metadata, ground === null ? null : onColor(ground, {}));
}

async function fillBackground(file: Blob, ground: string): Promise<Blob> {
  const image = await decodeImage(file);
  const size = { widthPx: image.width, heightPx: image.height };
  const whole = { xPx: 0, yPx: 0, ...size };
  const frame = { ...size, area: whole, drawn: whole, scale: 1 };
  return encodeSurface(await layOnBackground(image, file, frame, ground), 'image/png');
}

/**
 * Draws a picture on a background, which is visible around it and through its transparent areas. Closes the picture's
 * bitmap.
 */
async function layOnBackground(
  image: Bitmap,
  file: Blob,
  frame: ExportFrame,
  ground: string,
): Promise<ExportSurface> {
  try {
    const parts = await clearParts(image, file, frame);
    if (!parts) return drawnInFrame(image, frame, ground);
    const laid = fillSurface(frame, ground);
    multiply(laid.context, parts.glass.canvas);
    laid.context.drawImage(parts.product.canvas, 0, 0);
    return laid;
  } finally {
    image.close();
  }
}

/**
 * Draws a partly transparent product and its glass layer in the frame.
 * @param file file of the picture
 * @returns null if no area of the product is transparent
 */
export async function clearParts(
  image: Bitmap,
  file: Blob,
  frame: ExportFrame,
): Promise<{ readonly glass: ExportSurface; readonly product: ExportSurface } | null> {
  const { through, coverage } = await readMaps(file);
  if (!through) return null;
  const product = drawnInFrame(image, frame, null);
  const planes = { through: mapBlob(through), coverage: coverage ? mapBlob(coverage) : null };
  const glass = await separate(product, planes, (context, plane) =>
    drawInFrame(context, plane, { ...frame, area: areaOfMap(frame.area, image, plane) }),
  );
  return { glass, product };
}

function areaOfMap(area: Area, image: Bitmap, plane: Bitmap): Area {
  const [across, down] = [plane.width / image.width, plane.height / image.height];
  return {
    xPx: area.xPx * across,
    yPx: area.yPx * down,
    widthPx: area.widthPx * across,
    heightPx: area.heightPx * down,
  };
}

/**
 * Embeds metadata and provenance in a file.
 * @param source file from which it was made, which contains its provenance steps
 * @param step additional step, or null for none
 */
export async function withWords(
  file: Blob,
  source: Blob,
  { altText, digitalSourceType }: StatedMetadata,
  step: StepHere | null,
): Promise<Blob> {
  const before = await readProvenance(source, digitalSourceType);
  return embedProvenance(file, step === null ? before : stepHere(before, 'export', step), altText);
}

async function encodeDrawing({
  picture,
  file,
  frame,
  ground,
  mimeType,
  quality,
}: EncodeOrder): Promise<Blob> {
  const image = await decodeBitmap(picture);
  const whole = await (ground === null ? alone(image, frame) : layOnBackground(image, file, frame, ground));
  const blob = await encodeSurface(whole, mimeType, quality / 100);
  // Browsers return a PNG if they have no encoder for the requested type.
  if (blob.type !== mimeType) throw new UnwritableFormatError(mimeType);
  return blob;
}

function alone(image: Bitmap, frame: ExportFrame): ExportSurface {
  const drawnAlone = drawnInFrame(image, frame, null);
  image.close();
  return drawnAlone;
}

export type ExportSurface = Surface;

/**
 * Draws a picture, or a layer as large as the picture, into the export frame.
 * @throws Error without a canvas
 */
export function drawnInFrame(image: Drawable, frame: ExportFrame, ground: string | null): ExportSurface {
  const laid = fillSurface(frame, ground);
  drawInFrame(laid.context, image, frame);
  return laid;
}

function drawInFrame(
  context: DrawingContext,
  image: Drawable,
  { area, drawn: place }: Pick<ExportFrame, 'area' | 'drawn'>,
): void {
  context.drawImage(
    image,
    area.xPx,
    area.yPx,
    area.widthPx,
    area.heightPx,
    place.xPx,
    place.yPx,
    place.widthPx,
    place.heightPx,
  );
}

/**
 * Canvas of the frame's size, filled with the background.
 * @throws Error without a canvas
 */
export function fillSurface({ widthPx, heightPx }: ExportFrame, ground: string | null): ExportSurface {
  const drawnHere = surface(widthPx, heightPx);
  if (ground !== null) {
    const { context } = drawnHere;
    context.fillStyle = ground;
    context.fillRect(0, 0, widthPx, heightPx);
  }
  return drawnHere;
}
