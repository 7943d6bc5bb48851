/**
 * Everyday color names in 8-bit sRGB. A plain name means a typical product color rather than the corner of the RGB
 * cube: "red" is a painted red. British and American spellings are equivalent ("grey", "gray").
 */
const NAMED: Readonly<Record<string, string>> = {
  red: '#cc1f2d',
  scarlet: '#d7261e',
  crimson: '#b0122f',
  ruby: '#9b111e',
  burgundy: '#6d1a2d',
  maroon: '#701c26',
  wine: '#722f37',
  bordeaux: '#5f1a2b',
  cherry: '#b0152f',
  brick: '#9c4a35',
  rust: '#a6451c',
  terracotta: '#c2623f',
  coral: '#f2765b',
  salmon: '#f08a72',
  orange: '#ee7a1b',
  tangerine: '#f28500',
  apricot: '#f8b88b',
  peach: '#f9c6a5',
  amber: '#f2a900',
  gold: '#c9a13b',
  'rose gold': '#c98b7c',
  brass: '#b08d3e',
  bronze: '#9a6b3a',
  copper: '#b06a3b',
  mustard: '#d0a021',
  ochre: '#c88a34',
  yellow: '#f4cf1f',
  lemon: '#f7e34a',
  champagne: '#ead7b7',
  cream: '#f5ecd2',
  ivory: '#f6f1e1',
  beige: '#dcc9a6',
  sand: '#d3b98b',
  tan: '#c8a474',
  camel: '#b98d56',
  khaki: '#a99a6b',
  caramel: '#b5732f',
  brown: '#75482a',
  chestnut: '#7b3f23',
  chocolate: '#4e2c1a',
  coffee: '#5b3d2b',
  taupe: '#8b7d70',
  olive: '#76772c',
  lime: '#a5d320',
  chartreuse: '#b5d334',
  green: '#2e8b3d',
  'forest green': '#1f5b32',
  'emerald green': '#14875a',
  emerald: '#14875a',
  'mint green': '#9fdcc0',
  mint: '#9fdcc0',
  sage: '#9caf88',
  'sage green': '#9caf88',
  'olive green': '#6b7034',
  'bottle green': '#12432e',
  'racing green': '#0c4229',
  'army green': '#565a34',
  pistachio: '#a9cf8d',
  jade: '#2b9b78',
  teal: '#137c80',
  petrol: '#14535f',
  turquoise: '#2fc2b9',
  aqua: '#4fc8d6',
  cyan: '#1fb6d1',
  blue: '#1f5fc4',
  'sky blue': '#7fbfe6',
  'baby blue': '#a9d1ec',
  'powder blue': '#b3d4e3',
  'ice blue': '#cfe6f0',
  'royal blue': '#2b4fbf',
  'cobalt blue': '#1747a6',
  cobalt: '#1747a6',
  'electric blue': '#1f6bff',
  'navy blue': '#1b2a52',
  navy: '#1b2a52',
  'midnight blue': '#171f45',
  'steel blue': '#4a7ba6',
  denim: '#3c5a80',
  indigo: '#3a3285',
  violet: '#7541b5',
  purple: '#6b2f9c',
  plum: '#6c2b5c',
  aubergine: '#3f1f3b',
  eggplant: '#3f1f3b',
  lavender: '#b9a7dd',
  lilac: '#c3a6d8',
  mauve: '#a9839d',
  magenta: '#c4207f',
  fuchsia: '#d42a91',
  pink: '#f08fb1',
  'hot pink': '#f0438f',
  'baby pink': '#f7c4d2',
  rose: '#dd7a90',
  blush: '#eec0bb',
  nude: '#dfb89b',
  skin: '#e3b793',
  white: '#ffffff',
  'off white': '#f5f2ea',
  pearl: '#eeeae0',
  silver: '#b9bcc0',
  chrome: '#c2c7cc',
  platinum: '#d9d9d6',
  gray: '#808285',
  'light gray': '#d3d3d3',
  'dark gray': '#4d4f52',
  graphite: '#4a4c50',
  'gunmetal gray': '#3b4147',
  gunmetal: '#3b4147',
  anthracite: '#383b3f',
  charcoal: '#3a3b3d',
  slate: '#5b6670',
  'slate gray': '#5b6670',
  black: '#121212',
  'jet black': '#080808',
};

