/**
 * Thread that writes Content Credentials into files. It contains the library's memory, which only grows, and the
 * browser APIs that the library expects; both disappear when the thread ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { WasmBuilder } from '@contentauth/c2pa-wasm';
import type { ManifestDefinition } from '../../pixels/file/metadata/manifest.ts';
import { startLibrary } from './start-library.ts';

export interface ToSigner {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly format: string;
  readonly manifest: ManifestDefinition;
  readonly algorithm: string;
  readonly reservedBytes: number;
}

/** Answers of the signer thread: first the claim to be signed, then the signed file; or a failure. */
export type FromSigner =
  | { readonly kind: 'claim'; readonly claim: Uint8Array }
  | { readonly kind: 'signed'; readonly file: Uint8Array<ArrayBuffer>; readonly heldBytes: number }
  | { readonly kind: 'failed'; readonly message: string };

/** Replacement for a browser's blob that can be read synchronously. */
class BytesBlob {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  constructor(bytes: Uint8Array<ArrayBuffer>, type: string) {
    this.bytes = bytes;
    this.type = type;
  }
  get size(): number {
    return this.bytes.length;
  }
  slice(from = 0, to = this.bytes.length): BytesBlob {
    return new BytesBlob(this.bytes.subarray(from, to), this.type);
  }
}

/** Replacement for a browser's file reader that works synchronously, as the library requires. */
class BytesReader {
  readAsArrayBuffer({ bytes }: BytesBlob): ArrayBuffer {
    return bytes.slice().buffer;
  }
}
Object.assign(globalThis, { FileReaderSync: BytesReader });

/** Settings of the library, which disable verification of the written file, network access, and thumbnails. */
const SETTINGS = JSON.stringify({
  verify: { verify_after_sign: false, remote_manifest_fetch: false, ocsp_fetch: false },
  builder: { thumbnail: { enabled: false } },
});

const port = parentPort;
if (port === null) throw new Error('This is a thread, not a program');
const send = (message: FromSigner, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);

const wasm = await startLibrary(workerData);

let signatureArrived: ((signature: Uint8Array<ArrayBuffer>) => void) | undefined;

async function sign({ file, format, manifest, algorithm, reservedBytes }: ToSigner): Promise<void> {
  const builder = WasmBuilder.fromJson(JSON.stringify({ ...manifest, format }), SETTINGS);
  try {
    const signer = {
      alg: algorithm,
      reserveSize: reservedBytes,
      sign: (claim: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
        const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
        signatureArrived = resolve;
        send({ kind: 'claim', claim: claim.slice() });
        return promise;
      },
    };
    const blob = new BytesBlob(file, format) as unknown as Blob;
    const signed = new Uint8Array(await builder.sign(signer, [], format, blob));
    send({ kind: 'signed', file: signed, heldBytes: wasm.memory.buffer.byteLength }, [signed.buffer]);
  } finally {
    builder.free();
  }
}

port.on('message', (message: ToSigner | Uint8Array<ArrayBuffer>) => {
  if (message instanceof Uint8Array) signatureArrived?.(message);
  else sign(message).catch((error: unknown) => send({ kind: 'failed', message: String(error) }));
});
