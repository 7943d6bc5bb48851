import type { Report } from '@packshot/contract/provenance/credentials-report';
import type { Foreground } from '../model.ts';
import type { ImageEngine } from '@packshot/image-engine';
import type { PresentSigner } from './picture-signer.ts';
import { engineRefusal } from './engine-refusal.ts';

export interface InspectedPicture {
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasTransparency: boolean;
  /** Bounding box of the visible pixels; null without transparency or if nothing is visible. */
  readonly product: Foreground | null;
  /** Fraction of exactly white pixels along the picture's sides, 0 to 1. */
  readonly whiteEdge: number;
  /** Preview as WebP, a few hundred pixels wide. */
  readonly preview: Uint8Array;
  /** Report on the picture's Content Credentials; undefined unless requested. */
  readonly report?: Report;
  /** IPTC digital source type that the file states; null for a plain photo. */
  readonly sourceType: string | null;
}

/**
 * Inspects a picture. Decodes it outside the process that serves requests. Throws DomainError for a file that isn't a
 * picture.
 */
export type InspectPicture = (
  file: Uint8Array,
  options: { readonly readsCredentials: boolean; readonly signal: AbortSignal },
) => Promise<InspectedPicture>;

export interface InspectDependencies {
  readonly engine: () => Promise<ImageEngine>;
  readonly signer: PresentSigner;
}

/**
 * Creates the function that inspects pictures. Runs in the engine's process, because uploaded pictures are untrusted.
 */
export function createPictureInspector({ engine, signer }: InspectDependencies): InspectPicture {
  return async (picture, { readsCredentials, signal }) => {
    const issuer = readsCredentials ? ownIssuer(signer) : undefined;
    const opened = await engine();
    try {
      const {
        format,
        stagesMs: _,
        ...inspection
      } = await opened.run('inspect', { picture, issuer }, { signal });
      return { ...inspection, mediaType: `image/${format}` };
    } catch (error) {
      throw await engineRefusal(error);
    }
  };
}

/**
 * Certificate of our signer's issuer as PEM. Null without signing, or if the issuer also signs for others, whose files
 * would look like ours.
 */
function ownIssuer(signer: PresentSigner): string | null {
  try {
    const { issuer, serialNumber } = signer().knownBy;
    return serialNumber === null ? issuer : null;
  } catch {
    return null;
  }
}
