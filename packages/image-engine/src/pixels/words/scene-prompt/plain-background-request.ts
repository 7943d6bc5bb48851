import { chromaOf, oklabOfHex } from './color-classes.ts';
import type { ColorRequest, ScenePromptReading, Want } from './reading.ts';

const isThing = ({ kind, isNegated }: Want): boolean =>
  !isNegated && (kind === 'world' || kind === 'material' || kind === 'prop' || kind === 'season');

/** Moods that a plain ground has. */
const PLAIN_MOODS: ReadonlySet<string> = new Set(['plain', 'minimal', 'clean']);
/** Lamps that only some sets have: whoever asks for them asks for such a set. */
const OWN_LAMPS: ReadonlySet<string> = new Set(['rim-light', 'strip-light', 'colored-light', 'spotlight']);
const GRAY_CHROMA = 0.02;

/**
 * The plain ground that a prompt means without naming it: "white background", "plain light blue", "on black",
 * "no props". Undefined where the prompt names a place, a material or a thing.
 */
export function impliedGround({
  wants,
  colors,
}: Pick<ScenePromptReading, 'wants' | 'colors'>): Want | undefined {
  if (wants.some(isThing) || wants.some(({ id, isNegated }) => !isNegated && OWN_LAMPS.has(id))) {
    return undefined;
  }
  const moods = wants.filter(({ kind, isNegated }) => kind === 'mood' && !isNegated);
  const isPlainMood = moods.every(({ id }) => PLAIN_MOODS.has(id));
  const plain = moods.find(({ id }) => id === 'plain');
  const isGround = ({ hex, isNegated, meantFor, on }: ColorRequest): boolean => {
    if (isNegated || meantFor !== 'scene') return false;
    if (on.includes('backdrop') || plain !== undefined) return true;
    return on.length === 0 && isPlainMood && chromaOf(oklabOfHex(hex)) < GRAY_CHROMA;
  };
  const bare = isPlainMood ? wants.find(({ id, isNegated }) => isNegated && id === 'props') : undefined;
  const said = colors.find(isGround) ?? (isPlainMood ? plain : undefined) ?? bare;
  if (said === undefined) return undefined;
  return { id: 'seamless', kind: 'world', isNegated: false, shade: 0, phrase: said.phrase };
}
