/** Which sets come into question for a wish. */
import type { ScenePromptReading } from './reading.ts';

/** Sets less apt than this share of the best one are not offered: by whether the prompt names things. */
export const APT_FROM = { things: 0.55, moods: 0.45 } as const;

/** Named things ask for sets; a mood or a light can be had in many. */
const NAMES_SETS: ReadonlySet<string> = new Set(['world', 'material', 'prop', 'season']);

export const namesThings = ({ wants }: ScenePromptReading): boolean =>
  wants.some(({ kind, isNegated }) => !isNegated && NAMES_SETS.has(kind));
