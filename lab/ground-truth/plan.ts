// Plan of the ground truth: content, light and camera of each render. Deterministic by the item's name, so that an item
// stays the same when others are added.
import { THINGS, VIEWS } from './catalog.ts';
import type { Family, Kind, Pose, Thing } from './catalog.ts';

type Split = 'tuning' | 'put-aside';
type Tone = 'normal' | 'white-on-white' | 'black-on-black';
export type GroundKind = 'plain' | 'textured' | 'cluttered';

export const GROUNDS = {
  plain: ['paper-white', 'paper-gray', 'paper-colored', 'table-white'],
  textured: ['oak', 'walnut', 'marble', 'linen', 'concrete', 'terrazzo', 'tiles'],
  cluttered: ['desk', 'kitchen', 'workbench', 'living-room'],
} as const satisfies Record<GroundKind, readonly string[]>;

const LIGHTS = ['window', 'softbox', 'overcast', 'sun', 'ceiling', 'two-lamps', 'flash'] as const;

export interface PlannedItem {
  readonly id: string;
  readonly seed: number;
  readonly split: Split;
  readonly family: Family;
  readonly thing: string;
  readonly title: string;
  readonly kind: Kind;
  readonly tone: Tone;
  readonly pose: Pose;
  readonly isLarge: boolean;
  readonly elevationDeg: number;
  readonly yawDeg: number;
  readonly rollDeg: number;
  readonly focalMm: number;
  /** Share of the frame that the thing's longer side fills; above 1 the thing extends beyond the frame. */
  readonly fill: number;
  readonly offset: readonly [number, number];
  readonly widthPx: number;
  readonly heightPx: number;
  readonly ground: { readonly name: string; readonly kind: GroundKind };
  readonly light: {
    readonly name: (typeof LIGHTS)[number];
    readonly azimuthDeg: number;
    readonly elevationDeg: number;
  };
  readonly phone: {
    readonly noise: number;
    readonly blurPx: number;
    readonly warmth: number;
    readonly tint: number;
    readonly vignette: number;
    readonly exposure: number;
    readonly quality: number;
  };
  readonly words: readonly string[];
}

/** Elevations in degrees above the horizon; each thing is seen once in each band. */
export const ELEVATION_BANDS = [
  [0, 9],
  [12, 28],
  [31, 46],
  [49, 68],
  [77, 90],
] as const;

const HIGHEST_HANGING_DEG = 30;
const LOWEST_LYING_DEG = 20;
const HIGHEST_OF_LARGE_DEG = 48;
const HELD_OUT_ONE_IN = 3;
const CROPPED_SHARE = 0.06;

const BRANDS = [
  'NORDHAVEN',
  'Lumina',
  'OAK & SALT',
  'Verdano',
  'KESTREL',
  'Mirabel',
  'SOLSTICE',
  'Fennwick',
  'Arboro',
  'TIDEWATER',
];
const GOODS = [
  'Shampoo',
  'Olive Oil',
  'Roasted Coffee',
  'Sea Salt',
  'Body Lotion',
  'Green Tea',
  'Honey',
  'Tomatoes',
  'Hand Soap',
  'Red Wine',
];
const DETAILS = [
  '250 ml',
  '500 g',
  'ORGANIC',
  'Since 1987',
  'Net Wt 12 oz',
  'No. 7',
  'Made by hand',
  'Limited Edition',
];

/** FNV-1a hash of 32 bits with a final mix, so that names that differ in one digit have entirely different hashes. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export interface Dice {
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

export function createDice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (share) => next() < share,
  };
}

const roundTo = (value: number, digits = 3): number => Number(value.toFixed(digits));

/**
 * Moves unrealistic views, such as a lying watch from its side or a chair from the ceiling, to elevations from which
 * people take photos.
 */
function seenFrom(thing: Thing, elevationDeg: number): number {
  const onlyLies = thing.poses.every((pose) => pose === 'lies');
  if (onlyLies && elevationDeg < LOWEST_LYING_DEG) return LOWEST_LYING_DEG + 1.5 * elevationDeg;
  if (thing.isLarge === true && elevationDeg > HIGHEST_OF_LARGE_DEG)
    return 90 - elevationDeg + HIGHEST_OF_LARGE_DEG / 4;
  return elevationDeg;
}

/**
 * Band of elevations for a view. The order differs between things, so that the first round already includes all
 * elevations.
 */
function findBand(thing: Thing, view: number): readonly [number, number] {
  const start = THINGS.indexOf(thing);
  const step = 1 + (hashText(thing.name) % (ELEVATION_BANDS.length - 1));
  return ELEVATION_BANDS[(start + view * step) % ELEVATION_BANDS.length] ?? ELEVATION_BANDS[0];
}

function poseAt(thing: Thing, elevationDeg: number, view: number): Pose {
  const possible = thing.poses.filter(
    (pose) =>
      (pose !== 'hangs' || elevationDeg <= HIGHEST_HANGING_DEG) &&
      (pose !== 'lies' || elevationDeg >= LOWEST_LYING_DEG || thing.poses.length === 1),
  );
  // A thing seen from straight above lies, if it can.
  if (elevationDeg > 70 && possible.includes('lies')) return 'lies';
  if (possible.includes('hangs')) return 'hangs';
  return possible[view % possible.length] ?? thing.poses[0] ?? 'stands';
}

