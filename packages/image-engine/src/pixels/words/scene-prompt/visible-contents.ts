/**
 * Corrects the keywords of sets by what their pictures show. Keywords also name places and seasons that a set suits,
 * such as a bedroom for a linen cloth; a user must not be told that the picture shows them.
 */

/** Concepts, by IDs separated by spaces, that a family of sets suits but doesn't show. */
const SUITS: Readonly<Record<string, string>> = {
  'clothes-rail': 'home boutique',
  'concrete-loft': 'city minimal',
  dunes: 'beach',
  'flat-concrete': 'loft industrial city metal',
  'flat-linen': 'home bedroom flowers',
  'flat-marble': 'kitchen skincare',
  'flat-oak': 'home',
  'flat-slate': 'spa restaurant pebbles',
  'flat-terrazzo': 'mediterranean',
  'gift-confetti': 'paper',
  'glass-blocks': 'laboratory skincare minimal',
  'linen-books': 'home bedroom reading',
  'living-room': 'linen',
  'moss-forest': 'branches garden leaves',
  'neon-night': 'city',
  'oak-window': 'kitchen home',
  'paper-clouds': 'children',
  'plaster-room': 'home concrete modern',
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
  'flat-terrazzo': 'colorful',
  'kitchen-counter': 'vase',
  'living-room': 'floor-lamp leaves pictures rug',
  'oak-window': 'leaves vase',
  'plaster-room': 'vase',
  'pool-tiles': 'towel',
  'snow-fir': 'berries',
  'terracotta-court': 'leaves vase',
  'wall-hook': 'leaves',
  'wet-pebbles': 'cool leaves',
};
/** Details that are too small to meet a request, but that break an exclusion: a dried branch in a vase. */
const DETAILS: Readonly<Record<string, string>> = {
  'brushed-metal': 'mirror',
  'concrete-loft': 'branches flowers leaves metal mirror pampas',
  'emerald-marble': 'curtain mirror',
  dunes: 'branches leaves pebbles',
  'flat-concrete': 'pebbles metal',
  'flat-linen': 'branches flowers leaves pampas',
  'gift-confetti': 'baubles mirror',
  'glass-blocks': 'mirror',
  'linen-books': 'branches flowers leaves pampas',
  'neon-night': 'mirror',
  'oak-window': 'branches',
  'plaster-room': 'branches flowers leaves pampas',
  'pool-tiles': 'mirror',
  'snow-fir': 'bokeh mirror',
  'soap-bubbles': 'mirror',
  'terrazzo-sage': 'mirror',
  'velvet-stage': 'curtain mirror',
  'wall-hook': 'branches flowers pampas',
};
/** Families of sets without props. */
const BARE: ReadonlySet<string> = new Set(
  'dusk-asphalt flat-paper marble-counter plain-sweep vehicle-hall wood-table'.split(' '),
);
/** Names of the colors of things that can't be painted, by family and concept. */
const COLORS_OF_THINGS: Readonly<Record<string, string>> = {
  'autumn-table': 'autumn-leaves orange, leaves orange, pumpkin orange, pumpkin white',
  'citrus-kitchen': 'citrus yellow, citrus lemon, fruit yellow',
  'emerald-marble': 'gold gold',
  'flat-marble': 'leaves green',
  'flat-oak': 'leaves green',
  'flat-slate': 'leaves green',
  'linen-books': 'books green, books brown',
  'living-room': 'leaves green, rug cream, rug beige',
  'moss-forest': 'leaves green, moss green, forest green',
  'neon-night': 'neon magenta, neon pink, neon violet, neon purple, neon blue, neon cyan',
  'oak-window': 'leaves green',
  'pool-tiles': 'towel white, towel gray',
  'rose-petals': 'flowers rose, flowers pink, petals rose, petals pink',
  'snow-fir': 'berries red, fir green, snow white',
  'terracotta-court': 'leaves green',
  'wall-hook': 'leaves green',
  'wet-pebbles': 'leaves green',
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

export const listSuited = (family: string): readonly string[] => split(SUITS[family]);
export const listVisible = (family: string): readonly string[] => split(SHOWS[family]);
export const listDetails = (family: string): readonly string[] => split(DETAILS[family]);
export const isBare = (family: string): boolean => BARE.has(family);

/** Concepts of things in a family's pictures, and names of their colors. */
export const listThingColors = (family: string): readonly (readonly [id: string, color: string])[] =>
  (COLORS_OF_THINGS[family]?.split(', ') ?? []).map((pair) => {
    const [id = '', color = ''] = pair.split(' ');
    return [id, color] as const;
  });
