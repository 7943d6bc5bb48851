/**
 * Families of things in the ground truth, which are products that people sell. Each has a builder of the same name in
 * `things/`.
 */

export const FAMILIES = [
  'vessels',
  'glasses',
  'bottles',
  'shoes',
  'bags',
  'watches',
  'cables',
  'plants',
  'furniture',
  'boxes',
  'cloth',
  'jewelry',
  'fur',
  'mesh',
  'devices',
] as const;
export type Family = (typeof FAMILIES)[number];

export const POSES = ['stands', 'lies', 'hangs'] as const;
export type Pose = (typeof POSES)[number];

/** Difficulty of a thing's outline or inside: `opaque` (none), transparency, fur, holes, or thin parts. */
export type Kind = 'opaque' | 'clear' | 'fur' | 'mesh' | 'thin';

export interface Thing {
  readonly name: string;
  readonly title: string;
  readonly family: Family;
  readonly kind: Kind;
  readonly poses: readonly Pose[];
  /** Set for things on a floor in front of a wall instead of on a table. */
  readonly isLarge?: true;
  /** Set if the color may be chosen, so that the thing can be white on white or black on black. */
  readonly isPaintable?: true;
}

const STANDS: readonly Pose[] = ['stands'];
const LIES: readonly Pose[] = ['lies'];
const FALLS: readonly Pose[] = ['stands', 'lies'];
const DRAPES: readonly Pose[] = ['lies', 'hangs'];

/**
 * All things. Append new ones at the end: the elevations of a thing depend on its position, and rendered things must
 * keep their plan.
 */
