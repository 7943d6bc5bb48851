import { decodeImage, readPixels, surface } from './surface.ts';

/** Gradient of 64 × 64 pixels in 12 bits, encoded as a studio set's layers are, and its mean color in 8-bit levels. */
const GRADIENT =
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
  'ACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAF4AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRt' +
  'AAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgUBiAAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwwMDAAAABZp' +
  'cG1hAAAAAAAAAAEAAQOBAgMAAABmbWRhdBIACglYFX/9vQENBogyTxeCYwTAAwQTKAAAAADv35GQSmxaQKHzpkA77OK6ESjwmvRP' +
  '6XE28Aur5njBq6jZYrmIgFxZJ+05ouvm68VT0ER02CrtfUGgspCGw7lem4A=';
const MEAN = [128.897, 139.137, 135.323] as const;

let measured: Promise<readonly [number, number, number]> | null = null;

/**
 * Mean levels, of 255, that this browser's decoder takes from red, green and blue of 12-bit pictures. Chromium drops
 * the lowest bits of the chroma instead of rounding them, which would tint a scene's light.
 * @throws CanvasLimitError if the browser can't decode such pictures
 */
export function decoderBias(): Promise<readonly [number, number, number]> {
  measured ??= measure();
  measured.catch(() => (measured = null));
  return measured;
}

async function measure(): Promise<readonly [number, number, number]> {
  const bytes = Uint8Array.from(atob(GRADIENT), (letter) => letter.charCodeAt(0));
  const image = await decodeImage(new Blob([bytes]), { colorSpaceConversion: 'none' });
  const drawing = surface(image.width, image.height, { isRead: true });
  drawing.context.drawImage(image, 0, 0);
  image.close();
  const { data } = readPixels(drawing);
  const pixels = data.length / 4;
  const missingLevels = (channel: 0 | 1 | 2): number => {
    let sum = 0;
    for (let i = channel; i < data.length; i += 4) sum += data[i] ?? 0;
    return MEAN[channel] - sum / pixels;
  };
  return [missingLevels(0), missingLevels(1), missingLevels(2)];
}
