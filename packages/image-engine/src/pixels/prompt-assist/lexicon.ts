/**
 * What the studio's scenes are made of, in words. Data only: the sets and the reading of prompts share it. Colours are names that `readColour` knows.
 */

/** Scenes of one group look alike from afar: suggestions come from different ones. */
export type SceneGroup = 'studio' | 'stage' | 'fabric' | 'home' | 'outdoor' | 'nature' | 'water';

/** What a product is for, or what it looks like, as far as a scene cares. */
export type ProductTrait =
  | 'beauty'
  | 'drink'
  | 'fashion'
  | 'food'
  | 'home'
  | 'jewellery'
  | 'kids'
  | 'tech'
  | 'glossy'
  | 'matte'
  | 'metallic'
  | 'textured'
  | 'transparent';

/** A word list without the quotation marks. */
const listOf = (words: string): readonly string[] => words.split(' ');

export interface Scene {
  /** The studio set's family. */
  readonly family: string;
  readonly group: SceneGroup;
  /** What the product stands on or before, as a phrase. */
  readonly stage: string;
  /** The main colour first. */
  readonly colours: readonly string[];
  readonly lights: readonly string[];
  readonly moods: readonly string[];
  readonly props: readonly string[];
  readonly seasons: readonly string[];
  readonly materials: readonly string[];
  readonly worlds: readonly string[];
  readonly suits: readonly ProductTrait[];
  /** Odd without a reason: a use or a season of its own. */
  readonly needsReason?: true;
}

