import { computeChroma, hueDistance, computeHue, ofPolar } from './color-classes.ts';
import { distance, haveSameName, hexOfOklab, oklabOfHex } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import { isPlain } from '../../stage/set-kinds.ts';
import type { Painted } from '../../stage/set-kinds.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import type { ColorRequest, Want } from './reading.ts';
import { isThing } from './vocabulary.ts';

/** Colors in sRGB hex by tint ID. Regions without an entry have their original color. */
export type Tints = Readonly<Record<string, string>>;

/**
 * Tint IDs of materials with a natural color; only a request for exactly this material, or a color code, changes them.
 */
const NATURAL: ReadonlySet<string> = new Set(
  'table counter sand stone stones marble terrazzo slate wood snow leaves'.split(' '),
);
/** Tint IDs of built regions, which usually aren't repainted either. */
const BUILT: ReadonlySet<string> = new Set(['steps', 'floor', 'block', 'inner']);

/** Concepts of the vocabulary that correspond to a tint, the closest first. */
const CONCEPTS_OF_TINT: Readonly<Record<string, string>> = {
  table: 'wood-table wood oak',
  wood: 'wood-table wood oak',
  counter: 'counter kitchen-counter marble',
  sand: 'sand dunes desert',
  stone: 'stone podium',
  stones: 'pebbles stone',
  marble: 'marble counter kitchen-counter podium',
  terrazzo: 'terrazzo podium',
  disc: 'podium stone',
  podium: 'podium',
  steps: 'steps terracotta',
  block: 'concrete podium',
  floor: 'floor concrete',
  slate: 'slate stone',
  sweep: 'seamless studio paper',
  paper: 'paper',
  tiles: 'tiles kitchen',
  water: 'water sea pool',
  linen: 'linen fabric',
  silk: 'silk fabric',
  velvet: 'velvet fabric',
  clouds: 'clouds paper',
  sky: 'sky',
  boxes: 'gifts',
  ribbon: 'gifts',
  arch: 'arch',
  walls: 'arch plaster',
  wall: 'plaster',
};

interface TintOfSet {
  readonly id: string;
  readonly composed: Triple;
  /** Share of the picture, and of the area behind a product, that the region covers. */
  readonly share: number;
  readonly behind: number;
  readonly isNatural: boolean;
  /** True if the set shows only this region and nothing else. */
  readonly isAll: boolean;
  /**
   * True for a built rather than natural region. If it has the wall's color, it is repainted together with the wall.
   */
  readonly isBuilt: boolean;
}

/** Tints of a set, sorted by their effect on the picture, the largest first. */
export function listTints(set: Painted): TintOfSet[] {
  const tints = set.tints.map(({ id, color }, i) => ({
    id,
    composed: oklabOfHex(color),
    share: set.measured?.tintShares[id] ?? 0.5 / (i + 1),
    behind: set.measured?.behindTintShares[id] ?? 0.5 / (i + 1),
    isNatural: NATURAL.has(id) || BUILT.has(id),
    isAll: isPlain(set),
    isBuilt: BUILT.has(id),
  }));
  return tints.toSorted((a, b) => b.share + b.behind - (a.share + a.behind));
}

/** Requested color, and the regions to which it applies. */
export interface RequestedColor {
  readonly oklab: Triple;
  readonly isExact: boolean;
  readonly on: readonly string[];
  /** Index of the color's phrase in `understood`; null for a color from a palette or a reference picture. */
  readonly phrase: number | null;
}

/**
 * Creates a requested color.
 * @param from color request of the prompt; without it, the color is exact and applies to any region
 */
export const requestedColor = (hex: string, from: Partial<ColorRequest> = {}): RequestedColor => ({
  oklab: oklabOfHex(hex),
  isExact: from.isExact ?? true,
  on: from.on ?? [],
  phrase: from.phrase ?? null,
});

/** Colors of regions, and the phrases of the prompt that they follow. */
export interface Tinting {
  readonly tints: Tints;
  /** True if the user gave any of the colors as a code. */
  readonly isExact: boolean;
  readonly followed: ReadonlySet<number>;
  /** IDs of tints whose color the user asked for. */
  readonly requestedTints: readonly string[];
}

/** Tint IDs of regions behind the product, which words such as "wall" and "background" mean. */
const WALLS: ReadonlySet<string> = new Set(['wall', 'walls', 'backdrop', 'sky', 'sweep']);
/**
 * Minimum share of a region, in the picture and behind the product together, from which its color is the scene's color.
 */
