import { DESCRIPTION_MAX_LENGTH } from '@packshot/contract';
import { readColor } from '../../color/color-names.ts';
import { hashText } from '../../raster/random.ts';
import { oklabOfHex } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import { FINISH_WORDS, USE_WORDS } from '../scene-prompt/product-words.ts';
import type { ProductTrait } from '../scene-prompt/product-words.ts';
import { SCENES } from '../scene-prompt/scenes.ts';
import { kindIn } from './kinds-of-products.ts';
import type { KindOfProduct } from './kinds-of-products.ts';
import type { Scene } from '../scene-prompt/scenes.ts';

interface AssistedPrompt {
  /** Prompt of a scene that suits the product. */
  readonly prompt: string;
  /** Three more prompts, which clearly differ from the first prompt and from each other. */
  readonly suggestions: readonly [string, string, string];
}

/**
 * Suggests a scene for a described product, and three alternatives: places where such a product is typically shown,
 * colors that match or contrast with its own, light that suits its material. Equal descriptions give equal prompts.
 * Every word of a prompt comes from our lexicon: the description is only searched for known words, never copied.
 */
export function describeToPrompt(description: string): AssistedPrompt {
  const product = readDescription(description);
  const ranked = SCENES.map((scene) => ({ scene, score: scoreScene(scene, product) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ scene }) => scene);
  const selectedScenes = chooseDiffering(ranked);
  const grounds = backgroundsFor(product);
  const [prompt, ...others] = selectedScenes.map((scene, index) => toPhrase(scene, index, product, grounds));
  const [first, second, third] = others;
  if (prompt === undefined || first === undefined || second === undefined || third === undefined) {
    throw new RangeError('The lexicon has too few groups of scenes');
  }
  return { prompt, suggestions: [first, second, third] };
}

interface DescribedProduct {
  /** Colors in order of mention, in Oklab. */
  readonly colors: readonly Triple[];
  readonly traits: ReadonlySet<ProductTrait>;
  readonly kind: KindOfProduct | undefined;
  /** Words of the description without quotations, with a space around each. */
  readonly text: string;
  /** Integer that depends only on the description. */
  readonly variation: number;
}

const TRAITS = Object.entries({ ...USE_WORDS, ...FINISH_WORDS }) as [ProductTrait, readonly string[]][];

function readDescription(description: string): DescribedProduct {
  const text = foldAccents(description.slice(0, DESCRIPTION_MAX_LENGTH));
  const words = withoutQuotes(text).match(/[a-z]+(?:-[a-z]+)*/g) ?? [];
  const set = new Set(words);
  return {
    colors: colorsIn(words),
    traits: new Set(
      TRAITS.filter(([, signs]) => signs.some((sign) => set.has(sign))).map(([trait]) => trait),
    ),
    kind: kindIn(` ${words.join(' ')} `),
    text: ` ${words.join(' ')} `,
    variation: hashText(text),
  };
}

const foldAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Removes quotations, because text printed on the product isn't a request: "Ocean Club" doesn't ask for the sea. An
 * unclosed quotation extends to the end of the text.
 */
