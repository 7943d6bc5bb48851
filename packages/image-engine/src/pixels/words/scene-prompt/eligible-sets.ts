/** Which sets are eligible for a request. */
import type { ScenePromptReading } from './reading.ts';

/**
 * Sets whose relevance is below this share of the best one's are not offered; depends on whether the prompt
 * names objects.
 */
export const ELIGIBLE_FROM = { things: 0.75, moods: 0.45 } as const;

/** These kinds select sets; a mood or a light is available in many. */
const NAMES_SETS: ReadonlySet<string> = new Set(['world', 'material', 'prop', 'season']);

export const namesThings = ({ wants }: ScenePromptReading): boolean =>
  wants.some(({ kind, isNegated }) => !isNegated && NAMES_SETS.has(kind));