const SIZES = [
  [800, 600],
  [800, 600],
  [600, 800],
  [600, 800],
  [720, 720],
  [720, 720],
  [900, 675],
  [675, 900],
  [960, 720],
  [512, 384],
  [1200, 900],
] as const;

const SHADED_LIGHTS: Record<
  (typeof LIGHTS)[number],
  { readonly sides: readonly number[]; readonly heights: readonly [number, number] }
> = {
  window: { sides: [-115, -95, -75, 75, 95, 115], heights: [22, 42] },
  softbox: { sides: [-60, -40, 40, 60], heights: [38, 58] },
  overcast: { sides: [-140, -60, 60, 140], heights: [55, 75] },
  sun: { sides: [-140, -110, -70, -40, 40, 70, 110, 140], heights: [30, 58] },
  ceiling: { sides: [-150, -30, 30, 150, 180], heights: [70, 86] },
  'two-lamps': { sides: [-55, -40, 40, 55], heights: [30, 50] },
  flash: { sides: [-8, 8], heights: [0, 0] },
};

/** Cumulative probabilities of plain and textured backgrounds; the rest is cluttered. */
const GROUND_ODDS = [0.46, 0.76] as const;

export function planItem(thing: Thing, view: number): PlannedItem {
  const id = `${thing.name}-${view + 1}`;
  const seed = hashText(id);
  const dice = createDice(seed);
  const band = findBand(thing, view);
  const elevationDeg = roundTo(seenFrom(thing, dice.between(...band)), 1);
  const pose = poseAt(thing, elevationDeg, view);
  const odds = dice.between(0, 1);
  const groundKind = odds < GROUND_ODDS[0] ? 'plain' : odds < GROUND_ODDS[1] ? 'textured' : 'cluttered';
  const tone = chooseTone(thing, dice);
  const ground =
    tone === 'normal'
      ? ({ kind: groundKind, name: dice.pick<string>(GROUNDS[groundKind]) } as const)
      : TONE_GROUNDS[tone];
  const name = dice.pick(LIGHTS);
  const { sides, heights } = SHADED_LIGHTS[name];
  const size = dice.pick(SIZES);
  return {
    id,
    seed,
    split: hashText(`third ${id}`) % HELD_OUT_ONE_IN === 0 ? 'put-aside' : 'tuning',
    family: thing.family,
    thing: thing.name,
    title: thing.title,
    kind: thing.kind,
    tone,
    pose,
    isLarge: thing.isLarge ?? false,
    elevationDeg,
    yawDeg: roundTo(dice.chance(0.6) ? dice.between(-40, 40) : dice.between(-180, 180), 1),
    rollDeg: roundTo(dice.between(-2.5, 2.5), 2),
    focalMm: roundTo(dice.pick([26, 28, 35, 50, 52, 77]), 0),
    fill: roundTo(dice.chance(CROPPED_SHARE) ? 1.12 : dice.between(0.5, 0.86), 2),
    offset: [roundTo(dice.between(-0.05, 0.05)), roundTo(dice.between(-0.05, 0.05))],
    widthPx: size[0],
    heightPx: size[1],
    ground,
    light: {
      name,
      azimuthDeg: roundTo(dice.pick(sides) + dice.between(-8, 8), 1),
      elevationDeg: roundTo(dice.between(...heights), 1),
    },
    phone: {
      noise: roundTo(dice.between(0.003, 0.016), 4),
      blurPx: roundTo(dice.between(0.35, 0.95), 2),
      warmth: roundTo(dice.between(-0.08, 0.1)),
      tint: roundTo(dice.between(-0.02, 0.02)),
      vignette: roundTo(dice.between(0.02, 0.22)),
      exposure: roundTo(dice.between(-0.3, 0.25), 2),
      quality: Math.round(dice.between(80, 94)),
    },
    words: [dice.pick(BRANDS), dice.pick(GOODS), dice.pick(DETAILS)],
  };
}

const TONE_GROUNDS: Record<Exclude<Tone, 'normal'>, { readonly kind: GroundKind; readonly name: string }> = {
  'white-on-white': { kind: 'plain', name: 'table-white' },
  'black-on-black': { kind: 'plain', name: 'paper-black' },
};

function chooseTone(thing: Thing, dice: Dice): Tone {
  const roll = dice.between(0, 1);
  if (thing.isPaintable !== true || roll > 0.24) return 'normal';
  return roll < 0.14 ? 'white-on-white' : 'black-on-black';
}

/**
 * All items, round by round: one view of each thing before the next view, so that a partly rendered set includes all
 * things.
 */
export function planItems(): PlannedItem[] {
  return Array.from({ length: VIEWS }, (_, view) => THINGS.map((thing) => planItem(thing, view))).flat();
}
