import type { PictureMetadata } from '@packshot/contract';
import { decodePhoto } from '../codec/decode.ts';
import { encodeAvif as encode, encodeStandardWebp } from '../codec/encode.ts';
import { xmpPacket } from '../pixels/metadata/xmp.ts';
import { stagesOf } from './stages.ts';
import type { ToolContext } from './stages.ts';

export interface EncodeAvifInput {
  /** PNG, JPEG, WebP or HEIC. */
  readonly photo: Uint8Array;
  /** 1 to 100. */
  readonly quality: number;
  readonly metadata: PictureMetadata;
}

export interface EncodeAvifResult {
  /** Full-size AVIF with alpha, sRGB, with XMP. */
  avif: Uint8Array;
  /** WebP with alpha for quick display, longest side at most STANDARD_LONGEST_SIDE_PX. */
  std: Uint8Array;
  widthPx: number;
  heightPx: number;
  stagesMs: Record<string, number>;
}

/** The recipe's stages in order, each with the share of the work that is done when it starts. */
const STAGES = { decode: 0, encode: 0.2 } as const;

/** Decodes an untrusted photo and writes it as AVIF. Throws ImageRefusal for a file at fault, and the signal's reason. */
export async function encodeAvif(
  { photo, quality, metadata }: EncodeAvifInput,
  context: ToolContext,
): Promise<EncodeAvifResult> {
  const { signal, checkpoint } = context;
  const stages = stagesOf(STAGES, context);
  const { image } = await stages.run('decode', () => decodePhoto(photo, signal));
  await checkpoint();
  const [avif, std] = await stages.run('encode', () =>
    Promise.all([encode(image, quality, xmpPacket(metadata)), encodeStandardWebp(image)]),
  );
  const { widthPx, heightPx } = image;
  return { avif, std, widthPx, heightPx, stagesMs: stages.durationsMs };
}
