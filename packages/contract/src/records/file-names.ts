import { TOOL_IDS } from '../tools/ids.ts';

/** What pictures of history are saved as, without the extension: those without their background, and all others. */
export const HISTORY_FILE_STEMS = {
  backgroundRemoved: 'AI image - historyWBG',
  other: 'AI image - history',
} as const;

/** What a picture of history is saved as. */
export const historyFileName = (toolType: number): string =>
  `${HISTORY_FILE_STEMS[toolType === TOOL_IDS.bgRemove ? 'backgroundRemoved' : 'other']}.png`;

/** What a download is called that nothing else gives a name to. */
export const DEFAULT_DOWNLOAD_NAME = 'AI Image.png';
/** What a picture is called on its way to the store when nothing else gives it a name. */
export const DEFAULT_IMAGE_NAME = 'image.png';
