/** Use or appearance of a product that influences the choice of scenes. */
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

const splitWords = (words: string): readonly string[] => words.split(' ');

/** Words in a description, by the use of the product that they indicate; plurals are listed separately. */
export const USE_WORDS = {
  beauty: splitWords(
    'serum shampoo conditioner cream moisturizer moisturiser lotion toner cleanser soap perfume cologne ' +
      'deodorant mascara lipstick skincare cosmetic cosmetics',
  ),
  drink: splitWords('juice lemonade kombucha beer wine gin vodka whisky whiskey rum tequila soda drink'),
  fashion: splitWords(
    'shirt t-shirt blouse dress jacket jeans shoe shoes sneaker sneakers bag handbag ' +
      'hat sunglasses scarf belt wallet',
  ),
  food: splitWords(
    'coffee espresso tea honey chocolate ketchup jam granola pasta sauce bread oil snack food',
  ),
  home: splitWords(
    'cup cup-shaped mug vase bowl plate candle lamp desk-lamp table-lamp bedside-lamp jar teapot chair pillow holder kitchen',
  ),
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
  tech: splitWords(
    'camera phone smartphone laptop headphones earbuds speaker keyboard drone lens charger tablet ' +
      'monitor',
  ),
} as const satisfies Partial<Record<ProductTrait, readonly string[]>>;

/** Words in a description, by the finish that they indicate. */
export const FINISH_WORDS = {
  glossy: ['glossy', 'shiny', 'polished'],
  matte: ['matte', 'matt'],
  metallic: ['metallic', 'metal', 'silver', 'gold', 'chrome', 'steel', 'brass', 'copper'],
  textured: ['textured', 'woven', 'knitted', 'ribbed', 'hammered', 'leather', 'wooden', 'wood'],
  transparent: ['transparent', 'see-through', 'glass', 'clear'],
} as const satisfies Partial<Record<ProductTrait, readonly string[]>>;