const VISIBLE_SHARE = 0.3;
/** Minimum share, as above, of a region whose color the prompt gives to no thing: "black" asks for a black scene. */
const DOMINANT_SHARE = 0.5;
/** Tint IDs of regions that are details of a set. */
const ACCENTS: ReadonlySet<string> = new Set(['accent', 'ribbon']);
const ACCENT_SHARE = 0.07;
/**
 * Limits of painted colors, because more colorful ones would overpower the product. Color codes are matched exactly.
 */
const CHROMA_LIMIT = 0.17;
const LIGHTNESS_LIMITS = { min: 0.2, max: 0.965 } as const;
/** Lightness limits for a plain background, which may be pure white or black. */
const PLAIN_LIMITS = { min: 0, max: 1 } as const;
/** Lightness range that paint can have. */
const PAINT_LIMITS = { min: 0.1, max: 0.985 } as const;
/** Difference in hue and lightness within which a region counts as already having the named color. */
const SAME_HUE_DEG = 28;
const SAME_LIGHTNESS = 0.24;
const GRAY_CHROMA = 0.03;

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/** Converts a requested color to a paint for a region of the set, within the limits of paint. */
function toPaint({ oklab, isExact }: RequestedColor, { isAll }: TintOfSet): string {
  const [lightness] = oklab;
  if (isAll) {
    const limit = isExact ? Infinity : CHROMA_LIMIT;
    return hexOfOklab(
      ofPolar(
        clamp(lightness, PLAIN_LIMITS.min, PLAIN_LIMITS.max),
        Math.min(limit, computeChroma(oklab)),
        computeHue(oklab),
      ),
    );
  }
  const limits = isExact ? PAINT_LIMITS : LIGHTNESS_LIMITS;
  const level = clamp(lightness, limits.min, limits.max);
  const limit = isExact ? Infinity : CHROMA_LIMIT;
  return hexOfOklab(ofPolar(level, Math.min(limit, computeChroma(oklab)), computeHue(oklab)));
}

/** True if a set's color matches a color that is given by name. */
export function matchesNamed(own: Triple, namedColor: Triple): boolean {
  if (Math.abs(own[0] - namedColor[0]) > SAME_LIGHTNESS) return false;
  const [c1, c2] = [computeChroma(own), computeChroma(namedColor)];
  if (c1 < GRAY_CHROMA || c2 < GRAY_CHROMA) return Math.abs(c1 - c2) < GRAY_CHROMA;
  return hueDistance(own, namedColor) < SAME_HUE_DEG && c1 > 0.45 * c2;
}

/**
 * Paints a set in requested colors. Colors requested for a region are applied to it; a color name that the set already
 * fulfills changes nothing; all other colors are assigned to regions by size. The remaining regions are harmonized
 * with the region that changed most. `spread` rotates the list of free regions, so that variants use different ones.
 */
export function tintWith(
  set: Painted,
  colors: readonly RequestedColor[],
  wants: readonly Want[],
  spread = 0,
): Tinting {
  const all = listTints(set);
  const free = [...all];
  const hasWall = all.some(isWall);
  const tints: Record<string, string> = {};
  const followed = new Set<number>();
  const requestedTints: string[] = [];
  const ofThings = new Set<string>();
  const paint = (tint: TintOfSet, color: RequestedColor): void => {
    tints[tint.id] = toPaint(color, tint);
    const isMain = color.on.length === 0 && color === colors[0];
    if (color.phrase !== null && (!isMain || isDominant(tint))) followed.add(color.phrase);
    if (color.phrase !== null || color.isExact) requestedTints.push(tint.id);
    if (color.on.some(isThing)) ofThings.add(tint.id);
    free.splice(free.indexOf(tint), 1);
  };
  for (const tint of shadeMaterials(free, wants, tints, followed)) ofThings.add(tint);
  const rest: RequestedColor[] = [];
  // A color code is painted before a name for the same region: "terracotta wall #c8674b".
  for (const color of colors.toSorted((a, b) => Number(b.isExact) - Number(a.isExact))) {
    const findTarget = (from: readonly TintOfSet[]): TintOfSet | undefined =>
      color.on.map((on) => findPart(from, on, all)).find((tint) => tint !== undefined);
    const targetTint = findTarget(free);
    const painted = tints[findTarget(all)?.id ?? ''];
    if (targetTint !== undefined) paint(targetTint, color);
    else if (painted !== undefined && color.phrase !== null && haveSameName(oklabOfHex(painted), color.oklab))
      followed.add(color.phrase);
    // The color of a wall isn't used for another region.
    else if (mayCoverRest(color) && !(hasWall && color.on.includes('backdrop'))) rest.push(color);
  }
  const unmet = rest.filter((color) => {
    const own =
      color.isExact || isPlain(set)
        ? undefined
        : free.find((tint) => isVisible(tint) && matchesNamed(tint.composed, color.oklab));
    if (own === undefined) return true;
    free.splice(free.indexOf(own), 1);
    if (color.phrase !== null) followed.add(color.phrase);
    return false;
  });
  const open = free.filter(({ isNatural }) => !isNatural);
  const turned =
    open.length > 1 && spread > 0
      ? [...open.slice(spread % open.length), ...open.slice(0, spread % open.length)]
      : open;
  const natural = free.filter(({ isNatural }) => isNatural);
  for (const color of unmet) {
    // Paints a natural region, such as a table, only in a color code, or in the first color if the prompt doesn't
    // request it for a region.
    const isAnywhere = color.isExact || (unmet[0] === color && color.on.length === 0);
    const isFirst = unmet[0] === color;
    const tint =
      (!isFirst || turned.some(isVisible) ? turned.shift() : undefined) ??
      (isAnywhere ? natural.shift() : undefined);
    if (tint !== undefined) paint(tint, color);
  }
  const isExact = colors.some((color) => color.isExact);
  // The color of a thing stays its own: a red blanket doesn't make the wall pink.
  const follows = harmonizeTints(
    set,
    free.filter(({ isBuilt }) => ofThings.size === 0 || isBuilt),
    tints,
  );
  return { tints: { ...tints, ...follows }, isExact, followed, requestedTints };
}

