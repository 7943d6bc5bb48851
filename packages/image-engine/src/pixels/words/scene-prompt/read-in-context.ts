/** Adjusts the meaning of words by their context, after the whole prompt is parsed. */
import type { ColorRequest, UnderstoodPhrase, Want, ScenePromptReading } from './reading.ts';
import { computeChroma } from './color-classes.ts';
import { oklabOfHex } from '../../color/oklab.ts';

/** Parsed prompt that may still be changed. */
interface OpenReading {
  readonly understood: UnderstoodPhrase[];
  readonly wants: Want[];
  readonly colors: ColorRequest[];
}

/** Concepts of the sea; in a prompt with one of them, coral means a reef. */
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
const FOLDABLE: ReadonlySet<string> = new Set([
  'linen',
  'silk',
  'velvet',
  'leather',
  'paper',
  'wool',
  'towel',
]);
const WOODS: ReadonlySet<string> = new Set(['wood', 'oak']);
/** Pattern of words for a table that don't name its material, in all languages. */
const BARE_TABLE =
  /^(?:tables?|table tops?|tische?|mesas?|tavol[oi]|tavolin[oi]|esstische?|tables? basses?)$/i;
/** Pattern of words for folds that don't name a material. */
const FOLDED =
  /^(?:folds|crumpled|rumpled|wrinkled|draped|zerknittert(?:e[mnrs]?)?|froiss[ée]e?s?|arrugad[oa]s?|stropicciat[oaie])$/i;

/** Changes the parsed prompt where the context gives words another meaning. */
export function readInContext(reading: OpenReading): void {
  readCoralAsReef(reading);
  // A table is read as one of wood, unless the prompt names another typical material of tables.
  readAsItsMaterial(reading, 'wood-table', BARE_TABLE, ({ id }) => TABLE_STONES.has(id));
  // Folds are read as folds of fabric, unless the prompt names another material: "crumpled paper".
  readAsItsMaterial(reading, 'fabric', FOLDED, ({ id }) => FOLDABLE.has(id));
}

/** Reads coral as a reef if the prompt has words for the sea; otherwise it is a color. */
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

/** Replaces the default material of words by the material that the prompt names. */
function readAsItsMaterial(
  { understood, wants }: OpenReading,
  id: string,
  words: RegExp,
  isMaterial: (want: Want) => boolean,
): void {
  const material = wants.find((want) => !want.isNegated && isMaterial(want));
  const isOwn = id === 'wood-table' && wants.some((want) => !want.isNegated && WOODS.has(want.id));
  if (material === undefined || isOwn) return;
  for (const [at, want] of wants.entries()) {
    const wantPhrase = understood[want.phrase]?.phrase ?? '';
    if (want.id !== id || want.isNegated || !words.test(wantPhrase)) continue;
    wants[at] = { ...material, phrase: want.phrase };
    understood[want.phrase] = { phrase: wantPhrase, as: understood[material.phrase]?.as ?? material.id };
  }
}

/** Concepts of props that name no thing: they say where the product is, or how sharp the background is. */
const NO_THINGS: ReadonlySet<string> = new Set(['floating', 'bokeh']);

const isThing = ({ id, kind, isNegated }: Want): boolean =>
  !isNegated &&
  !NO_THINGS.has(id) &&
  (kind === 'world' || kind === 'material' || kind === 'prop' || kind === 'season');

/** Concepts of mood that mean a plain background. */
const PLAIN_MOODS: ReadonlySet<string> = new Set(['plain', 'minimal', 'clean']);
/** Concepts of lamps and hooks that only some sets have; naming one asks for such a set. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'rim-light',
  'strip-light',
  'colored-light',
  'spotlight',
  'hanging',
]);
const GRAY_CHROMA = 0.02;

/**
 * Plain background that a prompt implies: "white background", "plain light blue", "on black", "no props". Undefined if
 * the prompt names a place, a material or an object.
 */
export function impliedBackground({
  wants,
  colors,
}: Pick<ScenePromptReading, 'wants' | 'colors'>): Want | undefined {
  if (wants.some(isThing) || wants.some(({ id, isNegated }) => !isNegated && NOT_PLAIN.has(id))) {
    return undefined;
  }
  const moods = wants.filter(({ kind, isNegated }) => kind === 'mood' && !isNegated);
  const isPlainMood = moods.every(({ id }) => PLAIN_MOODS.has(id));
  const plain = moods.find(({ id }) => id === 'plain');
  const isGround = ({ hex, isNegated, meantFor, on }: ColorRequest): boolean => {
    if (isNegated || meantFor !== 'scene') return false;
    if (on.includes('backdrop') || plain !== undefined) return true;
    return on.length === 0 && isPlainMood && computeChroma(oklabOfHex(hex)) < GRAY_CHROMA;
  };
  const bare = isPlainMood ? wants.find(({ id, isNegated }) => isNegated && id === 'props') : undefined;
  const statement = colors.find(isGround) ?? (isPlainMood ? plain : undefined) ?? bare;
  if (statement === undefined) return undefined;
  return { id: 'seamless', kind: 'world', isNegated: false, shade: 0, phrase: statement.phrase };
}
