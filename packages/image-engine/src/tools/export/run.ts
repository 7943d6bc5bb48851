import type { PictureMetadata } from '@packshot/contract';
import { decodePhoto } from '../../codec/decode.ts';
import { encodeAvif, encodeStandardWebp } from '../../codec/encode.ts';
import type { Renditions } from '../../codec/encode.ts';
import { xmpPacket } from '../../pixels/metadata/xmp.ts';
import { stagesOf } from '../stages.ts';
import type { ToolContext } from '../stages.ts';

export interface ExportInput {
  /** PNG, JPEG, WebP or HEIC. */
  readonly photo: Uint8Array;
  /** 1 to 100. */
  readonly quality: number;
  readonly metadata: PictureMetadata;
}

/** The full size is an AVIF with XMP. */
export interface ExportResult extends Renditions {
  stagesMs: Record<string, number>;
}

/** The stages in order, each with the share of the work that is done when it starts. */
const STAGES = { decode: 0, encode: 0.2 } as const;

/** Decodes an untrusted photo and writes it as AVIF. Throws ImageRefusal for a file at fault, and the signal's reason. */
export async function run(
  { photo, quality, metadata }: ExportInput,
  context: ToolContext,
): Promise<ExportResult> {
  const { signal, checkpoint } = context;
  const stages = stagesOf(STAGES, context);
  const { image } = await stages.run('decode', () => decodePhoto(photo, signal));
  await checkpoint();
  const [full, standard] = await stages.run('encode', () =>
    Promise.all([encodeAvif(image, quality, xmpPacket(metadata)), encodeStandardWebp(image)]),
  );
  const { widthPx, heightPx } = image;
  return { full, standard, widthPx, heightPx, stagesMs: stages.durationsMs };
}