function withoutQuotes(text: string): string {
  return text.replace(/[“"„«][^”"“»]*(?:[”"“»]|$)/g, ' ');
}

function colorsIn(words: readonly string[]): Triple[] {
  const colors: Triple[] = [];
  for (let i = 0; i < words.length; i++) {
    const pair = readColor(words.slice(i, i + 2));
    const isPair = pair !== undefined && words.length > i + 1;
    const color = isPair ? pair : readColor(words.slice(i, i + 1));
    if (color === undefined) continue;
    colors.push(oklabOfHex(color.hex));
    if (isPair) i++;
  }
  return colors;
}

const WEIGHT = {
  trait: 0.8,
  kind: 1.8,
  kindRank: 0.15,
  otherKind: 0.8,
  season: 3,
  noReason: 0.5,
  harmony: 1,
  contrast: 0.8,
  variation: 0.12,
} as const;
/** Traits of appearance, which any product may have; traits of a product's use have a higher weight. */
const FINISHES: ReadonlySet<ProductTrait> = new Set([
  'glossy',
  'matte',
  'metallic',
  'textured',
  'transparent',
]);
const FINISH_WEIGHT = 0.35;

function scoreScene(scene: Scene, { colors, traits, kind, text, variation }: DescribedProduct): number {
  let score = kindScore(scene, kind);
  for (const trait of traits) {
    if (scene.suits.includes(trait)) score += FINISHES.has(trait) ? FINISH_WEIGHT : WEIGHT.trait;
  }
  const inSeason = scene.seasons.some((season) => text.includes(` ${season} `));
  if (inSeason) score += WEIGHT.season;
  const used =
    kind?.families.includes(scene.family) === true ||
    scene.suits.some((trait) => traits.has(trait) && !FINISHES.has(trait));
  if (scene.needsReason === true && !inSeason && !used) score -= WEIGHT.noReason;
  score += colorScore(scene, colors);
  // Varies the scene between similar products, but not enough to prefer an unsuitable scene.
  return score + WEIGHT.variation * ((hashText(`${scene.family} ${variation}`) % 1000) / 1000);
}

/**
 * Score of a scene for this kind of product: higher for families of sets that the kind lists earlier, low for other
 * families.
 */
function kindScore({ family }: Scene, kind: KindOfProduct | undefined): number {
  if (kind === undefined) return 0;
  const rank = kind.families.indexOf(family);
  return rank < 0 ? -WEIGHT.otherKind : WEIGHT.kind - WEIGHT.kindRank * rank;
}

/** Weight of the product's second color relative to its first. */
const SECOND_COLOR = 0.6;

/** Score of the scene's main color beside the product's first two colors. */
function colorScore(scene: Scene, [first, second]: readonly Triple[]): number {
  const ground = readColor((scene.colors[0] ?? '').split(' '));
  if (first === undefined || ground === undefined) return 0;
  const color = oklabOfHex(ground.hex);
  const scoreOnBackground = (product: Triple): number =>
    WEIGHT.harmony * harmony(product, color) + WEIGHT.contrast * contrast(product, color);
  if (second === undefined) return scoreOnBackground(first);
  return (scoreOnBackground(first) + SECOND_COLOR * scoreOnBackground(second)) / (1 + SECOND_COLOR);
}

const GRAY_CHROMA = 0.035;

/**
 * Harmony of two colors, from 0 to 1: hues next to or opposite the product's hue score highest. Gray goes with any
 * hue; a colorful scene for a gray product scores higher than a gray scene for a colorful product.
 */
function harmony([, a1, b1]: Triple, [, a2, b2]: Triple): number {
  const [first, second] = [Math.hypot(a1, b1), Math.hypot(a2, b2)];
  if (first < GRAY_CHROMA) return second < GRAY_CHROMA ? 0.4 : 0.8;
  if (second < GRAY_CHROMA) return 0.6;
  const turn = Math.abs(Math.atan2(b1, a1) - Math.atan2(b2, a2)) * (180 / Math.PI);
  const apart = turn > 180 ? 360 - turn : turn;
  if (apart <= 45) return 0.8;
  return apart >= 140 ? 1 : 0.3;
}

/**
 * Contrast of two colors, from 0 to 1: a product in front of its own color would be hard to see. Contrast beyond half
 * the distance from black to white doesn't raise the score.
 */
const contrast = ([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number =>
  Math.min(1, Math.hypot(l1 - l2, a1 - a2, b1 - b2) / 0.45);

/** Best four scenes that have different groups and main colors. */
function chooseDiffering(ranked: readonly Scene[]): Scene[] {
  const selectedScenes: Scene[] = [];
  for (const scene of ranked) {
    const alike = selectedScenes.some(
      ({ group, colors }) => group === scene.group || colors[0] === scene.colors[0],
    );
    if (!alike) selectedScenes.push(scene);
    if (selectedScenes.length === 4) break;
  }
  return selectedScenes;
}

/**
 * Groups and materials of scenes whose walls, cloths and papers can have any color. Scenes of metal, nature and homes
 * have fixed colors.
 */
const PAINTED_GROUPS: ReadonlySet<Scene['group']> = new Set(['studio', 'stage', 'fabric']);
const PAINTED_MATERIALS = ['plaster', 'velvet', 'silk', 'paper', 'terrazzo'] as const;
const isPainted = ({ group, materials }: Scene): boolean =>
  PAINTED_GROUPS.has(group) && PAINTED_MATERIALS.some((material) => materials.includes(material));
/** Muted background colors for scenes that can have any color, so that the product stands out. */
export const GROUND_COLORS = [
  'cream',
  'beige',
  'sand',
  'blush',
  'peach',
  'terracotta',
  'sage',
  'forest green',
  'powder blue',
  'slate',
  'navy',
  'burgundy',
  'lavender',
  'mustard',
  'teal',
  'anthracite',
] as const;

/** Background colors that suit a product, the best first; empty if the product's color is unknown. */
function backgroundsFor({ colors: [first, second], variation }: DescribedProduct): string[] {
  if (first === undefined) return [];
  const fit = (name: string): number => {
    const ground = oklabOfHex(readColor(name.split(' '))?.hex ?? '#808080');
    const one = (product: Triple): number =>
      WEIGHT.harmony * harmony(product, ground) + WEIGHT.contrast * contrast(product, ground);
    const vary = WEIGHT.variation * ((hashText(`${name} ${variation}`) % 1000) / 1000);
    return one(first) + (second === undefined ? 0 : SECOND_COLOR * one(second)) + vary;
  };
  return GROUND_COLORS.toSorted((a, b) => fit(b) - fit(a));
}

/** Light that shows a material well: through glass, along metal, across cloth. */
const LIGHT_FOR: readonly (readonly [ProductTrait, RegExp])[] = [
  ['transparent', /back light|glow|window|caustics/],
  ['metallic', /rim|strip|soft box|window/],
  ['textured', /side|low sun|dappled|morning|leaf/],
  ['glossy', /soft box|soft sun|window/],
];

/** Phrase such as "A velvet stage, burgundy and gold, dramatic spotlight, mysterious and luxurious mood". */
function toPhrase(
  scene: Scene,
  index: number,
  { traits, variation }: DescribedProduct,
  grounds: readonly string[],
): string {
  const { stage, lights, moods } = scene;
  const shift = variation % 7;
  const lightPattern = LIGHT_FOR.find(([trait]) => traits.has(trait))?.[1];
  const light =
    lights.find((one) => lightPattern?.test(one) === true) ?? lights[(shift + index) % lights.length] ?? '';
  const mood = [0, 1].map((k) => moods[(shift + index + k) % moods.length] ?? '').join(' and ');
  const lit =
    /(?:light|sun|sunset|neon|spotlight|glow|low key|shadows?|golden hour|caustics|blind|from a window)$/;
  const words = lit.test(light) ? light : `${light} light`;
  return `${stage}, ${colorsFor(scene, index, grounds).join(' and ')}, ${words}, ${mood} mood`.replace(
    /^./,
    (letter) => letter.toUpperCase(),
  );
}

/**
 * Two colors of a scene; in a scene that can be painted, a background color that suits the product replaces the first.
 */
function colorsFor(scene: Scene, index: number, grounds: readonly string[]): readonly string[] {
  const ground = isPainted(scene) ? grounds[index] : undefined;
  const [main, accent] = scene.colors;
  return [ground ?? main ?? '', accent ?? ''].filter(
    (name, k, both) => name !== '' && both.indexOf(name) === k,
  );
}
