import type { ToolId } from './ids.ts';

/**
 * The tools of the Create page and what people call them: everywhere the same words, on the rail, in History, on Home
 * and below a picture. The landing page loads them, so nothing is said twice (see `result-names.ts`).
 */
export const TOOL_WORDS = {
  'cut-out': {
    title: 'Cut out',
    result: 'Cut-out',
    tile: { text: 'Clean edges at full size', sampleId: 'sunglasses' },
    filedAs: [8],
  },
  crop: { title: 'Crop', filedAs: [1], hasNoSettings: true },
  scene: {
    title: 'Background',
    tile: { text: 'Studio scenes, lit to match', sampleId: 'perfume' },
    // With a reference the server files them by the second.
    filedAs: [2, 5],
  },
  inspire: {
    title: 'Inspire',
    result: 'Inspiration',
    tile: { text: 'Ideas from a line of text' },
    filedAs: [4, 6],
  },
  magic: {
    title: 'Magic tool',
    result: 'Magic edit',
    tile: { text: 'Erase or recolor', sampleId: 'stoneware-mug' },
    filedAs: [9],
  },
  harmonize: {
    title: 'Harmonize',
    result: 'Harmonized',
    results: 'Harmonized',
    tile: { text: 'Matched to your own picture', sampleId: 'cream-jar' },
    filedAs: [10],
  },
  upscale: {
    title: 'Upscale',
    result: 'Upscaled',
    results: 'Upscaled',
    tile: { text: 'Two or four times larger', sampleId: 'watch' },
    filedAs: [7],
  },
  describe: {
    title: 'Describe',
    result: 'Description',
    tile: {
      text: 'Alt text in one click',
      sampleId: 'candle-holder',
      caption: 'A round metallic silver product with a textured surface.',
    },
  },
} as const satisfies Record<string, ToolWords>;

export type ToolName = keyof typeof TOOL_WORDS;
/** In the order in which they are offered. */
export const TOOL_NAMES = Object.keys(TOOL_WORDS) as readonly ToolName[];

export interface ToolWords {
  /** The tool itself. */
  readonly title: string;
  /** One picture (or text) that it made; absent: called like the tool. */
  readonly result?: string;
  /** Several of them, as a filter is called; absent: with an s. */
  readonly results?: string;
  /** Its tile on Home, below its picture `tile-<tool>.webp`; absent: Home does not show it. */
  readonly tile?: ToolTile;
  /** The `TOOL_IDS` by which records name its pictures, the one that they are filed by first; absent: they are not filed. */
  readonly filedAs?: readonly [ToolId, ...ToolId[]];
  /** A record of it has nothing to make another picture with. */
  readonly hasNoSettings?: true;
}

export interface ToolTile {
  readonly text: string;
  /** The sample photo that the tool opens with; absent: it needs none. */
  readonly sampleId?: string;
  /** On the picture. */
  readonly caption?: string;
}
