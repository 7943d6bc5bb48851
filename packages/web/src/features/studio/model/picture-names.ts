import { t } from '@packshot/contract/text/translation';
import { resultName } from '@packshot/contract/tools/result-names';
import { getMaker } from './results.ts';
import type { PictureToolName } from './results.ts';

export const PHOTO_NAME = t('Your photo');

/** @returns the name of a tool's picture; a composite has the name of the scene tool's results */
export const pictureName = (tool: PictureToolName): string => resultName(getMaker(tool));
