import { decodePhoto } from '../../codec/decode.ts';
import { encodeRenditions } from '../../codec/encode.ts';
import type { Renditions } from '../../codec/encode.ts';
import { watermark } from '../../pixels/file/watermark.ts';
import { createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';

export interface WatermarkInput {
  /** Result picture that this product made. */
  readonly picture: Uint8Array;
}

export interface WatermarkResult extends Renditions {
  stagesMs: Record<string, number>;
}

const STAGES = { decode: 0, encode: 0.3 } as const;

/**
 * Makes the full-size and the display version of a picture with the watermark for test API keys; drops the auxiliary
 * maps.
 */
export async function run({ picture }: WatermarkInput, context: ToolContext): Promise<WatermarkResult> {
  const stages = createStages(STAGES, context);
  const { image } = await stages.run('decode', () => decodePhoto(picture, context.signal));
  await context.checkpoint();
  watermark(image);
  const renditions = await stages.run('encode', () => encodeRenditions(image));
  return { ...renditions, stagesMs: stages.durationsMs };
}