export const THINGS: readonly Thing[] = [
  { name: 'mug', title: 'mug', family: 'vessels', kind: 'opaque', poses: FALLS, isPaintable: true },
  { name: 'wine-glass', title: 'wine glass', family: 'glasses', kind: 'clear', poses: STANDS },
  { name: 'wine-bottle', title: 'wine bottle', family: 'bottles', kind: 'opaque', poses: FALLS },
  { name: 'sneaker', title: 'sneaker', family: 'shoes', kind: 'opaque', poses: FALLS, isPaintable: true },
  { name: 'tote', title: 'tote bag', family: 'bags', kind: 'thin', poses: POSES, isPaintable: true },
  { name: 'wrist-watch', title: 'wrist watch', family: 'watches', kind: 'opaque', poses: LIES },
  { name: 'hair-dryer', title: 'hair dryer', family: 'cables', kind: 'thin', poses: LIES, isPaintable: true },
  { name: 'potted-plant', title: 'potted plant', family: 'plants', kind: 'thin', poses: STANDS },
  {
    name: 'slat-chair',
    title: 'chair',
    family: 'furniture',
    kind: 'thin',
    poses: STANDS,
    isLarge: true,
    isPaintable: true,
  },
  { name: 'carton', title: 'carton', family: 'boxes', kind: 'opaque', poses: STANDS, isPaintable: true },
  { name: 't-shirt', title: 'T-shirt', family: 'cloth', kind: 'opaque', poses: DRAPES, isPaintable: true },
  { name: 'ring', title: 'ring', family: 'jewelry', kind: 'thin', poses: FALLS },
  { name: 'teddy', title: 'teddy bear', family: 'fur', kind: 'fur', poses: STANDS },
  { name: 'basket', title: 'basket', family: 'mesh', kind: 'mesh', poses: STANDS, isPaintable: true },
  { name: 'record-player', title: 'record player', family: 'devices', kind: 'opaque', poses: STANDS },

  { name: 'jug', title: 'jug', family: 'vessels', kind: 'opaque', poses: STANDS, isPaintable: true },
  { name: 'tumbler', title: 'tumbler', family: 'glasses', kind: 'clear', poses: STANDS },
  {
    name: 'shampoo',
    title: 'shampoo bottle',
    family: 'bottles',
    kind: 'opaque',
    poses: FALLS,
    isPaintable: true,
  },
  { name: 'loafer', title: 'loafer', family: 'shoes', kind: 'opaque', poses: STANDS, isPaintable: true },
  { name: 'handbag', title: 'handbag', family: 'bags', kind: 'opaque', poses: POSES, isPaintable: true },
  { name: 'wall-clock', title: 'clock', family: 'watches', kind: 'opaque', poses: DRAPES, isPaintable: true },
  {
    name: 'headphones',
    title: 'headphones',
    family: 'cables',
    kind: 'thin',
    poses: DRAPES,
    isPaintable: true,
  },
  { name: 'grass-pot', title: 'grass in a pot', family: 'plants', kind: 'thin', poses: STANDS },
  {
    name: 'stool',
    title: 'stool',
    family: 'furniture',
    kind: 'thin',
    poses: STANDS,
    isLarge: true,
    isPaintable: true,
  },
  { name: 'gift-box', title: 'gift box', family: 'boxes', kind: 'opaque', poses: STANDS },
  {
    name: 'towels',
    title: 'folded towels',
    family: 'cloth',
    kind: 'opaque',
    poses: STANDS,
    isPaintable: true,
  },
  { name: 'necklace', title: 'necklace', family: 'jewelry', kind: 'thin', poses: DRAPES },
  { name: 'pompon', title: 'fur ball', family: 'fur', kind: 'fur', poses: STANDS },
  { name: 'sieve', title: 'kitchen sieve', family: 'mesh', kind: 'mesh', poses: ['lies', 'hangs'] },
  { name: 'camera', title: 'camera', family: 'devices', kind: 'opaque', poses: STANDS },

  {
    name: 'watering-can',
    title: 'watering can',
    family: 'vessels',
    kind: 'thin',
    poses: STANDS,
    isPaintable: true,
  },
  {
    name: 'storage-jar',
    title: 'glass jar with a wooden lid',
    family: 'glasses',
    kind: 'clear',
    poses: STANDS,
  },
  { name: 'tin', title: 'tin can', family: 'bottles', kind: 'opaque', poses: FALLS },
  { name: 'rain-boot', title: 'rain boot', family: 'shoes', kind: 'opaque', poses: FALLS, isPaintable: true },
  { name: 'backpack', title: 'backpack', family: 'bags', kind: 'opaque', poses: POSES, isPaintable: true },
  {
    name: 'charger',
    title: 'charging cable',
    family: 'cables',
    kind: 'thin',
    poses: LIES,
    isPaintable: true,
  },
  { name: 'cactus', title: 'cactus', family: 'plants', kind: 'opaque', poses: STANDS },
  {
    name: 'shelf',
    title: 'shelf',
    family: 'furniture',
    kind: 'thin',
    poses: STANDS,
    isLarge: true,
    isPaintable: true,
  },
  {
    name: 'book',
    title: 'book',
    family: 'boxes',
    kind: 'opaque',
    poses: ['stands', 'lies'],
    isPaintable: true,
  },
  { name: 'scarf', title: 'scarf', family: 'cloth', kind: 'opaque', poses: DRAPES, isPaintable: true },
  { name: 'sunglasses', title: 'sunglasses', family: 'jewelry', kind: 'thin', poses: LIES },
  { name: 'spoke-wheel', title: 'wheel', family: 'mesh', kind: 'mesh', poses: ['stands', 'hangs'] },

  { name: 'teapot', title: 'teapot', family: 'vessels', kind: 'opaque', poses: STANDS, isPaintable: true },
  { name: 'glass-vase', title: 'clear vase', family: 'glasses', kind: 'clear', poses: STANDS },
  {
    name: 'pump-bottle',
    title: 'pump bottle',
    family: 'bottles',
    kind: 'opaque',
    poses: STANDS,
    isPaintable: true,
  },
  { name: 'desk-lamp', title: 'desk lamp', family: 'cables', kind: 'thin', poses: STANDS, isPaintable: true },
  {
    name: 'floor-lamp',
    title: 'floor lamp',
    family: 'furniture',
    kind: 'thin',
    poses: STANDS,
    isLarge: true,
  },
  { name: 'acrylic-mill', title: 'pepper mill', family: 'glasses', kind: 'clear', poses: FALLS },

  {
    name: 'sofa',
    title: 'sofa',
    family: 'furniture',
    kind: 'opaque',
    poses: STANDS,
    isLarge: true,
    isPaintable: true,
  },
  {
    name: 'shell-chair',
    title: 'chair with a shell',
    family: 'furniture',
    kind: 'thin',
    poses: STANDS,
    isLarge: true,
    isPaintable: true,
  },
  { name: 'helmet', title: 'helmet', family: 'devices', kind: 'opaque', poses: STANDS, isPaintable: true },
  {
    name: 'armchair',
    title: 'armchair',
    family: 'furniture',
    kind: 'opaque',
    poses: STANDS,
    isLarge: true,
    isPaintable: true,
  },
  {
    name: 'sport-watch',
    title: 'sports watch',
    family: 'watches',
    kind: 'opaque',
    poses: FALLS,
    isPaintable: true,
  },
  {
    name: 'bar-stool',
    title: 'bar stool',
    family: 'furniture',
    kind: 'thin',
    poses: STANDS,
    isLarge: true,
    isPaintable: true,
  },
  { name: 'duffel', title: 'duffel bag', family: 'bags', kind: 'opaque', poses: STANDS },
  {
    name: 'swivel-chair',
    title: 'swivel chair',
    family: 'furniture',
    kind: 'opaque',
    poses: STANDS,
    isLarge: true,
    isPaintable: true,
  },
  {
    name: 'side-table',
    title: 'side table',
    family: 'furniture',
    kind: 'thin',
    poses: STANDS,
    isLarge: true,
    isPaintable: true,
  },
  {
    name: 'cabinet',
    title: 'cabinet',
    family: 'furniture',
    kind: 'opaque',
    poses: STANDS,
    isLarge: true,
    isPaintable: true,
  },

  { name: 'laptop', title: 'laptop', family: 'devices', kind: 'opaque', poses: STANDS },
  { name: 'bowl', title: 'bowl', family: 'vessels', kind: 'opaque', poses: STANDS, isPaintable: true },
  { name: 'phone', title: 'phone', family: 'devices', kind: 'opaque', poses: FALLS },
  { name: 'cushion', title: 'cushion', family: 'cloth', kind: 'opaque', poses: FALLS, isPaintable: true },
  { name: 'pan', title: 'pan', family: 'vessels', kind: 'opaque', poses: STANDS },
  { name: 'speaker', title: 'speaker', family: 'devices', kind: 'opaque', poses: STANDS, isPaintable: true },
  { name: 'trousers', title: 'trousers', family: 'cloth', kind: 'opaque', poses: DRAPES, isPaintable: true },
  {
    name: 'cream-jar',
    title: 'cream jar',
    family: 'bottles',
    kind: 'opaque',
    poses: STANDS,
    isPaintable: true,
  },
  { name: 'cap', title: 'cap', family: 'cloth', kind: 'opaque', poses: STANDS, isPaintable: true },
  { name: 'plate', title: 'plate', family: 'vessels', kind: 'opaque', poses: STANDS, isPaintable: true },
  {
    name: 'keyboard',
    title: 'keyboard',
    family: 'devices',
    kind: 'opaque',
    poses: STANDS,
    isPaintable: true,
  },
  { name: 'toy-car', title: 'toy car', family: 'devices', kind: 'opaque', poses: STANDS, isPaintable: true },
  { name: 'candle', title: 'candle', family: 'bottles', kind: 'opaque', poses: STANDS, isPaintable: true },
  { name: 'ball', title: 'ball', family: 'devices', kind: 'opaque', poses: STANDS, isPaintable: true },
  { name: 'lipstick', title: 'lipstick', family: 'bottles', kind: 'opaque', poses: FALLS, isPaintable: true },
];

/** Views of each thing; every view has other colors, another ground, another light and another elevation. */
export const VIEWS = 5;
