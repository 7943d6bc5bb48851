import type { ProductReading } from '../../stage/scene-plan.ts';
import { distance, oklabOfHex } from '../../color/oklab.ts';
import type { ConceptKind } from './concepts.ts';
import { asksToHang, showsHanger } from './asks-to-hang.ts';
import type { HangingProduct } from './asks-to-hang.ts';
import { VIEW_TOLERANCE_DEG } from './fitting-views.ts';
import { getKeyLight } from './light-moods.ts';
import type { LightRequest } from './light-request.ts';
import type { ScenePromptReading } from './reading.ts';
import { conceptStrength } from './set-profile.ts';
import type { SetProfile, SetContents } from './set-profile.ts';
import { isThemeUnasked } from './themes.ts';

/** Weight of each kind of concept: how much of a scene it determines. */
const IMPORTANCE: Readonly<Record<ConceptKind, number>> = {
  world: 3,
  material: 2.6,
  prop: 2.2,
  season: 2.2,
  mood: 1,
  light: 0.6,
  tone: 0.2,
  camera: 0,
  pose: 0,
};

const WEIGHT = {
  color: 0.7,
  use: 0.5,
  view: 0.9,
  askedView: 2,
  /**
   * Penalty for a flat lay (a view from straight above) with a standing product; higher than the weight of variety, so
   * that variety can't outweigh it.
   */
  flatLay: 4,
  farView: 0.6,
  unknownView: 0.3,
  side: 0.35,
  unaskedTheme: 0.8,
  unwantedDetail: 1.2,
  unaskedProps: 1.2,
  paletteOfReference: 2.5,
} as const;
/** Strength of an unwanted concept in a set from which the set is excluded. */
const SHOWN_FROM = 0.5;
/** Maximum Oklab distance between matching colors. */
const SAME_COLOR = 0.22;
/** Camera elevations that words for the camera's height mean. */
const ELEVATIONS_DEG: Readonly<Record<string, number>> = {
  'from-above': 28,
  'flat-lay': 90,
  'eye-level': 5,
};
/** Elevation from which a camera counts as looking down on the product. */
export const SEEN_FROM_ABOVE_DEG = 18;
/** Concepts that ask for a camera that looks down. */
const FROM_ABOVE: ReadonlySet<string> = new Set(['from-above', 'flat-lay']);
/** Elevation of a camera from which a product that was photographed from the front would seem to float. */
const STEEP_DEG = 40;
/** Minimum camera elevation in a product's photo for showing the product from STEEP_DEG or more. */
const SEEN_STEEPLY_DEG = 33;
/** Largest possible difference in elevation; dividing by it makes the nearer camera always score better. */
const WIDEST_MISS_DEG = 90;
/** Elevation up to which most product photos are taken; assumed if the product's is unknown. */
const USUAL_VIEW_DEG = 12;

export interface SetScore {
  readonly profile: SetProfile;
  /** Score of the match with the prompt's words; comparable only within one request. */
  readonly relevance: number;
  /** Score of view, light and color, by which sets of similar relevance are ranked. */
  readonly fit: number;
  /** True if the set can't be used, for example because it shows a concept that the prompt excludes. */
  readonly isExcluded: boolean;
}

interface ScoringInput {
  readonly reading: ScenePromptReading;
  readonly light: LightRequest;
  readonly product: ProductReading | null;
  readonly referencePalette: readonly string[];
}

export function scoreSet(profile: SetProfile, request: ScoringInput): SetScore {
  const { relevance, isExcluded } = scoreRelevance(profile, request.reading, request.product);
  return {
    profile,
    relevance,
    isExcluded: isExcluded || isTooSteep(profile, request),
    fit: scoreFit(profile, request),
  };
}

/**
 * True for a steep camera that doesn't suit the request: it is only for products seen from above and for prompts that
 * ask for it.
 */
function isTooSteep({ set }: SetProfile, { reading, product }: ScoringInput): boolean {
  if (set.camera.elevationDeg < STEEP_DEG) return false;
  if (reading.wants.some(({ id, isNegated }) => !isNegated && FROM_ABOVE.has(id))) return false;
  return (product?.elevationDeg ?? 0) < SEEN_STEEPLY_DEG;
}

/**
 * Scores visible concepts against the prompt's words, and checks for unwanted ones. Sets in which products hang are
 * only for hanging products, and hanging products only for such sets, unless they hang from the picture's upper edge.
 * @param product pose of the product in its photo, if known
 */
export function scoreRelevance(
  shownConcepts: SetContents,
  reading: ScenePromptReading,
  product: HangingProduct | null = null,
): Pick<SetScore, 'relevance' | 'isExcluded'> {
  let relevance = 0;
  let isExcluded = showsHanger(shownConcepts) !== asksToHang(reading, product);
  if (asksForPlain(reading) && !showsPlainBackground(shownConcepts)) isExcluded = true;
  for (const want of reading.wants) {
    const share = conceptStrength(shownConcepts, want.id);
    if (want.isNegated && shownConcepts.details.has(want.id)) relevance -= WEIGHT.unwantedDetail;
    if (!want.isNegated && lacksBareness(want.id, shownConcepts)) relevance -= WEIGHT.unaskedProps;
    if (!want.isNegated) relevance += IMPORTANCE[want.kind] * share;
    else if (NOT_A_THING.has(want.kind) || DETAILS.has(want.id)) relevance -= IMPORTANCE[want.kind] * share;
    else if ((shownConcepts.shows.get(want.id) ?? 0) >= SHOWN_FROM || share >= 0.75) isExcluded = true;
  }
  for (const use of reading.uses) if (shownConcepts.suits.has(use)) relevance += WEIGHT.use;
  for (const { hex, isNegated, meantFor } of reading.colors) {
    if (meantFor === 'product') continue;
    relevance += (isNegated ? -2 : 1) * WEIGHT.color * likeness(shownConcepts, hex);
  }
  return { relevance, isExcluded };
}

