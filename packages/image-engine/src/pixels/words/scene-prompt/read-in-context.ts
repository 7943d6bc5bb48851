/** What words mean beside others, once all of a prompt is read. */
import type { ColorRequest, UnderstoodPhrase, Want, ScenePromptReading } from './reading.ts';
import { chromaOf } from './color-classes.ts';
import { oklabOfHex } from '../../color/oklab.ts';

/** A reading that may still be changed. */
interface OpenReading {
  readonly understood: UnderstoodPhrase[];
  readonly wants: Want[];
  readonly colors: ColorRequest[];
}

/** Among these, coral grows. */
const SEAS: ReadonlySet<string> = new Set(['sea', 'underwater', 'beach', 'shells']);
const TABLE_STONES: ReadonlySet<string> = new Set([
  'marble',
  'terrazzo',
  'stone',
  'slate',
  'concrete',
  'travertine',
  'tiles',
  'glass',
  'metal',
]);
/** Said without its wood, in the languages that are read. */
const BARE_TABLE =
  /^(?:tables?|table tops?|tische?|mesas?|tavol[oi]|tavolin[oi]|esstische?|tables? basses?)$/i;
/** What lies in folds, without what it is of. */
const FOLDED =
  /^(?:folds|crumpled|rumpled|wrinkled|draped|zerknittert(?:e[mnrs]?)?|froiss[ée]e?s?|arrugad[oa]s?|stropicciat[oaie])$/i;

/** Changes a reading where words mean something else beside the others. */
export function readInContext(reading: OpenReading): void {
  readCoralAsReef(reading);
  // A table is of wood, unless something else that tables are made of is asked for: then it is of that.
  readAsItsMaterial(reading, 'wood-table', BARE_TABLE, ({ id }) => TABLE_STONES.has(id));
  // Folds are of fabric, unless something else is in folds: "crumpled paper".
  readAsItsMaterial(reading, 'fabric', FOLDED, ({ id, kind }) => kind === 'material' && id !== 'fabric');
}

/** "Coral" is a color, but a reef among words for the sea. */
function readCoralAsReef({ understood, wants, colors }: OpenReading): void {
  if (!wants.some(({ id, isNegated }) => !isNegated && SEAS.has(id))) return;
  const reefs = colors.filter(
    ({ phrase, on }) => on.length === 0 && /\bcorals?$/i.test(understood[phrase]?.phrase ?? ''),
  );
  for (const color of reefs) {
    const { phrase } = color;
    const words = understood[phrase]?.phrase ?? '';
    colors.splice(colors.indexOf(color), 1);
    understood[phrase] = { phrase: words, as: 'coral reef' };
    wants.push({ id: 'underwater', kind: 'world', isNegated: color.isNegated, shade: 0, phrase });
  }
}

/** Reads words that say nothing of a material as the one that is asked for beside them. */
function readAsItsMaterial(
  { understood, wants }: OpenReading,
  id: string,
  words: RegExp,
  isMaterial: (want: Want) => boolean,
): void {
  const material = wants.find((want) => !want.isNegated && isMaterial(want));
  if (material === undefined) return;
  for (const [at, want] of wants.entries()) {
    const said = understood[want.phrase]?.phrase ?? '';
    if (want.id !== id || want.isNegated || !words.test(said)) continue;
    wants[at] = { ...material, phrase: want.phrase };
    understood[want.phrase] = { phrase: said, as: understood[material.phrase]?.as ?? material.id };
  }
}

const isThing = ({ kind, isNegated }: Want): boolean =>
  !isNegated && (kind === 'world' || kind === 'material' || kind === 'prop' || kind === 'season');

/** Moods that a plain ground has. */
const PLAIN_MOODS: ReadonlySet<string> = new Set(['plain', 'minimal', 'clean']);
/** Lamps that only some sets have: a prompt that names one asks for such a set. */
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
