import { resultName } from '@packshot/contract/tools/result-names';
import { makerOf } from './results.ts';
import type { PictureToolName } from './results.ts';

/** What the photo is called among the pictures of a document. */
export const PHOTO_NAME = 'Your photo';

/** @returns what a tool's picture is called: a composite is Background's, put together in the browser */
export const pictureName = (tool: PictureToolName): string => resultName(makerOf(tool));
