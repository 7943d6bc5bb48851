import type { ToolId } from './ids.ts';
import { TOOL_WORDS } from './names.ts';
import type { ToolName, ToolWords } from './names.ts';

const getToolWords = (tool: ToolName): ToolWords => TOOL_WORDS[tool];

/** What a picture or a text of a tool is called. */
export const resultName = (tool: ToolName): string => getToolWords(tool).result ?? getToolWords(tool).title;

/** What several of them are called. */
export const resultNames = (tool: ToolName): string => getToolWords(tool).results ?? `${resultName(tool)}s`;

/** A record of the tool says how to make another picture like its own. */
export const hasSettings = (tool: ToolName): boolean => getToolWords(tool).hasNoSettings !== true;

/** The ids by which records name a tool's pictures, the one that they are filed by first; none when they are not filed. */
export const recordTypes = (tool: ToolName): readonly ToolId[] => getToolWords(tool).filedAs ?? [];
