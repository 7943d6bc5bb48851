/** Checks whether the pixels that this thread reads from a canvas equal those that it drew. */
import { ProtectedCanvasError } from './canvas-errors.ts';

/** Sizes of the test pictures; several, because browsers may not change small or plain pictures. */
const SIDES_PX = [16, 64, 300];
/** Size of the test picture that is also encoded and decoded, because browsers may change only encoded files. */
const ENCODED_SIDE_PX = 64;

let trusted: Promise<boolean> | undefined;
let isProtected = false;

/** Draws known colors, once per thread, and compares the pixels read. False if there is no canvas. */
export function isReadBackTrue(): Promise<boolean> {
  trusted ??= compareKnownColors()
    .catch((error: unknown) => {
      console.warn('The canvas could not be tried.', error);
      return false;
    })
    .then((isTrue) => {
      isProtected = !isTrue;
      return isTrue;
    });
  return trusted;
}

/** @throws ProtectedCanvasError if `isReadBackTrue` has found that the browser changes pixels */
export function assertNotProtected(): void {
  if (isProtected) throw new ProtectedCanvasError('The browser protects what is read back.');
}

/** @throws ProtectedCanvasError if the browser changes pixels that pages read */
export async function assertReadBackTrue(): Promise<void> {
  await isReadBackTrue();
  assertNotProtected();
}

async function compareKnownColors(): Promise<boolean> {
  for (const sidePx of SIDES_PX) {
    const canvas = new OffscreenCanvas(sidePx, sidePx);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return false;
    const testColors = knownColors(sidePx);
    context.putImageData(testColors, 0, 0);
    // Also draws a rectangle, because some browsers change only pixels that were drawn.
    context.fillStyle = DRAWN;
    context.fillRect(0, 0, sidePx / 4, sidePx / 4);
    drawInto(testColors, sidePx / 4);
    if (!isSame(context.getImageData(0, 0, sidePx, sidePx), testColors)) return false;
    if (sidePx === ENCODED_SIDE_PX && !isSame(await encodedAgain(canvas), testColors)) return false;
  }
  return true;
}

const DRAWN = '#336699';
const DRAWN_BYTES = [0x33, 0x66, 0x99, 255];

function knownColors(sidePx: number): ImageData {
  const image = new ImageData(sidePx, sidePx);
  for (let i = 0; i < sidePx * sidePx; i += 1)
    image.data.set([(i * 7) % 256, (i * 13) % 256, Math.floor(i / sidePx) % 256, 255], i * 4);
  return image;
}

function drawInto({ data, width }: ImageData, sidePx: number): void {
  for (let y = 0; y < sidePx; y += 1)
    for (let x = 0; x < sidePx; x += 1) data.set(DRAWN_BYTES, (y * width + x) * 4);
}

async function encodedAgain(canvas: OffscreenCanvas): Promise<ImageData> {
  const bitmap = await createImageBitmap(await canvas.convertToBlob({ type: 'image/png' }));
  const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
  if (!context) throw new Error('The browser has no second canvas.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

const isSame = (read: ImageData, testColors: ImageData): boolean =>
  testColors.data.every((sample, at) => sample === read.data[at]);
