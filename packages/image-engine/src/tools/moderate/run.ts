import { decodeSmall } from '../../codec/decode.ts';
import type { ModerationScores } from '../../models/moderation-session.ts';
import type { RgbRaster } from '../../pixels/raster/raster.ts';
import { moderator } from '../networks.ts';
import { createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import type { JobContext } from '../tool.ts';
import { FRAMED_LOOKS, LOOKED_AT_SIDE_PX, LOOKS } from './views.ts';

export interface ModerateInput {
  readonly photo: Uint8Array;
}

export interface ModerateResult {
  scores: ModerationScores;
  stagesMs: Record<string, number>;
}

export interface ModerateContext extends ToolContext {
  readonly network: { score(picture: RgbRaster): Promise<ModerationScores> };
}

export const keeps = [moderator.cache];

export const run = async (input: ModerateInput, context: JobContext): Promise<ModerateResult> =>
  moderate(input, { ...context, network: await moderator.open(context) });

const STAGES = { decode: 0, score: 0.8 } as const;

const SIZE = { widthPx: LOOKED_AT_SIDE_PX, heightPx: LOOKED_AT_SIDE_PX };
/** Score below which a photo is accepted as harmless; most photos have less than a tenth of it. */
const DOUBTFUL = 0.35;
/** Number of variants with a harmless score that are ignored; all others must agree that a photo is indecent. */
const DISSENTERS = 1;
/**
 * Score below which a photo counts as a texture if it is below it in every frame. Tested textures were below 0.12,
 * indecent drawings without grain above 0.8.
 */
const TEXTURE_BELOW = 0.2;

/**
 * Scores how indecent an untrusted photo looks. The network's score of a harmless photo depends on how it is
 * downscaled and cropped, and whether it has colors other than skin. Therefore, if the first score is doubtful, other
 * variants of the photo must agree with it.
 * @throws ImageRefusal for an invalid file
 * @throws the signal's reason
 */
export async function moderate({ photo }: ModerateInput, context: ModerateContext): Promise<ModerateResult> {
  const stages = createStages(STAGES, context);
  const smallPhoto = await stages.run('decode', () => decodeSmall(photo, SIZE, context.signal));
  const scores = await stages.run('score', () => judge(smallPhoto, context));
  return { scores, stagesMs: stages.durationsMs };
}

async function judge(photo: RgbRaster, { network, checkpoint }: ModerateContext): Promise<ModerationScores> {
  const judged: ModerationScores[] = [];
  for (const look of LOOKS) {
    // Scores one variant after another, because the first score often suffices.
    judged.push(await network.score(look(photo)));
    if (indecency(judged[0]) < DOUBTFUL) return judged[0];
    await checkpoint();
  }
  const agreed = mildestFirst(judged)[DISSENTERS];
  if (indecency(agreed) < DOUBTFUL) return agreed;
  const inFrames: ModerationScores[] = [];
  for (const look of FRAMED_LOOKS) {
    inFrames.push(await network.score(look(photo)));
    if (indecency(inFrames[inFrames.length - 1]) >= TEXTURE_BELOW) return agreed;
    await checkpoint();
  }
  return mildestFirst(inFrames)[FRAMED_LOOKS.length - 1];
}

const indecency = ({ porn, hentai }: ModerationScores): number => porn + hentai;

const mildestFirst = (judged: readonly ModerationScores[]): ModerationScores[] =>
  judged.toSorted((a, b) => indecency(a) - indecency(b));
