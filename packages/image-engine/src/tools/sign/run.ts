import { Worker } from 'node:worker_threads';
import type { MeasuredFile, Provenance } from '@packshot/contract';
import { detectImageFormat } from '../../pixels/file/header/probe.ts';
import { createManifest } from '../../pixels/file/metadata/manifest.ts';
import { Cached } from '../cached.ts';
import { createStages } from '../stages.ts';
import type { JobContext } from '../tool.ts';
import { coseSignature, reservedBytes } from './cose.ts';
import { library, openLibrary } from './library.ts';
import type { SigningIdentity } from './cose.ts';
import type { FromSigner, ToSigner } from './signer-thread.ts';

export interface FileToSign {
  /** File to sign: PNG, JPEG, WebP or AVIF without credentials. */
  readonly bytes: Uint8Array;
  /** Results measured on this very file. */
  readonly measured?: MeasuredFile | undefined;
}

export interface SignInput {
  /** Files of one picture, in several formats or sizes. */
  readonly files: readonly FileToSign[];
  readonly provenance: Provenance;
  readonly identity: SigningIdentity;
}

export interface SignResult {
  /** Signed files, in the order of the input. */
  files: Uint8Array[];
  stagesMs: Record<string, number>;
}

const STAGES = { sign: 0 } as const;

/** Memory of the signer thread, including the memory for small files. */
const HELD_BYTES = 30 * 1024 ** 2;
/** Memory above which a signer thread isn't reused. */
const WORTH_KEEPING_BYTES = 48 * 1024 ** 2;
const THREAD = new URL('./signer-thread.ts', import.meta.url);

const signer = new Cached<Worker>(HELD_BYTES, async (thread) => void (await thread.terminate()));
export const keeps = [signer, library];

/** Signs each file. Throws for a file that the library can't write, and the reason of the abort signal. */
export async function run(
  { files, provenance, identity }: SignInput,
  context: JobContext,
): Promise<SignResult> {
  const stages = createStages(STAGES, context);
  const sign = async ({ bytes, measured }: FileToSign): Promise<Uint8Array> => {
    const request = {
      file: new Uint8Array(bytes),
      format: getSignableFormat(bytes),
      manifest: createManifest(provenance, measured),
      algorithm: identity.algorithm,
      reservedBytes: reservedBytes(identity),
    };
    return signedBy(await openSigner(), request, (claim) => coseSignature(claim, identity, context.sign));
  };
  const signed = await stages.run('sign', async () => {
    const signedFiles: Uint8Array[] = [];
    for (const file of files) {
      signedFiles.push(await sign(file));
      await context.checkpoint();
    }
    return signedFiles;
  });
  return { files: signed, stagesMs: stages.durationsMs };
}

async function openSigner(): Promise<Worker> {
  const workerData = await openLibrary();
  return signer.of('signer', async () => new Worker(THREAD, { execArgv: [], workerData }));
}

/** Signs one file in the signer thread. A thread that failed or whose memory has grown isn't reused. */
async function signedBy(
  thread: Worker,
  request: ToSigner,
  requestSignature: (claim: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<FromSigner, { kind: 'signed' }>>();
  const hear = (message: FromSigner): void => {
    if (message.kind === 'signed') resolve(message);
    else if (message.kind === 'failed') reject(new Error(message.message));
    else requestSignature(message.claim).then((signature) => thread.postMessage(signature), reject);
  };
  const rejectEnded = (): void => reject(new Error('The thread that signs has ended'));
  thread.on('message', hear).on('error', reject).on('exit', rejectEnded);
  try {
    thread.postMessage(request, [request.file.buffer]);
    const { file, heldBytes } = await promise;
    if (heldBytes > WORTH_KEEPING_BYTES) await signer.evict();
    return file;
  } catch (error) {
    await signer.evict();
    throw error;
  } finally {
    thread.off('message', hear).off('error', reject).off('exit', rejectEnded);
  }
}

function getSignableFormat(file: Uint8Array): string {
  const format = detectImageFormat(file);
  if (format === null || format === 'heic') {
    throw new Error('Credentials are written into PNG, JPEG, WebP and AVIF alone');
  }
  return `image/${format}`;
}
