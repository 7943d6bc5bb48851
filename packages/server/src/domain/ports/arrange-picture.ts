import type { Provenance } from '@packshot/contract';
import type { ArrangedPicture, Arrangement } from '@packshot/image-engine/pixels';

export type { Arrangement, Length, Sides } from '@packshot/image-engine/pixels';

/** Decodes and draws outside the process that serves requests. */
export interface PictureArranger {
  arrange(
    userId: string,
    cutOut: { readonly picture: Uint8Array; readonly provenance: Provenance },
    arrangement: Arrangement,
    signal: AbortSignal,
  ): Promise<ArrangedPicture>;
  /** Throws DomainError with the refusal of a picture that does not decode, or that is too large. */
  assertDecodes(picture: Uint8Array, signal: AbortSignal): Promise<void>;
}
