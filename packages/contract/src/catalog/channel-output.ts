import { CHANNELS } from '../channels/channels.ts';
import type { ChannelId } from '../channels/channels.ts';
import { DEFAULT_NAME_PATTERN } from './file-names.ts';
import type { RecipeOutput } from './recipe.ts';

const USUAL_QUALITY = 90;

/** Recipe output as a channel prefers it. Uses the channel's file names unless another output has the same pattern. */
export function channelOutput(
  id: ChannelId,
  others: readonly RecipeOutput[],
  quality: number = USUAL_QUALITY,
): RecipeOutput {
  const { preferred, fileNames } = CHANNELS[id];
  const pattern = fileNames?.pattern ?? DEFAULT_NAME_PATTERN;
  const isTaken = others.some(({ name_pattern }) => name_pattern === pattern);
  return {
    id,
    width: preferred.widthPx,
    height: preferred.heightPx,
    format: preferred.format,
    quality,
    name_pattern: isTaken ? DEFAULT_NAME_PATTERN : pattern,
  };
}
