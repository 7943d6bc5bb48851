/** Reads Content Credentials in a worker, because files are untrusted and the standard's reader is large. */
import init, { WasmReader } from '@contentauth/c2pa-wasm';
import library from '@contentauth/c2pa-wasm/c2pa.wasm?url';
import { decodeImage, readPixels, surface } from '../../lib/canvas/surface.ts';
import { assertReadBackTrue } from '../../lib/canvas/trust.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { inspectEnvelope } from '@packshot/image-engine/pixels';
import { comparePixels } from './compare-pixels.ts';
import type { DecodedPicture } from './compare-pixels.ts';
import type { CredentialsRequest, CredentialsReply } from './credentials-messages.ts';

/** Settings of the reader; it makes no network requests, whatever a file asks for. */
const VERIFY = { verify_trust: true, remote_manifest_fetch: false, ocsp_fetch: false };

const settingsWith = (root: string | null): string =>
  JSON.stringify({ verify: VERIFY, ...(root !== null && { trust: { user_anchors: root } }) });

let opened: Promise<unknown> | undefined;

async function read({
  file,
  type,
  root,
}: Extract<CredentialsRequest, { kind: 'read' }>): Promise<CredentialsReply> {
  opened ??= init({ module_or_path: library });
  await opened;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const storedCredentials = await saidIn(bytes, type, root);
  return { kind: 'read', credentialsJson: storedCredentials, envelope: inspectEnvelope(bytes) };
}

async function saidIn(bytes: Uint8Array, type: string, root: string | null): Promise<string | null> {
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

async function show(file: Blob): Promise<DecodedPicture> {
  await assertReadBackTrue();
  const bitmap = await decodeImage(file);
  return {
    width: bitmap.width,
    height: bitmap.height,
    pixels: (width, height) => {
      const drawing = surface(width, height, { isRead: true });
      drawing.context.drawImage(bitmap, 0, 0, width, height);
      return readPixels(drawing);
    },
  };
}

async function answerTo(question: CredentialsRequest): Promise<CredentialsReply> {
  if (question.kind === 'read') return read(question);
  const original = hexadecimal(sha256(new Uint8Array(await question.original.arrayBuffer())));
  // Returns the hash even if the browser can't decode the picture, because the hash alone can identify the original.
  const likeness = await comparePixels(question.file, question.original, show);
  return { kind: 'compared', sha256: original, likeness };
}

addEventListener('message', ({ data }: MessageEvent<CredentialsRequest>) => {
  answerTo(data).then(
    (answer) => postMessage(answer),
    (error: unknown) =>
      postMessage({ kind: 'failed', message: String(error).slice(0, 500) } satisfies CredentialsReply),
  );
});
