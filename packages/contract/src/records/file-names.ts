import { TOOL_IDS } from '../tools/ids.ts';

/** File names of history pictures, without the extension: cut-outs, and all others. */
export const HISTORY_FILE_STEMS = {
  backgroundRemoved: 'AI image - historyWBG',
  other: 'AI image - history',
} as const;

/** The file name of a history picture. */
export const historyFileName = (toolType: number): string =>
  `${HISTORY_FILE_STEMS[toolType === TOOL_IDS.bgRemove ? 'backgroundRemoved' : 'other']}.png`;

/** File name of a download without another name. */
export const DEFAULT_DOWNLOAD_NAME = 'AI Image.png';
/** Upload name of a picture without another name. */
export const DEFAULT_IMAGE_NAME = 'image.png';
