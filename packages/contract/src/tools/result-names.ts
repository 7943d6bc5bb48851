import { t } from '../text/translation.ts';
import type { ToolId } from './ids.ts';
import type { ToolName } from './names.ts';

interface ToolResults {
  /** Name of a single result of the tool, a picture or a text. */
  readonly one: string;
  readonly many: string;
  /**
   * `TOOL_IDS` of the records that store the tool's results; new records get the first one. Empty if the results
   * aren't stored in the history.
   */
  readonly recordTypes: readonly ToolId[];
  /** Set if records of the tool contain no settings for making a similar picture. */
  readonly hasNoSettings?: true;
}

const RESULTS: Readonly<Record<ToolName, ToolResults>> = {
  'cut-out': { one: t('Cut-out'), many: t('Cut-outs'), recordTypes: [8] },
  crop: { one: t('Crop', { context: 'noun' }), many: t('Crops'), recordTypes: [1], hasNoSettings: true },
  // Two IDs each: the server stores results with a reference picture under the second one.
  scene: { one: t('Background'), many: t('Backgrounds'), recordTypes: [2, 5] },
  inspire: { one: t('Inspiration'), many: t('Inspirations'), recordTypes: [4, 6] },
  magic: { one: t('Magic edit'), many: t('Magic edits'), recordTypes: [9] },
  harmonize: { one: t('Harmonized'), many: t('Harmonized'), recordTypes: [10] },
  upscale: { one: t('Upscaled'), many: t('Upscaled'), recordTypes: [7] },
  describe: { one: t('Description'), many: t('Description'), recordTypes: [] },
};

export const resultName = (tool: ToolName): string => RESULTS[tool].one;

export const resultNames = (tool: ToolName): string => RESULTS[tool].many;

export const hasSettings = (tool: ToolName): boolean => RESULTS[tool].hasNoSettings !== true;

export const recordTypes = (tool: ToolName): readonly ToolId[] => RESULTS[tool].recordTypes;
