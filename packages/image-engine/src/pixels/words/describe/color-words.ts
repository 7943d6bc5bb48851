import { oklabOfHex } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';

/**
 * Color names with examples of product colors as they appear in photos. Each name has enough examples to distinguish
 * it from similar colors.
 */
const EXAMPLES = {
  red: '#cc1f2d #e0202a #b3202c #d93a35 #ff0000 #c41e3a #be5660 #ab393b',
  burgundy: '#6d1a2d #7f1d2e #5a1525 #8a1f35 #74373e #874650 #96434f #a04651',
  orange: '#ee7a1b #f28500 #f06a22 #e2641f #ff9a3c #ff7f2a #d9611f #e4591d #c94a14 #cf5a20 #d4571c #bc6426',
  rust: '#a6451c #b3502a #934023 #b0552f',
  coral: '#f2765b #ff7f61 #f08672 #ee6f5c',
  peach: '#f9c6a5 #f8b88b #fbd0b8 #f5b795',
  yellow: '#f4cf1f #f7e34a #ffe93b #f9dd5a #ffff14 #f6e77f',
  'golden yellow': '#f2a900 #e6b325 #f0b93a #d99e1c #ffc30b',
  mustard: '#c8981f #b98b1a #cda434 #9c741d #a58325',
  cream: '#f5ecd2 #f1e6c8 #efe3c2',
  beige: '#dcc9a6 #d8c7ad #e0d0b5 #cdbb9d #f0d8a8 #e2bc8e',
  tan: '#c8a474 #bf9b6f #c9ac86 #b99a76 #ecb77d #dba878',
  'light brown': '#b5732f #a87845 #b0804f #a5754a #9c7550',
  brown: '#75482a #845236 #6b4a35 #7d5a43 #8b5a2b',
  'dark brown': '#4e2c1a #5b3d2b #432818 #4a342a #3d2a1f',
  'olive green': '#76772c #6b7034 #808039 #5c6130',
  lime: '#a5d320 #b5d334 #bfe04a #9fdd3a',
  green: '#2e8b3d #3a9d4a #4caf50 #2f9e44 #58a55c #00a651 #4f7a3a #456439 #4a7648 #6d8f3e',
  'dark green': '#1f5b32 #12432e #0c4229 #2c5a3c #1d4d3b #35503c #4c624e #3d5842',
  'light green': '#8fd18a #a3d9a0 #a9cf8d #90d26d #b4dca5',
  'sage green': '#9caf88 #a3b18a #8fa387 #b2bfa0',
  'mint green': '#9fdcc0 #aee5cd #b8ead3 #98e0c4',
  teal: '#137c80 #0f6e72 #2a7f86 #14535f #1b8a8f',
  turquoise: '#2fc2b9 #40d0c4 #5fd3cf #1fb6b0 #3fb8c8',
  'light blue': '#a9d1ec #b3d4e3 #bcd9ee #a4c4de #9fc3dd #c5def0',
  'sky blue': '#7fbfe6 #75b8e8 #87ceeb #6fb1dc #8cc3e0 #6ab0d8 #83b5d1 #99ddfa',
  blue: '#1f5fc4 #2b6fd6 #1e6fbf #2b4fbf #1747a6 #2f7fd0 #1f78c8 #0a5eb0',
  'steel blue': '#4a7ba6 #5a86ab #4f7596 #6488a8 #3c6a94 #335b75 #2b5a7a #3a6585',
  'dark blue': '#23406e #2a4a7c #1f3b73 #2d4468',
  'navy blue': '#1b2a52 #171f45 #1c2e4a #22304f #141e3c',
  lavender: '#b9a7dd #c3a6d8 #c9b8e6 #b7a3d0',
  purple: '#6b2f9c #7541b5 #803fa5 #5c2d91 #8e4bb8 #6f3a8c',
  'dark purple': '#3f1f4b #4b2354 #472a5e #5a2a56',
  magenta: '#c4207f #d42a91 #b81c74 #c71585',
  'hot pink': '#f0438f #ff4f9a #ec3d83',
  pink: '#f08fb1 #f3a3bf #ee9ab5 #e88ba5 #dd7a90 #f4a7b9',
  'light pink': '#f7c4d2 #f6cfd6 #eec0c6 #f4d3d8',
} as const;

export type ColorWord = keyof typeof EXAMPLES | GrayWord;
export type GrayWord = 'black' | 'dark gray' | 'gray' | 'light gray' | 'white' | 'silver';

/**
 * Weight of lightness relative to hue and chroma when colors are compared; it is low, because shading mostly changes
 * lightness.
 */
const LIGHTNESS_WEIGHT = 0.65;

const NAMED = (Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[]).flatMap((name) =>
  EXAMPLES[name].split(' ').map((hex) => ({ name, oklab: oklabOfHex(hex) })),
);

/** Color name of a color that isn't gray. */
export function wordFor([lightness, a, b]: Triple): keyof typeof EXAMPLES {
  let [best] = NAMED;
  let least = Infinity;
  for (const example of NAMED) {
    const [l1, a1, b1] = example.oklab;
    const distance = Math.hypot(LIGHTNESS_WEIGHT * (l1 - lightness), a1 - a, b1 - b);
    if (distance < least) [best, least] = [example, distance];
  }
  return best.name;
}
