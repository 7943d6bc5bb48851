import { t } from '@packshot/contract/text/translation';
import { resultName } from '@packshot/contract/tools/result-names';
import { getMaker } from './results.ts';
import type { PictureToolName } from './results.ts';

/** Name of the photo among the pictures of a document. */
export const PHOTO_NAME = t('Your photo');

/** @returns the name of a tool's picture; a composite is named after Background, which makes it in the browser */
export const pictureName = (tool: PictureToolName): string => resultName(getMaker(tool));
