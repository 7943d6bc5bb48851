/** A Photoshop file with the parts of a picture as layers. Its writer (ag-psd) comes when the first one is made. */
import { readPixels, writePixels } from '../../../lib/canvas/surface.ts';
import type { StatedMetadata } from '@packshot/contract/tools/export';
import { xmpPacket } from '@packshot/image-engine/pixels';
import type { Layer } from 'ag-psd';
import { bitmapOf, blobOf } from '../documents/bitmap.ts';
import { provenanceOf, stepHere } from '../documents/file-words.ts';
import type { Picture } from '../model/picture.ts';
import { composeLayers, multiply } from '../composite/compose.ts';
import type { CompositionOrder } from '../composite/compose.ts';
import { clearParts, drawnInFrame, filled } from './encode-export.ts';
import type { Drawn } from './encode-export.ts';
import type { ExportFrame } from './export-frame.ts';
import { FORMATS } from '../model/export-settings.ts';

/** A layer as a picture of the whole's size. */
export interface PictureLayer {
  readonly name: string;
  readonly picture: Picture;
  /** White where it shows; absent: everywhere. */
  readonly mask?: Picture;
}

export interface PsdOrder {
  /** Bottom first, or what they are composed of. */
  readonly layers: readonly PictureLayer[] | CompositionOrder;
  readonly frame: ExportFrame;
  /** A layer of its own below the others; null: none. */
  readonly ground: string | null;
  readonly metadata: StatedMetadata;
  /** The picture's own file, which knows how it came to be. */
  readonly file: Blob;
}

interface DrawnLayer {
  readonly name: string;
  readonly drawn: Drawn;
  /** It multiplies what is below it; absent: it lies over it. */
  readonly isMultiplied?: boolean;
}

/** @throws InvalidStateError for a picture that cannot be decoded; Error without a canvas */
export async function writePsd({ layers, frame, ground, metadata, file: source }: PsdOrder): Promise<Blob> {
  const { initializeCanvas, writePsd: write } = await import('ag-psd');
  // The writer is given pixels, and needs no canvas.
  initializeCanvas(
    () => {
      throw new Error('The writer needs no canvas.');
    },
    (widthPx, heightPx) => new ImageData(widthPx, heightPx),
  );
  const drawn: DrawnLayer[] = [];
  if (ground !== null) drawn.push({ name: 'Ground', drawn: filled(frame, ground) });
  if ('product' in layers) {
    const { background, shadow, glass, product } = await composeLayers(layers);
    if (background) drawn.push({ name: 'Background', drawn: drawnInFrame(background, frame, null) });
    if (shadow) drawn.push({ name: 'Shadow', drawn: drawnInFrame(shadow, frame, null) });
    if (glass) drawn.push(glassLayer(drawnInFrame(glass, frame, null)));
    drawn.push({ name: 'Product', drawn: drawnInFrame(product, frame, null) });
  } else {
    for (const layer of layers) drawn.push(...(await layersIn(frame, layer, ground)));
  }
  const whole = filled(frame, null);
  for (const layer of drawn) {
    if (layer.isMultiplied) multiply(whole.context, layer.drawn.canvas);
    else whole.context.drawImage(layer.drawn.canvas, 0, 0);
  }
  const file = write(
    {
      width: frame.widthPx,
      height: frame.heightPx,
      imageData: readPixels(whole),
      children: drawn.map((layer): Layer => ({
        name: layer.name,
        imageData: readPixels(layer.drawn),
        ...(layer.isMultiplied && { blendMode: 'multiply' }),
      })),
      imageResources: { xmpMetadata: await psdWords(source, metadata, ground) },
    },
    { trimImageData: true, noBackground: true },
  );
  return new Blob([file], { type: FORMATS.psd.mimeType });
}

/**
 * How its picture came to be, as XMP.
 * @param file of the picture, which knows its steps
 */
export async function psdWords(file: Blob, metadata: StatedMetadata, ground: string | null): Promise<string> {
  const { altText, digitalSourceType } = metadata;
  const before = await provenanceOf(file, digitalSourceType);
  const provenance =
    ground === null
      ? before
      : stepHere(before, 'export', { effect: 'put-on-color', ingredient: { kind: 'color', name: ground } });
  return xmpPacket({ altText, provenance });
}

const glassLayer = (drawn: Drawn): DrawnLayer => ({ name: 'Glass', drawn, isMultiplied: true });

/** @param ground what is seen through the clear parts of a product; null: nothing, and they stay as they are */
async function layersIn(
  frame: ExportFrame,
  layer: PictureLayer,
  ground: string | null,
): Promise<readonly DrawnLayer[]> {
  const { name, picture, mask } = layer;
  const image = await bitmapOf(picture);
  try {
    const file = ground === null || mask ? null : await blobOf(picture);
    const parts = file && (await clearParts(image, file, frame));
    if (parts) return [glassLayer(parts.glass), { name, drawn: parts.product }];
    const drawn = drawnInFrame(image, frame, null);
    if (mask) await showThrough(drawn, frame, mask);
    return [{ name, drawn }];
  } finally {
    image.close();
  }
}

async function showThrough(layer: Drawn, frame: ExportFrame, mask: Picture): Promise<void> {
  const image = await bitmapOf(mask);
  const seen = drawnInFrame(image, frame, '#000');
  image.close();
  const pixels = readPixels(seen);
  // How white the mask is becomes how opaque the layer is.
  for (let at = 0; at < pixels.data.length; at += 4) pixels.data[at + 3] = pixels.data[at] ?? 0;
  writePixels(seen, pixels);
  layer.context.globalCompositeOperation = 'destination-in';
  layer.context.drawImage(seen.canvas, 0, 0);
}
