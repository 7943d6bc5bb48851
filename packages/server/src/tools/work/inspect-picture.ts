import type { Report } from '@packshot/contract/provenance/credentials-report';
import type { Foreground } from '../model.ts';
import type { ImageEngine } from '@packshot/image-engine';
import type { PresentSigner } from './picture-signer.ts';
import { engineRefusal } from './engine-refusal.ts';

/** What a picture's pixels and its header say. */
export interface InspectedPicture {
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasTransparency: boolean;
  /** What is not transparent; null where everything is, or nothing. */
  readonly product: Foreground | null;
  /** Of the pixels along the sides: how many are exactly white, 0 to 1. */
  readonly whiteEdge: number;
  /** WebP, a few hundred pixels. */
  readonly preview: Uint8Array;
  /** What its Content Credentials say; absent: nobody asked. */
  readonly report?: Report;
  /** IPTC digital source type, by what the file states; null: nothing but that it is a photo. */
  readonly sourceType: string | null;
}

/** Decodes outside the process that serves requests. Throws DomainError for a file that is no picture. */
export type InspectPicture = (
  file: Uint8Array,
  options: { readonly readsCredentials: boolean; readonly signal: AbortSignal },
) => Promise<InspectedPicture>;

export interface InspectDependencies {
  readonly engine: () => Promise<ImageEngine>;
  readonly signer: PresentSigner;
}

/** In the engine's own process, because pictures are strangers'. */
export function createPictureInspector({ engine, signer }: InspectDependencies): InspectPicture {
  return async (picture, { readsCredentials, signal }) => {
    const issuer = readsCredentials ? ownIssuer(signer) : undefined;
    const opened = await engine();
    try {
      const { format, stagesMs: _, ...seen } = await opened.run('inspect', { picture, issuer }, { signal });
      return { ...seen, mediaType: `image/${format}` };
    } catch (error) {
      throw await engineRefusal(error);
    }
  };
}

/** PEM; null where nothing is signed, or by somebody who issues to others, too: those files would look like ours. */
function ownIssuer(signer: PresentSigner): string | null {
  try {
    const { issuer, serialNumber } = signer().knownBy;
    return serialNumber === null ? issuer : null;
  } catch {
    return null;
  }
}
