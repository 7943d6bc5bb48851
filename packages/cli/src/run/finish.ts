import { createHash } from 'node:crypto';
import type { Provenance } from '@packshot/contract';
import { AVIF_MAX_PIXELS } from '@packshot/contract';
import type { FileToSign, ImageEngine } from '@packshot/image-engine';
import type { openOwnSigner } from '@packshot/image-engine/credentials';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import { Refused } from '../refused.ts';
import { toFault } from './outcome.ts';
import type { Format } from './formats.ts';

export interface FileSettings {
  readonly format: Format;
  /** 1 to 100. */
  readonly quality: number;
  /** Of what is transparent, in a JPEG: `#rrggbb`. */
  readonly ground: string;
  /** Whether Content Credentials are asked for. */
  readonly isSigned: boolean;
}

export interface Picture {
  readonly png: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly provenance: Provenance;
}

const RECIPE_LENGTH = 16;

/** Identifies how a file is written, by what changes one of its format. */
export function fileRecipe({ format, quality, ground, isSigned }: FileSettings): string {
  const settings = {
    format,
    ...(format !== 'png' && { quality }),
    ...(format === 'jpeg' && { ground: ground.toLowerCase() }),
    isSigned,
  };
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, RECIPE_LENGTH);
}

/** The file as it leaves: in its format, and saying how it came to be, as the server's files do. */
export async function encodeFile(
  engine: ImageEngine,
  { png, widthPx, heightPx, provenance }: Picture,
  { format, quality, ground }: FileSettings,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const metadata = { altText: '', provenance };
  if (format === 'png') return Buffer.concat(embedXmp(new Uint8Array(png), xmpPacket(metadata)));
  if (format === 'avif' && widthPx * heightPx > AVIF_MAX_PIXELS) throw new Refused('AVIF_TOO_LARGE');
  const { full } = await engine.run(
    'export',
    { photo: png, isResult: true, format, quality, ground, metadata },
    { signal },
  );
  return full;
}

export type PresentSigner = ReturnType<typeof openOwnSigner>;

/** With Content Credentials. */
export async function signedFile(
  engine: ImageEngine,
  file: FileToSign,
  provenance: Provenance,
  signer: PresentSigner,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { sign, ...identity } = signer();
  const { files } = await engine.run('sign', { files: [file], provenance, identity }, { signal, sign });
  const [signed] = files;
  if (signed === undefined) throw new Error('The signer gave no file');
  return signed;
}

export interface Signing {
  /** Null: pictures aren't signed. */
  readonly signer: PresentSigner | null;
  /** Hears of what is no fault of the photo's. */
  readonly warn: (sentence: string) => void;
}

/**
 * A file with Content Credentials; without them, after a warning, where it can't be signed: a picture is worth more than its signature.
 * @param name of a recipe's file: its warning quotes the error in full
 */
export async function signedOrPlain(
  engine: ImageEngine,
  file: FileToSign,
  provenance: Provenance,
  { signer, warn }: Signing,
  signal: AbortSignal,
  name?: string,
): Promise<{ readonly bytes: Uint8Array; readonly isSigned: boolean }> {
  const plain = { bytes: file.bytes, isSigned: false };
  if (signer === null) return plain;
  try {
    return { bytes: await signedFile(engine, file, provenance, signer, signal), isSigned: true };
  } catch (error) {
    signal.throwIfAborted();
    const reason = name === undefined ? toFault(error).detail : undefined;
    warn(`${name ?? 'A picture'} was kept without Content Credentials: ${reason ?? String(error)}`);
    return plain;
  }
}
