import type { ToolId } from './ids.ts';

/**
 * Tools of the Create page with their names, which are used consistently in the tool list, in History, on Home and
 * below a picture. The landing page loads them, so duplicates are avoided (see `result-names.ts`).
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
    // Results with a reference are filed by the server under the second ID.
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
    tile: { text: 'Matched to your picture', sampleId: 'cream-jar' },
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
      caption: 'A round silver product with a textured surface.',
    },
  },
} as const satisfies Record<string, ToolWords>;

export type ToolName = keyof typeof TOOL_WORDS;
/** Tool names in display order. */
export const TOOL_NAMES = Object.keys(TOOL_WORDS) as readonly ToolName[];

export interface ToolWords {
  /** Name of the tool. */
  readonly title: string;
  /** Name of its result, a picture or a text; defaults to the tool's name. */
  readonly result?: string;
  /** Plural of its result for filters; by default with an s. */
  readonly results?: string;
  /** Tile on Home, with the picture `tile-<tool>.webp`; Home omits the tool without it. */
  readonly tile?: ToolTile;
  /** `TOOL_IDS` of its records, starting with the one for new records; missing if its results aren't filed. */
  readonly filedAs?: readonly [ToolId, ...ToolId[]];
  /** Set if its records contain no settings for making another picture. */
  readonly hasNoSettings?: true;
}

export interface ToolTile {
  readonly text: string;
  /** Sample photo that the tool opens with; missing if it needs none. */
  readonly sampleId?: string;
  /** Caption on the picture. */
  readonly caption?: string;
}
