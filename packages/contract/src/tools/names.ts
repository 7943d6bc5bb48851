/**
 * The tools of the Create page and what people call them: everywhere the same words, on the rail, in History, on Home
 * and below a picture.
 */
export const TOOL_NAMES = [
  'cut-out',
  'crop',
  'scene',
  'inspire',
  'magic',
  'harmonize',
  'upscale',
  'describe',
] as const;
/** In the order in which they are offered. */
export type ToolName = (typeof TOOL_NAMES)[number];

interface ToolWords {
  /** The tool itself. */
  readonly title: string;
  /** One picture (or text) that it made. */
  readonly result: string;
  /** Several of them, as a filter is called. */
  readonly results: string;
}

export const TOOL_WORDS: Readonly<Record<ToolName, ToolWords>> = {
  'cut-out': { title: 'Cut out', result: 'Cut-out', results: 'Cut-outs' },
  crop: { title: 'Crop', result: 'Crop', results: 'Crops' },
  scene: { title: 'Background', result: 'Background', results: 'Backgrounds' },
  inspire: { title: 'Inspire', result: 'Inspiration', results: 'Inspirations' },
  magic: { title: 'Magic tool', result: 'Magic edit', results: 'Magic edits' },
  harmonize: { title: 'Harmonize', result: 'Harmonized', results: 'Harmonized' },
  upscale: { title: 'Upscale', result: 'Upscaled', results: 'Upscaled' },
  describe: { title: 'Describe', result: 'Description', results: 'Descriptions' },
};
