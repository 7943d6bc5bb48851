import { KINDS } from './kinds.ts';
import { parseColors, parseKinds } from './shop-words.ts';
import type { ShopWords } from './shop-words.ts';

export const ENGLISH: ShopWords = {
  language: 'en',
  colors: parseColors(
    'black|dark gray|gray|light gray|silver|white|red|burgundy|orange|rust|coral|peach|yellow|golden yellow|mustard|cream|beige|tan|light brown|brown|dark brown|olive green|lime green|green|dark green|light green|sage green|mint green|teal|turquoise|light blue|sky blue|blue|steel blue|dark blue|navy blue|lavender|purple|dark purple|magenta|hot pink|pink|light pink',
  ),
  and: ' and ',
  quotes: ['“', '”'],
  point: '.',
  product: 'product',
  shaped: { cup: 'cup-shaped product', bottle: 'bottle-shaped product' },
  kinds: parseKinds(KINDS.join('|')),
  bottlePhrase: (kind) => `${kind} bottle`,
  productPhrase: (kind) => `${kind} product`,
  inColors: (what, colors) => `${what} in ${colors}`,
  withHandle: {
    left: 'with a handle on the left',
    right: 'with a handle on the right',
    any: 'with a handle',
  },
  printedWith: (what, print) => `${what}, printed with ${print}`,
  color: (colors, count) => `${count > 1 ? 'Colors' : 'Color'}: ${colors}`,
  shares: (shares) => `Share of each color: ${shares}`,
  percent: (percent) => `${percent}%`,
  oneColor: 'One color throughout',
  colorCode: (hex) => `Main color as photographed: ${hex}`,
  print: (print) => `Print on the product: ${print}`,
  finish: {
    glossy: 'Glossy surface with clear highlights',
    metallic: 'Metallic surface',
    transparent: 'See-through in parts',
  },
  textured: 'Textured surface',
  handle: { left: 'Handle on the left, as pictured', right: 'Handle on the right, as pictured' },
  round: 'Round outline',
  shape: { cup: 'Cup shape', bottle: 'Bottle shape' },
  proportions: (times, isTaller) =>
    `About ${times} times as ${isTaller ? 'tall as it is wide' : 'wide as it is tall'}, as pictured`,
  even: 'About as tall as it is wide, as pictured',
  whole: 'Pictured in full, nothing cut off',
  cropped: 'A close view: the product reaches beyond the picture',
};
