import type { ToolId } from './ids.ts';
import { TOOL_WORDS } from './names.ts';
import type { ToolName, ToolWords } from './names.ts';

const getToolWords = (tool: ToolName): ToolWords => TOOL_WORDS[tool];

/** Name of a tool's result, a picture or a text. */
export const resultName = (tool: ToolName): string => getToolWords(tool).result ?? getToolWords(tool).title;

/** Plural of that name. */
export const resultNames = (tool: ToolName): string => getToolWords(tool).results ?? `${resultName(tool)}s`;

/** Whether a record of the tool contains settings for making a similar picture. */
export const hasSettings = (tool: ToolName): boolean => getToolWords(tool).hasNoSettings !== true;

/** IDs of a tool's records, starting with the one for new records; empty if its results aren't filed. */
export const recordTypes = (tool: ToolName): readonly ToolId[] => getToolWords(tool).filedAs ?? [];
