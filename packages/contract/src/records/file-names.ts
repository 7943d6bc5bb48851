import { TOOL_IDS } from '../tools/ids.ts';

/** File names of history pictures, without the extension: one for cut-outs, one for all other pictures. */
export const HISTORY_FILE_STEMS = {
  backgroundRemoved: 'AI image - historyWBG',
  other: 'AI image - history',
} as const;

export const historyFileName = (toolType: number): string =>
  `${HISTORY_FILE_STEMS[toolType === TOOL_IDS.bgRemove ? 'backgroundRemoved' : 'other']}.png`;

export const DEFAULT_DOWNLOAD_NAME = 'AI Image.png';
export const DEFAULT_IMAGE_NAME = 'image.png';
