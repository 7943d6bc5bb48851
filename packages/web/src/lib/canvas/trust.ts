/** Whether pixels that this thread reads back from a canvas are those that were drawn. */
import { ProtectedCanvasError } from './canvas-errors.ts';

/** Protection may leave out small or plain pictures. */
const SIDES_PX = [16, 64, 300];
/** One of the sizes is also encoded and decoded: protection may apply to files alone. */
const ENCODED_SIDE_PX = 64;

let trusted: Promise<boolean> | undefined;
let isProtected = false;

/** Draws known colors once for each thread and compares. False without a canvas. */
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

/** @throws ProtectedCanvasError where `isReadBackTrue` has found that the browser changes what is read back */
export function assertNotProtected(): void {
  if (isProtected) throw new ProtectedCanvasError('The browser protects what is read back.');
}

/** @throws ProtectedCanvasError where the browser changes what is read back */
export async function assertReadBackTrue(): Promise<void> {
  await isReadBackTrue();
  assertNotProtected();
}

async function compareKnownColors(): Promise<boolean> {
  for (const sidePx of SIDES_PX) {
    const canvas = new OffscreenCanvas(sidePx, sidePx);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return false;
    const known = knownColors(sidePx);
    context.putImageData(known, 0, 0);
    // Drawn beside what was put: some browsers change drawn pixels alone.
    context.fillStyle = DRAWN;
    context.fillRect(0, 0, sidePx / 4, sidePx / 4);
    drawInto(known, sidePx / 4);
    if (!isSame(context.getImageData(0, 0, sidePx, sidePx), known)) return false;
    if (sidePx === ENCODED_SIDE_PX && !isSame(await encodedAgain(canvas), known)) return false;
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

const isSame = (read: ImageData, known: ImageData): boolean =>
  known.data.every((sample, at) => sample === read.data[at]);