/** False for the color of a detail, a thing or a material: "green plants" and "gold details" don't paint a wall. */
const mayCoverRest = ({ on }: Pick<RequestedColor, 'on'>): boolean =>
  on.every((part) => part !== 'accent' && !isThing(part));

/** True if a set has a region to which a requested color applies. */
export function canPaint(set: Painted, color: Pick<RequestedColor, 'on'>): boolean {
  if (mayCoverRest(color)) return true;
  const tints = listTints(set);
  return color.on.some((part) => findPart(tints, part, tints) !== undefined);
}

const isWall = ({ id }: TintOfSet): boolean => WALLS.has(id);
const isDominant = ({ share, behind }: TintOfSet): boolean => share + behind >= DOMINANT_SHARE;
const isVisible = ({ share, behind }: TintOfSet): boolean => share + behind >= VISIBLE_SHARE;

/**
 * Free region that a word of the prompt names. A wall that is hardly visible isn't replaced by another region.
 * @param all every region of the set
 */
function findPart(free: readonly TintOfSet[], on: string, all: readonly TintOfSet[]): TintOfSet | undefined {
  if (on === 'backdrop') {
    const hasWall = all.some(isWall);
    return free.find((tint) => (hasWall ? isWall(tint) : !tint.isNatural) && isVisible(tint));
  }
  if (on === 'accent') {
    const accents = free.filter(({ id, share }) => ACCENTS.has(id) || share < ACCENT_SHARE);
    return accents.length > 0 && free.length > 1 ? accents.at(-1) : undefined;
  }
  if (on === 'floor') {
    return free.find(({ id }) => id === 'floor') ?? free.find(({ isNatural }) => isNatural) ?? free.at(-1);
  }
  return free.find(({ id }) => (CONCEPTS_OF_TINT[id] ?? '').split(' ').includes(on));
}

/**
 * Changes the lightness of materials for phrases such as "dark wood" and "light marble".
 * @returns IDs of the changed tints
 */
function shadeMaterials(
  free: TintOfSet[],
  wants: readonly Want[],
  tints: Record<string, string>,
  followed: Set<number>,
): string[] {
  const shadedTints: string[] = [];
  for (const { id, shade, isNegated, phrase } of wants) {
    if (shade === 0 || isNegated) continue;
    const tint = findPart(free, id, free);
    if (tint === undefined) continue;
    const [lightness, a, b] = tint.composed;
    const to = lightness + shade * (shade > 0 ? LIGHTNESS_LIMITS.max - lightness : lightness);
    // Reduces yellow more for dark wood, because dark wood is redder than pale wood.
    tints[tint.id] = hexOfOklab([to, a, b * (shade < 0 ? 0.7 : 0.9)]);
    followed.add(phrase);
    shadedTints.push(tint.id);
    free.splice(free.indexOf(tint), 1);
  }
  return shadedTints;
}

