import type { Provenance } from '@packshot/contract';
import type { ArrangedPicture, Arrangement, TestedPicture } from '@packshot/image-engine/pixels';

export type { Arrangement, Length, Sides } from '@packshot/image-engine/pixels';

interface CutOutToArrange {
  readonly picture: Uint8Array;
  readonly provenance: Provenance;
  /** For what a test key has made. */
  readonly test?: TestedPicture | undefined;
}

/** Decodes and draws outside the process that serves requests. */
export interface PictureArranger {
  arrange(
    userId: string,
    cutOut: CutOutToArrange,
    arrangement: Arrangement,
    signal: AbortSignal,
  ): Promise<ArrangedPicture>;
  /** Throws DomainError with the refusal of a picture that does not decode, or that is too large. */
  assertDecodes(picture: Uint8Array, signal: AbortSignal): Promise<void>;
}
