import type { Provenance } from '@packshot/contract';
import type { TestedPicture } from '@packshot/image-engine/pixels';

export type { ExportLayout, Length, Sides } from '@packshot/image-engine/pixels';

export interface CutOutToCompose {
  readonly picture: Uint8Array;
  readonly provenance: Provenance;
  /** Set if the picture is the result of a test key. */
  readonly test?: TestedPicture | undefined;
}