export const SCENES: readonly Scene[] = [
  {
    family: 'blush-arches',
    group: 'studio',
    stage: 'a plaster podium between arches',
    colours: ['blush', 'terracotta', 'cream'],
    lights: ['afternoon sun with leaf shadows', 'soft sun'],
    moods: ['calm', 'elegant', 'warm'],
    props: [],
    seasons: ['spring', 'summer'],
    materials: ['plaster', 'stoneware'],
    worlds: ['podium', 'arch', 'minimal'],
    suits: ['beauty', 'jewellery', 'fashion', 'matte'],
  },
  {
    family: 'terrazzo-sage',
    group: 'studio',
    stage: 'a terrazzo podium before an arch',
    colours: ['sage', 'cream'],
    lights: ['soft sun with palm shadow', 'soft box'],
    moods: ['modern', 'fresh', 'friendly'],
    props: ['brass'],
    seasons: ['spring', 'summer'],
    materials: ['terrazzo', 'plaster', 'brass'],
    worlds: ['terrazzo', 'podium', 'arch', 'geometric'],
    suits: ['beauty', 'home', 'matte', 'fashion'],
  },
  {
    family: 'emerald-marble',
    group: 'studio',
    stage: 'a marble podium',
    colours: ['emerald green', 'gold'],
    lights: ['studio rim light', 'soft box'],
    moods: ['luxurious', 'elegant', 'rich'],
    props: ['gold'],
    seasons: ['winter', 'autumn'],
    materials: ['marble', 'gold', 'plaster'],
    worlds: ['podium', 'luxury', 'marble'],
    suits: ['jewellery', 'drink', 'glossy', 'metallic'],
  },
  {
    family: 'glass-blocks',
    group: 'studio',
    stage: 'frosted glass blocks',
    colours: ['lavender', 'peach'],
    lights: ['back light with a glow', 'soft box'],
    moods: ['pure', 'modern', 'airy'],
    props: ['acrylic'],
    seasons: [],
    materials: ['glass', 'acrylic', 'frosted glass'],
    worlds: ['glass', 'beauty', 'laboratory', 'minimal'],
    suits: ['beauty', 'transparent', 'tech'],
  },
  {
    family: 'paper-clouds',
    group: 'studio',
    stage: 'paper craft clouds before a paper sky',
    colours: ['sky blue', 'white', 'yellow'],
    lights: ['bright studio', 'soft box'],
    moods: ['playful', 'dreamy', 'cheerful'],
    props: ['cardboard'],
    seasons: ['spring', 'summer'],
    materials: ['paper', 'cardboard'],
    worlds: ['paper craft', 'clouds', 'sky', 'children'],
    suits: ['kids', 'matte'],
    needsReason: true,
  },
  {
    family: 'gift-confetti',
    group: 'studio',
    stage: 'gifts with ribbon and confetti',
    colours: ['coral', 'pink', 'gold'],
    lights: ['bright studio', 'soft box'],
    moods: ['festive', 'playful', 'bold'],
    props: ['ribbon', 'confetti'],
    seasons: ['christmas', 'birthday', 'new year', 'valentine'],
    materials: ['paper', 'ribbon', 'confetti'],
    worlds: ['gifts', 'party', 'birthday', 'celebration', 'sale'],
    suits: ['kids', 'jewellery', 'food'],
    needsReason: true,
  },
  {
    family: 'velvet-stage',
    group: 'stage',
    stage: 'a velvet stage',
    colours: ['burgundy', 'gold'],
    lights: ['spotlight in low key', 'dramatic spotlight'],
    moods: ['dramatic', 'luxurious', 'mysterious'],
    props: ['brass', 'lacquer'],
    seasons: ['winter', 'autumn'],
    materials: ['velvet', 'brass', 'lacquer', 'fabric'],
    worlds: ['stage', 'theatre', 'velvet', 'spotlight'],
    suits: ['jewellery', 'drink', 'metallic', 'glossy', 'fashion'],
  },
  {
    family: 'brushed-metal',
    group: 'stage',
    stage: 'brushed metal',
    colours: ['silver', 'anthracite'],
    lights: ['rim light in low key', 'strip light'],
    moods: ['technical', 'precise', 'premium'],
    props: ['steel'],
    seasons: [],
    materials: ['steel', 'aluminium', 'metal'],
    worlds: ['metal', 'technology', 'industrial', 'premium'],
    suits: ['tech', 'metallic'],
  },
  {
    family: 'neon-night',
    group: 'stage',
    stage: 'wet asphalt in a neon city at night',
    colours: ['magenta', 'cyan', 'black'],
    lights: ['neon in low key', 'coloured neon'],
    moods: ['energetic', 'futuristic', 'dramatic'],
    props: ['water'],
    seasons: [],
    materials: ['asphalt', 'steel', 'neon', 'water'],
    worlds: ['neon', 'night', 'city', 'cyberpunk', 'club'],
    suits: ['tech', 'fashion', 'drink', 'glossy'],
    needsReason: true,
  },
  {
    family: 'silk-waves',
    group: 'fabric',
    stage: 'silk waves',
    colours: ['champagne', 'ivory', 'gold'],
    lights: ['soft box', 'side light'],
    moods: ['elegant', 'soft', 'luxurious'],
    props: ['satin'],
    seasons: [],
    materials: ['silk', 'satin', 'stone'],
    worlds: ['silk', 'fabric', 'luxury'],
    suits: ['jewellery', 'beauty', 'metallic', 'glossy'],
  },
  {
    family: 'linen-books',
    group: 'home',
    stage: 'linen with books',
    colours: ['beige', 'cream', 'taupe'],
    lights: ['soft morning sun from a window', 'window'],
    moods: ['cozy', 'quiet', 'natural'],
    props: ['books', 'paper'],
    seasons: ['autumn', 'winter', 'spring'],
    materials: ['linen', 'fabric', 'paper', 'plaster'],
    worlds: ['linen', 'books', 'home', 'bedroom', 'reading'],
    suits: ['home', 'fashion', 'textured', 'matte'],
  },
  {
    family: 'oak-window',
    group: 'home',
    stage: 'an oak table at a window',
    colours: ['cream', 'olive', 'brown'],
    lights: ['morning sun with leaf shadows', 'window'],
    moods: ['natural', 'honest', 'homely'],
    props: ['stoneware'],
    seasons: ['spring', 'summer'],
    materials: ['oak', 'wood', 'plaster', 'stoneware'],
    worlds: ['wood table', 'kitchen', 'home', 'window'],
    suits: ['home', 'food', 'textured', 'matte'],
  },
  {
    family: 'citrus-kitchen',
    group: 'home',
    stage: 'a marble kitchen counter with citrus fruit',
    colours: ['lemon', 'white', 'green'],
    lights: ['bright sun through a blind', 'bright sun'],
    moods: ['fresh', 'juicy', 'cheerful'],
    props: ['citrus', 'fruit', 'tiles'],
    seasons: ['summer', 'spring'],
    materials: ['marble', 'tiles', 'ceramic'],
    worlds: ['kitchen', 'food', 'fruit', 'citrus'],
    suits: ['food', 'drink', 'home'],
    needsReason: true,
  },
  {
    family: 'concrete-loft',
    group: 'home',
    stage: 'concrete in an industrial loft',
    colours: ['grey', 'silver'],
    lights: ['hard side light from a window', 'side light'],
    moods: ['modern', 'raw', 'minimal'],
    props: ['steel'],
    seasons: [],
    materials: ['concrete', 'steel', 'cement'],
    worlds: ['loft', 'industrial', 'urban', 'architecture'],
    suits: ['tech', 'fashion', 'home', 'matte'],
  },
  {
    family: 'terracotta-court',
    group: 'outdoor',
    stage: 'terracotta steps in a mediterranean courtyard',
    colours: ['terracotta', 'rust', 'orange'],
    lights: ['hard sun with palm shadow', 'noon sun'],
    moods: ['sunny', 'bold', 'southern'],
    props: ['clay'],
    seasons: ['summer'],
    materials: ['terracotta', 'clay', 'plaster'],
    worlds: ['courtyard', 'mediterranean', 'architecture', 'steps', 'outdoor'],
    suits: ['fashion', 'drink', 'food', 'textured'],
  },
  {
    family: 'dunes',
    group: 'outdoor',
    stage: 'sand dunes in a desert',
    colours: ['sand', 'beige', 'peach'],
    lights: ['low sun at golden hour', 'sunset'],
    moods: ['warm', 'calm', 'wide'],
    props: ['sandstone'],
    seasons: ['summer'],
    materials: ['sand', 'sandstone'],
    worlds: ['desert', 'dunes', 'sand', 'beach'],
    suits: ['fashion', 'beauty', 'jewellery'],
  },
  {
    family: 'moss-forest',
    group: 'nature',
    stage: 'moss and branches in a forest',
    colours: ['forest green', 'brown'],
    lights: ['dappled sun', 'back light'],
    moods: ['natural', 'organic', 'botanical'],
    props: ['bark', 'leaves', 'stone'],
    seasons: ['spring', 'summer', 'autumn'],
    materials: ['moss', 'wood', 'bark', 'leaves', 'stone'],
    worlds: ['forest', 'moss', 'nature', 'garden', 'branches'],
    suits: ['beauty', 'home', 'textured'],
  },
  {
    family: 'autumn-table',
    group: 'nature',
    stage: 'a wood table with autumn leaves',
    colours: ['rust', 'orange', 'gold'],
    lights: ['low sun at golden hour', 'dappled sun'],
    moods: ['cozy', 'nostalgic', 'rustic'],
    props: ['leaves', 'pumpkin'],
    seasons: ['autumn', 'thanksgiving', 'halloween'],
    materials: ['wood', 'leaves', 'pumpkin'],
    worlds: ['autumn', 'fall', 'leaves', 'harvest', 'wood table'],
    suits: ['food', 'home', 'textured'],
    needsReason: true,
  },
  {
    family: 'rose-petals',
    group: 'nature',
    stage: 'a podium with rose petals',
    colours: ['rose', 'blush', 'white'],
    lights: ['soft sun', 'bright soft box'],
    moods: ['romantic', 'tender', 'soft'],
    props: ['petals', 'flowers'],
    seasons: ['spring', 'valentine', 'mothers day'],
    materials: ['petals', 'stoneware', 'paper'],
    worlds: ['petals', 'flowers', 'romance', 'podium'],
    suits: ['beauty', 'jewellery'],
  },
  {
    family: 'snow-fir',
    group: 'nature',
    stage: 'snow with fir branches',
    colours: ['ice blue', 'white'],
    lights: ['low sun', 'cool bright light'],
    moods: ['cold', 'pure', 'quiet'],
    props: ['fir', 'ice'],
    seasons: ['winter', 'christmas'],
    materials: ['snow', 'ice', 'wood', 'fir'],
    worlds: ['snow', 'winter', 'ice', 'christmas'],
    suits: ['drink', 'fashion', 'metallic'],
    needsReason: true,
  },
  {
    family: 'wet-pebbles',
    group: 'water',
    stage: 'wet slate stones at a river',
    colours: ['slate', 'grey', 'green'],
    lights: ['soft overcast back light', 'back light'],
    moods: ['calm', 'natural', 'moody'],
    props: ['pebbles', 'water'],
    seasons: ['autumn', 'spring'],
    materials: ['stone', 'slate', 'pebbles', 'water'],
    worlds: ['spa', 'river', 'zen', 'nature', 'stones'],
    suits: ['beauty', 'tech', 'glossy', 'metallic'],
  },
  {
    family: 'still-water',
    group: 'water',
    stage: 'still water with stone',
    colours: ['aqua', 'turquoise', 'white'],
    lights: ['bright sun with caustics', 'bright sun'],
    moods: ['fresh', 'pure', 'cool'],
    props: ['stone'],
    seasons: ['summer'],
    materials: ['water', 'stone'],
    worlds: ['water', 'sea', 'spa', 'pool'],
    suits: ['beauty', 'drink', 'transparent', 'glossy'],
  },
  {
    family: 'soap-bubbles',
    group: 'water',
    stage: 'a bath with soap bubbles',
    colours: ['lilac', 'powder blue', 'white'],
    lights: ['bright soft box', 'back light'],
    moods: ['clean', 'light', 'dreamy'],
    props: ['foam', 'glass'],
    seasons: ['spring', 'summer'],
    materials: ['soap', 'foam', 'glass', 'stoneware'],
    worlds: ['bubbles', 'bath', 'beauty', 'dream'],
    suits: ['beauty', 'kids', 'transparent'],
    needsReason: true,
  },
];