/**
 * Basic color names. In a phrase with a more specific name, the specific color is used: "mustard yellow" is mustard,
 * "salmon pink" is salmon.
 */
const BASIC: ReadonlySet<string> = new Set(
  'red orange yellow green blue purple pink brown gray white black beige'.split(' '),
);

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bgrey\b/g, 'gray'],
  [/\bgolden\b/g, 'gold'],
  [/\bsilvery\b/g, 'silver'],
  [/\bnavy-blue\b/g, 'navy blue'],
  [/\boff-white\b/g, 'off white'],
  [/\brose-gold\b/g, 'rose gold'],
];

/**
 * Change of a color by a modifier, such as “dark”, in Oklab: `lightness` moves the color by that fraction toward a
 * light tone (above 0) or black (below 0); `chroma` scales its chroma.
 */
export interface ShadeOfColor {
  readonly lightness: number;
  readonly chroma: number;
}
const SHADES: Readonly<Record<string, ShadeOfColor>> = {
  light: { lightness: 0.42, chroma: 0.85 },
  lighter: { lightness: 0.42, chroma: 0.85 },
  pale: { lightness: 0.6, chroma: 0.6 },
  pastel: { lightness: 0.55, chroma: 0.75 },
  soft: { lightness: 0.35, chroma: 0.8 },
  muted: { lightness: 0, chroma: 0.55 },
  dusty: { lightness: 0.15, chroma: 0.55 },
  dark: { lightness: -0.3, chroma: 0.65 },
  darker: { lightness: -0.3, chroma: 0.65 },
  deep: { lightness: -0.2, chroma: 1 },
  bright: { lightness: 0.15, chroma: 1.2 },
  vivid: { lightness: 0.05, chroma: 1.35 },
  neon: { lightness: 0.2, chroma: 1.7 },
  matte: { lightness: 0, chroma: 1 },
  glossy: { lightness: 0, chroma: 1 },
  metallic: { lightness: 0, chroma: 1 },
  pure: { lightness: 0, chroma: 1 },
  plain: { lightness: 0, chroma: 1 },
  solid: { lightness: 0, chroma: 1 },
};

/** Parsed color: a hex code or a color name, with the modifiers before it. */
export interface ColorPhrase {
  readonly hex: string;
  readonly shades: readonly ShadeOfColor[];
}

const LONGEST_NAME_WORDS = 2;

/** Parses words that consist only of a color ("dark navy blue", "#3d5afe"); undefined for anything else. */
export function readColor(words: readonly string[]): ColorPhrase | undefined {
  if (words.length === 1) {
    const hex = readHex(words[0]);
    if (hex !== undefined) return { hex, shades: [] };
  }
  for (let nameWords = Math.min(LONGEST_NAME_WORDS, words.length); nameWords >= 1; nameWords--) {
    const hex = hexOfName(words.slice(-nameWords).join(' '));
    if (hex === undefined) continue;
    const shades = words
      .slice(0, -nameWords)
      .map((word) => (Object.hasOwn(SHADES, word) ? SHADES[word] : undefined));
    if (shades.every((shade) => shade !== undefined)) return { hex, shades };
  }
  return undefined;
}

/** True for a single word that names a color ("navy", "gray"). */
export const isColorName = (word: string): boolean => hexOfName(word) !== undefined;

function hexOfName(name: string): string | undefined {
  const spelled = SPELLINGS.reduce((text, [pattern, usual]) => text.replace(pattern, usual), name);
  if (Object.hasOwn(NAMED, spelled)) return NAMED[spelled];
  const [first = '', second = '', ...more] = spelled.split(' ');
  if (more.length > 0) return undefined;
  // Romance languages put the basic color first: "verde salvia".
  const [kind, basic] = BASIC.has(second) ? [first, second] : [second, first];
  return BASIC.has(basic) && !BASIC.has(kind) && Object.hasOwn(NAMED, kind) ? NAMED[kind] : undefined;
}

function readHex(word: string): string | undefined {
  if (/^#[0-9a-f]{6}$/.test(word)) return word;
  if (/^#[0-9a-f]{3}$/.test(word)) return word.replace(/[0-9a-f]/g, '$&$&');
  return undefined;
}
