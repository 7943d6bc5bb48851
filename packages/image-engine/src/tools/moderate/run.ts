import { decodeSmall } from '../../codec/decode.ts';
import { MODERATION_SIDE_PX } from '../../models/moderation-session.ts';
import type { ModerationScores } from '../../models/moderation-session.ts';
import type { RgbRaster } from '../../pixels/raster.ts';
import { moderator } from '../networks.ts';
import { stagesOf } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import type { JobContext } from '../tool.ts';

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

export const keeps = [moderator.kept];

export const run = async (input: ModerateInput, context: JobContext): Promise<ModerateResult> =>
  moderate(input, { ...context, network: await moderator.open(context) });

/** The stages in order, each with the share of the work that is done when it starts. */
const STAGES = { decode: 0, score: 0.8 } as const;

/**
 * Two looks at a photo. A smoother one looks more like skin to the network: sand under a starfish and a porcelain vase score 0.81 and 0.78 by the
 * one and 0.20 and 0.47 by the other. What is indecent is so however it was made smaller.
 */
const LOOKS = ['linear', 'lanczos3'] as const;
const SIZE = { widthPx: MODERATION_SIDE_PX, heightPx: MODERATION_SIDE_PX };

/**
 * Says how much an untrusted photo looks like an indecent one, by the more harmless of two looks at it. Throws ImageRefusal (a file's
 * faults) and the signal's reason.
 */
export async function moderate({ photo }: ModerateInput, context: ModerateContext): Promise<ModerateResult> {
  const stages = stagesOf(STAGES, context);
  const looks = await stages.run('decode', () => decodeSmall(photo, SIZE, LOOKS, context.signal));
  const scores = await stages.run('score', async () => {
    const judged: ModerationScores[] = [];
    // One after the other: the network has one thread.
    for (const look of looks) judged.push(await context.network.score(look));
    return judged.reduce((mildest, other) => (indecency(other) < indecency(mildest) ? other : mildest));
  });
  return { scores, stagesMs: stages.durationsMs };
}

const indecency = ({ porn, hentai }: ModerationScores): number => porn + hentai;