/** Words of a description by the trait that they show; plurals and adjectives are written out. */
export const TRAIT_WORDS: Readonly<Record<ProductTrait, readonly string[]>> = {
  beauty: listOf(
    'serum shampoo conditioner cream moisturizer moisturiser lotion toner cleanser soap perfume cologne ' +
      'deodorant mascara lipstick skincare cosmetic cosmetics',
  ),
  drink: listOf('juice lemonade kombucha beer wine gin vodka whisky whiskey rum tequila soda drink'),
  fashion: listOf(
    'shirt t-shirt blouse dress jacket jeans shoe shoes sneaker sneakers bag handbag ' +
      'hat sunglasses scarf belt wallet',
  ),
  food: listOf('coffee espresso tea honey chocolate ketchup jam granola pasta sauce bread oil snack food'),
  home: listOf('cup cup-shaped mug vase bowl plate candle lamp jar teapot chair pillow holder kitchen'),
  jewellery: [
    'ring',
    'necklace',
    'bracelet',
    'earring',
    'earrings',
    'watch',
    'jewellery',
    'jewelry',
    'pendant',
  ],
  kids: ['toy', 'toys', 'doll', 'puzzle', 'teddy', 'baby', 'children'],
  tech: listOf(
    'camera phone smartphone laptop headphones earbuds speaker keyboard drone lens charger tablet ' +
      'monitor',
  ),
  glossy: ['glossy', 'shiny', 'polished'],
  matte: ['matte', 'matt'],
  metallic: ['metallic', 'metal', 'silver', 'gold', 'chrome', 'steel', 'brass', 'copper'],
  textured: ['textured', 'woven', 'knitted', 'ribbed', 'hammered', 'leather', 'wooden', 'wood'],
  transparent: ['transparent', 'see-through', 'glass', 'clear'],
};