/** Moods of a scene without props. */
const BARE_MOODS: ReadonlySet<string> = new Set(['plain', 'minimal']);

/** True for a mood of a scene without props, and a set with props. */
export const lacksBareness = (id: string, { shows }: Pick<SetContents, 'shows'>): boolean =>
  BARE_MOODS.has(id) && (shows.get('props') ?? 0) >= SHOWN_FROM;

/** Concept that means an empty background. */
const PLAIN_GROUND = 'seamless';
const PLAIN_WORLDS: ReadonlySet<string> = new Set([PLAIN_GROUND, 'studio']);
const THINGS: ReadonlySet<ConceptKind> = new Set(['world', 'material', 'prop', 'season']);

/** True if a set, or a family of sets, is an empty background. */
export const showsPlainBackground = ({ shows }: Pick<SetContents, 'shows'>): boolean =>
  (shows.get(PLAIN_GROUND) ?? 0) >= SHOWN_FROM;

/** True if the prompt asks for a plain background without objects on it. */
function asksForPlain({ wants }: ScenePromptReading): boolean {
  const things = wants.filter(({ kind, isNegated }) => !isNegated && THINGS.has(kind));
  return things.some(({ id }) => id === PLAIN_GROUND) && things.every(({ id }) => PLAIN_WORLDS.has(id));
}

/** Kinds of concepts that are no objects or materials. If the prompt excludes one, sets that show it only score lower. */
const NOT_A_THING: ReadonlySet<ConceptKind> = new Set(['mood', 'light', 'tone', 'camera', 'pose']);

/**
 * Concepts of props whose exclusion lowers a set's score without excluding the set: props of any kind, because nearly
 * every set has some, and details of the only set of an occasion.
 */
const DETAILS: ReadonlySet<string> = new Set(['props', 'baubles']);

/** Similarity of a color to the set's own colors, 0 to 1. */
function likeness({ colors }: SetContents, hex: string): number {
  const targetColor = oklabOfHex(hex);
  const nearest = Math.min(1, ...colors.map((color) => distance(color, targetColor)));
  return Math.max(0, 1 - nearest / SAME_COLOR);
}

/**
 * First concept that asks for a camera height. Ignores "from above" for a product that was photographed from above,
 * because its own elevation fulfills the request.
 */
function askedView({ wants }: ScenePromptReading, product: ProductReading | null) {
  const viewWant = wants.find(({ id, isNegated }) => !isNegated && Object.hasOwn(ELEVATIONS_DEG, id));
  const isSeenSo = viewWant?.id === 'from-above' && (product?.elevationDeg ?? 0) >= SEEN_FROM_ABOVE_DEG;
  return isSeenSo ? undefined : viewWant;
}

/** True if the prompt asks for a camera height; see `askedView` for the exception. */
export const asksForView = (reading: ScenePromptReading, product: ProductReading | null): boolean =>
  askedView(reading, product) !== undefined;

function scoreFit(profile: SetProfile, { reading, light, product, referencePalette }: ScoringInput): number {
  let fit = isThemeUnasked(profile.set.family, reading) ? -WEIGHT.unaskedTheme : 0;
  const elevation = profile.set.camera.elevationDeg;
  const viewWant = askedView(reading, product);
  if (viewWant !== undefined) {
    const weight = viewWant.id === 'flat-lay' ? WEIGHT.flatLay : WEIGHT.askedView;
    fit -= weight * Math.min(1, Math.abs(elevation - ELEVATIONS_DEG[viewWant.id]) / 20);
  } else if (product?.elevationDeg != null) {
    const miss = Math.abs(elevation - product.elevationDeg);
    fit -= WEIGHT.view * Math.min(1, miss / VIEW_TOLERANCE_DEG) + (WEIGHT.farView * miss) / WIDEST_MISS_DEG;
  } else if (product !== null) {
    fit -= (WEIGHT.unknownView * Math.max(0, elevation - USUAL_VIEW_DEG)) / VIEW_TOLERANCE_DEG;
  }
  const [x, y, z] = getKeyLight(profile.set).direction;
  if (light.from === 'back') fit += WEIGHT.side * y;
  if (light.from === 'front') fit -= WEIGHT.side * y;
  if (light.from === 'top') fit += WEIGHT.side * z;
  if (light.from === 'left' || light.from === 'right' || light.from === 'side') {
    fit += WEIGHT.side * Math.abs(x);
  }
  if (referencePalette.length > 0) {
    const near = referencePalette.map((hex, i) => likeness(profile, hex) / (i + 1));
    fit += WEIGHT.paletteOfReference * (near.reduce((sum, v) => sum + v, 0) / 2);
  }
  return fit;
}
