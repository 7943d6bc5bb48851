/**
 * Corrects the keywords of sets by what their pictures show. Keywords also name places and seasons that a set suits,
 * such as a bedroom for a linen cloth; a user must not be told that the picture shows them.
 */

/** Concepts, by IDs separated by spaces, that a family of sets suits but doesn't show. */
const SUITS: Readonly<Record<string, string>> = {
  'clothes-rail': 'home boutique',
  'concrete-loft': 'city',
  dunes: 'beach',
  'flat-concrete': 'loft industrial city metal',
  'flat-linen': 'home bedroom flowers',
  'flat-marble': 'kitchen skincare',
  'flat-oak': 'home',
  'flat-slate': 'spa restaurant pebbles',
  'flat-terrazzo': 'mediterranean',
  'glass-blocks': 'laboratory skincare',
  'linen-books': 'home bedroom reading',
  'moss-forest': 'branches garden leaves',
  'neon-night': 'city',
  'oak-window': 'kitchen home',
  'paper-clouds': 'children',
  'plaster-room': 'home',
  'rose-petals': 'paper',
  'soap-bubbles': 'bath skincare',
  'still-water': 'sea spa',
  'wall-hook': 'home',
  'wet-pebbles': 'river spa water',
};
/** Concepts of things in the picture that a family's keywords don't name. */
const SHOWS: Readonly<Record<string, string>> = {
  'blush-arches': 'vase',
  'concrete-loft': 'vase',
  'kitchen-counter': 'props vase',
  'living-room': 'floor-lamp leaves pictures rug',
  'oak-window': 'leaves vase',
  'plaster-room': 'vase',
  'pool-tiles': 'towel',
  'terracotta-court': 'leaves vase',
  'wall-hook': 'leaves',
  'wet-pebbles': 'leaves',
};

/** Families of sets with a wall behind the product, and with a floor below it. */
const WALLS =
  'blush-arches brushed-metal citrus-kitchen clothes-rail concrete-loft emerald-marble kitchen-counter linen-books ' +
  'living-room marble-counter neon-night oak-window plain-sweep plaster-room pool-tiles terracotta-court terrazzo-sage ' +
  'vehicle-hall wall-hook wood-table';
const FLOORS =
  'blush-arches concrete-loft emerald-marble flat-concrete flat-oak flat-terrazzo living-room neon-night plaster-room ' +
  'pool-tiles terracotta-court terrazzo-sage vehicle-hall';

/** True if a family of sets has a wall, or a floor. */
export const hasSideOfRoom = (family: string, id: 'wall' | 'floor'): boolean =>
  (id === 'wall' ? WALLS : FLOORS).split(' ').includes(family);

const split = (ids: string | undefined): readonly string[] => ids?.split(' ') ?? [];

/** Light that falls through a window is visible in many sets, the window itself in none. */
const NEVER_VISIBLE = ['window'];

export const listSuited = (family: string): readonly string[] => [...split(SUITS[family]), ...NEVER_VISIBLE];
export const listVisible = (family: string): readonly string[] => split(SHOWS[family]);