/** Share by which regions that the prompt doesn't mention follow the region that changed most. */
const FOLLOW = { lightness: 0.3, chroma: 0.5 } as const;
const MOST_TURN_DEG = 35;
/**
 * Lightness below which a region stays black unless the user asks for a color, because a tint on glossy black lacquer
 * would look luminous.
 */
const BLACK_BELOW = 0.28;

function harmonizeTints(set: Painted, rest: readonly TintOfSet[], tints: Tints): Tints {
  const main = listTints(set).find(({ id }) => tints[id] !== undefined);
  if (main === undefined) return {};
  const to = oklabOfHex(tints[main.id] ?? '#808080');
  if (distance(to, main.composed) < 0.03) return {};
  const changed: Record<string, string> = {};
  for (const tint of rest) {
    if (isOnePaint(main, tint)) {
      const [lightness, a, b] = to;
      const own = clamp(
        lightness + tint.composed[0] - main.composed[0],
        LIGHTNESS_LIMITS.min,
        LIGHTNESS_LIMITS.max,
      );
      changed[tint.id] = hexOfOklab([own, a, b]);
    }
    if (tint.isNatural || tint.composed[0] < BLACK_BELOW) continue;
    const relation = clamp(turnBetween(main.composed, tint.composed), -MOST_TURN_DEG, MOST_TURN_DEG);
    const own = computeChroma(tint.composed);
    const chroma = Math.min(
      0.12,
      own < GRAY_CHROMA
        ? 0.35 * computeChroma(to)
        : own * (1 - FOLLOW.chroma) + FOLLOW.chroma * computeChroma(to),
    );
    const lightness = tint.composed[0] + FOLLOW.lightness * (to[0] - main.composed[0]);
    changed[tint.id] = hexOfOklab(
      ofPolar(
        clamp(lightness, LIGHTNESS_LIMITS.min, LIGHTNESS_LIMITS.max),
        computeChroma(to) < 0.012 ? Math.min(own, 0.012) : Math.min(chroma, 0.05 + 0.6 * computeChroma(to)),
        computeHue(to) + relation,
      ),
    );
  }
  return changed;
}

/**
 * Oklab distance below which two regions' colors count as the same paint in different light; gray regions may still be
 * of different materials.
 */
const ONE_PAINT = 0.09;

const isOnePaint = (main: TintOfSet, tint: TintOfSet): boolean =>
  tint.isBuilt &&
  distance(main.composed, tint.composed) < ONE_PAINT &&
  computeChroma(main.composed) > GRAY_CHROMA;

/** Angle from one hue to another in degrees; 0 for grays. */
function turnBetween(from: Triple, to: Triple): number {
  if (computeChroma(from) < GRAY_CHROMA || computeChroma(to) < GRAY_CHROMA) return 0;
  const turn = (computeHue(to) - computeHue(from) + 540) % 360;
  return turn - 180;
}

/** Changes the lightness of the largest painted region and of all regions painted with it. */
export function withMainLightness(set: StudioSet, tinting: Tinting, step: number): Tinting {
  const main = listTints(set).find(({ isNatural }) => !isNatural);
  if (main === undefined) return tinting;
  const parts = [main, ...listTints(set).filter((tint) => isOnePaint(main, tint))];
  const moved = parts.map(({ id, composed }) => {
    const hex = tinting.tints[id];
    const [lightness, a, b] = hex === undefined ? composed : oklabOfHex(hex);
    return [id, hexOfOklab([clamp(lightness + step, 0.22, 0.96), a, b])] as const;
  });
  return { ...tinting, tints: { ...tinting.tints, ...Object.fromEntries(moved) } };
}

/** Approximate color of the set behind a product, in Oklab. */
export function backgroundColor(set: StudioSet, tints: Tints): Triple {
  const all = listTints(set);
  const composed = set.measured === undefined ? undefined : oklabOfHex(set.measured.behind);
  const behind: Triple = composed ?? (all[0]?.composed.slice() as Triple | undefined) ?? [0.7, 0, 0];
  for (const { id, composed: own, behind: share } of all) {
    const hex = tints[id];
    if (hex === undefined) continue;
    const targetColor = oklabOfHex(hex);
    for (let c = 0; c < 3; c++) behind[c] += share * (targetColor[c] - own[c]);
  }
  return behind;
}

/** Final colors of a set's tintable materials, sorted by area, the largest first. */
export function listPaletteColors(set: StudioSet, tints: Tints): string[] {
  return listTints(set).map(({ id, composed }) => tints[id] ?? hexOfOklab(composed));
}
