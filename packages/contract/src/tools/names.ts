/**
 * The tools of the Create page and what people call them: everywhere the same words, on the rail, in History, on Home
 * and below a picture. The landing page loads them, so nothing is said twice (see `result-names.ts`).
 */
export const TOOL_WORDS = {
  'cut-out': { title: 'Cut out', result: 'Cut-out' },
  crop: { title: 'Crop' },
  scene: { title: 'Background' },
  inspire: { title: 'Inspire', result: 'Inspiration' },
  magic: { title: 'Magic tool', result: 'Magic edit' },
  harmonize: { title: 'Harmonize', result: 'Harmonized', results: 'Harmonized' },
  upscale: { title: 'Upscale', result: 'Upscaled', results: 'Upscaled' },
  describe: { title: 'Describe', result: 'Description' },
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
}
