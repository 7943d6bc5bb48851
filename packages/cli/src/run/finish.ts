import { createHash } from 'node:crypto';
import type { Provenance } from '@packshot/contract';
import { AVIF_MAX_PIXELS } from '@packshot/contract';
import type { FileToSign, ImageEngine } from '@packshot/image-engine';
import type { openOwnSigner } from '@packshot/image-engine/credentials';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import { RefusalError } from '../refused.ts';
import { toFault } from './outcome.ts';
import type { Format } from './formats.ts';

export interface FileSettings {
  readonly format: Format;
  /** Encoding quality, from 1 to 100. */
  readonly quality: number;
  /** Background color for transparent pixels in a JPEG: `#rrggbb`. */
  readonly ground: string;
  readonly isSigned: boolean;
}

export interface FinishedPicture {
  readonly png: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly provenance: Provenance;
}

const RECIPE_LENGTH = 16;

/** Text that identifies the file settings that affect a file of this format. */
export function fileRecipe({ format, quality, ground, isSigned }: FileSettings): string {
  const settings = {
    format,
    ...(format !== 'png' && { quality }),
    ...(format === 'jpeg' && { ground: ground.toLowerCase() }),
    isSigned,
  };
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, RECIPE_LENGTH);
}

/** Encodes the final file with its provenance metadata. */
export async function encodeFile(
  engine: ImageEngine,
  { png, widthPx, heightPx, provenance }: FinishedPicture,
  { format, quality, ground }: FileSettings,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const metadata = { altText: '', provenance };
  if (format === 'png') return Buffer.concat(embedXmp(new Uint8Array(png), xmpPacket(metadata)));
  if (format === 'avif' && widthPx * heightPx > AVIF_MAX_PIXELS) throw new RefusalError('AVIF_TOO_LARGE');
  const { full } = await engine.run(
    'export',
    { photo: png, isResult: true, format, quality, ground, metadata },
    { signal },
  );
  return full;
}

export type OwnSigner = ReturnType<typeof openOwnSigner>;

export async function signedFile(
  engine: ImageEngine,
  file: FileToSign,
  provenance: Provenance,
  signer: OwnSigner,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { sign, ...identity } = signer();
  const { files } = await engine.run('sign', { files: [file], provenance, identity }, { signal, sign });
  const [signed] = files;
  if (signed === undefined) throw new Error('The signer gave no file');
  return signed;
}

export interface Signing {
  readonly signer: OwnSigner | null;
  /** Shows a warning to the user. */
  readonly warn: (sentence: string) => void;
}

/**
 * Signs a file. If signing fails, returns the unsigned file after a warning, so that the user still gets the picture.
 * @param name file name for the warning about a recipe's file, which then includes the full error
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
