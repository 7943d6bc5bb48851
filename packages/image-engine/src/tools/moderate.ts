import { decodeSmall } from '../codec/decode.ts';
import { MODERATION_SIDE_PX } from '../models/moderation-session.ts';
import type { ModerationScores } from '../models/moderation-session.ts';
import type { RgbRaster } from '../pixels/raster.ts';
import { stagesOf } from './stages.ts';
import type { ToolContext } from './stages.ts';

export interface ModerateInput {
  /** PNG, JPEG, WebP or HEIC. */
  readonly photo: Uint8Array;
}

export interface ModerateResult {
  scores: ModerationScores;
  stagesMs: Record<string, number>;
}

export interface ModerateContext extends ToolContext {
  readonly network: { score(picture: RgbRaster): Promise<ModerationScores> };
}

/** The recipe's stages in order, each with the share of the work that is done when it starts. */
const STAGES = { decode: 0, score: 0.8 } as const;

/** Says how much an untrusted photo looks like an indecent one. Throws ImageRefusal (a file's faults) and the signal's reason. */
export async function moderate({ photo }: ModerateInput, context: ModerateContext): Promise<ModerateResult> {
  const stages = stagesOf(STAGES, context);
  const picture = await stages.run('decode', () =>
    decodeSmall(photo, MODERATION_SIDE_PX, MODERATION_SIDE_PX, context.signal),
  );
  const scores = await stages.run('score', () => context.network.score(picture));
  return { scores, stagesMs: stages.durationsMs };
}
