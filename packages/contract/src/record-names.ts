import { TOOL_IDS } from './tools.ts';

const HISTORY_FILE_STEM = 'AI image - history';

/** What a picture of history is saved as: 'AI image - history.png', or 'AI image - historyWBG.png' without its background. */
export const historyFileName = (toolType: number): string =>
  `${HISTORY_FILE_STEM}${toolType === TOOL_IDS.bgRemove ? 'WBG' : ''}.png`;
