/** Reads Content Credentials away from the page: files are strangers', and the standard's reader is large. */
import init, { WasmReader } from '@contentauth/c2pa-wasm';
import library from '@contentauth/c2pa-wasm/c2pa.wasm?url';
import { colorDifference, labOf } from '@packshot/image-engine/pixels';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Asked, Answer, Likeness } from './credentials-messages.ts';

/** Nothing is looked up anywhere, whatever a file asks for. */
const VERIFY = { verify_trust: true, remote_manifest_fetch: false, ocsp_fetch: false };

const settingsWith = (root: string | null): string =>
  JSON.stringify({ verify: VERIFY, ...(root !== null && { trust: { user_anchors: root } }) });
/** Smaller differences of a channel come from decoders. */
const SAME_LEVELS = 6;
/** From here on people see a difference side by side. */
const VISIBLE_DELTA_E = 3;

let opened: Promise<unknown> | undefined;

async function read({ file, type, root }: Extract<Asked, { kind: 'read' }>): Promise<string | null> {
  opened ??= init({ module_or_path: library });
  await opened;
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const reader = await WasmReader.fromBytes(type, bytes, settingsWith(root));
    try {
      return reader.json();
    } finally {
      reader.free();
    }
  } catch (error) {
    if (/JumbfNotFound|ProvenanceMissing/.test(String(error))) return null;
    throw error;
  }
}

const hexadecimal = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** How the opaque pixels of a file differ from an original of the same size; null for another size. */
async function compare(file: Blob, original: Blob): Promise<Likeness | null> {
  const [made, from] = await Promise.all([pixelsOf(file), pixelsOf(original)]);
  if (made.width !== from.width || made.height !== from.height) return null;
  let [total, changed] = [0, 0];
  for (let i = 0; i < made.data.length; i += 4) {
    if (made.data[i + 3] !== 255) continue;
    total += 1;
    const [r = 0, g = 0, b = 0] = made.data.subarray(i, i + 3);
    const [r0 = 0, g0 = 0, b0 = 0] = from.data.subarray(i, i + 3);
    if (Math.max(Math.abs(r - r0), Math.abs(g - g0), Math.abs(b - b0)) <= SAME_LEVELS) continue;
    if (colorDifference(labOf(r, g, b), labOf(r0, g0, b0)) > VISIBLE_DELTA_E) changed += 1;
  }
  return { total, changed };
}

async function pixelsOf(file: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws nothing here.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function answerTo(asked: Asked): Promise<Answer> {
  if (asked.kind === 'read') return { kind: 'read', said: await read(asked) };
  const original = hexadecimal(sha256(new Uint8Array(await asked.original.arrayBuffer())));
  // A file that the browser cannot show can still be the one that it began with.
  const likeness = await compare(asked.file, asked.original).catch(() => null);
  return { kind: 'compared', sha256: original, likeness };
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  answerTo(data).then(
    (answer) => postMessage(answer),
    (error: unknown) =>
      postMessage({ kind: 'failed', message: String(error).slice(0, 500) } satisfies Answer),
  );
});
