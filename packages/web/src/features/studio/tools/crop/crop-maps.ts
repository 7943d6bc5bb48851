/** Crops the auxiliary maps in a cut-out's file in the same way as the cut-out. */
import { encodeSurface, readPixels, surface, writePixels } from '../../../../lib/canvas/surface.ts';
import { embedAuxiliaryMaps, MAP_MAX_SIDE_PX, MAPS_MAX_BYTES } from '@packshot/image-engine/pixels';
import { bitmapFromMap, mapBlob, readMaps } from '../../documents/map-bitmaps.ts';
import type { MapName } from '../../documents/map-bitmaps.ts';
import { clamp } from '../../model/clamp.ts';
import type { Crop } from '../../model/crop.ts';
import type { PixelSize } from '../../model/size.ts';
import { croppedSize, cropMatrix } from '../../model/crop-matrix.ts';

/** Fill color of each map where a crop extends beyond the picture: no shadow, no transparency, no coverage. */
const NOTHING: Readonly<Record<MapName, string>> = {
  photoShadow: '#fff',
  through: '#808080',
  coverage: '#000',
};

/** Share of the shorter side within which a shadow fades out at an edge where the crop cuts it off. */
const FADE_SHARE = 0.05;

/**
 * Embeds the auxiliary maps of the original file, cropped, in a cropped file.
 * @param cropped file of the crop
 * @param source file that was cropped
 * @returns the file with the cropped maps; the same file if the source has none
 * @throws InvalidStateError if a map can't be decoded; Error without a canvas
 */
export async function withCroppedMaps(
  cropped: Blob,
  source: Blob,
  crop: Crop,
  size: PixelSize,
): Promise<Blob> {
  const planes = Object.entries(await readMaps(source)) as [MapName, Uint8Array<ArrayBuffer>][];
  if (planes.length === 0) return cropped;
  for (let longestPx = MAP_MAX_SIDE_PX; ; longestPx /= 2) {
    const croppedMaps = await Promise.all(
      planes.map(
        async ([name, plane]) =>
          [name, await croppedMap(name, mapBlob(plane), { crop, size, longestPx })] as const,
      ),
    );
    // If the maps exceed the size limit, tries again at a smaller size: grainy maps compress badly.
    if (croppedMaps.reduce((sum, [, { length }]) => sum + length + ENTRY_BYTES, ENTRY_BYTES) > MAPS_MAX_BYTES)
      continue;
    const bytes = new Uint8Array(await cropped.arrayBuffer());
    return new Blob([...embedAuxiliaryMaps(bytes, Object.fromEntries(croppedMaps))], {
      type: cropped.type,
    });
  }
}

/** Largest overhead of a map in a file, in bytes. */
const ENTRY_BYTES = 16;

async function croppedMap(
  name: MapName,
  plane: Blob,
  to: { readonly crop: Crop; readonly size: PixelSize; readonly longestPx: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const { crop, size: picture } = to;
  const image = await bitmapFromMap(plane);
  const size = croppedSize(crop, picture);
  const scale = Math.min(image.width / picture.widthPx, to.longestPx / Math.max(size.widthPx, size.heightPx));
  const widthPx = Math.max(1, Math.round(size.widthPx * scale));
  const heightPx = Math.max(1, Math.round(size.heightPx * scale));
  const drawing = surface(widthPx, heightPx);
  const { context } = drawing;
  context.fillStyle = NOTHING[name];
  context.fillRect(0, 0, widthPx, heightPx);
  context.scale(widthPx / size.widthPx, heightPx / size.heightPx);
  context.transform(...cropMatrix(crop, picture));
  context.drawImage(image, 0, 0, picture.widthPx, picture.heightPx);
  image.close();
  if (name === 'photoShadow') {
    const pixels = readPixels(drawing);
    fadeAtEdges(pixels.data, { widthPx, heightPx });
    writePixels(drawing, pixels);
  }
  const png = await encodeSurface(drawing, 'image/png');
  return new Uint8Array(await png.arrayBuffer());
}

/**
 * Fades a shadow toward the edges, in place.
 * @param data gray, RGBA
 */
export function fadeAtEdges(data: Uint8ClampedArray, { widthPx, heightPx }: PixelSize): void {
  const reachPx = Math.max(1, FADE_SHARE * Math.min(widthPx, heightPx));
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) {
      const edgePx = Math.min(x, widthPx - 1 - x, y, heightPx - 1 - y);
      if (edgePx >= reachPx) continue;
      const at = (y * widthPx + x) * 4;
      const value = 255 - (255 - (data[at] ?? 255)) * clamp(edgePx / reachPx, 0, 1);
      data[at] = data[at + 1] = data[at + 2] = value;
    }
}
