import type { Report } from '@packshot/contract/provenance/credentials-report';
import type { Foreground } from '../model.ts';

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
