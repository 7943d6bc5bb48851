import { t } from '../text/translation.ts';

/**
 * Tools of the Create page with their names. The landing page loads this module; `result-names.ts` names the results.
 */
export const TOOL_WORDS = {
  'cut-out': {
    title: t('Cut out'),
    tile: { text: t('Clean edges at full size'), sampleId: 'sunglasses' },
  },
  crop: { title: t('Crop') },
  scene: {
    title: t('Background'),
    tile: { text: t('Studio scenes, lit to match'), sampleId: 'perfume' },
  },
  inspire: {
    title: t('Inspire'),
    tile: { text: t('Ideas from a line of text') },
  },
  magic: {
    title: t('Magic tool'),
    tile: { text: t('Erase or recolor'), sampleId: 'stoneware-mug' },
  },
  harmonize: {
    title: t('Harmonize'),
    tile: { text: t('Matched to your picture'), sampleId: 'cream-jar' },
  },
  upscale: {
    title: t('Upscale'),
    tile: { text: t('Two or four times larger'), sampleId: 'watch' },
  },
  describe: {
    title: t('Describe'),
    tile: {
      text: t('Alt text in one click'),
      sampleId: 'candle-holder',
      caption: t('A round silver product with a textured surface.'),
    },
  },
} as const satisfies Record<string, ToolWords>;

export type ToolName = keyof typeof TOOL_WORDS;
export const TOOL_NAMES = Object.keys(TOOL_WORDS) as readonly ToolName[];

export interface ToolWords {
  readonly title: string;
  /** Tile for the tool on Home, with the picture `tile-<tool>.webp`; Home shows no tool without a tile. */
  readonly tile?: ToolTile;
}

export interface ToolTile {
  readonly text: string;
  /** Sample photo that the tool opens with; missing if it needs no photo. */
  readonly sampleId?: string;
  readonly caption?: string;
}
