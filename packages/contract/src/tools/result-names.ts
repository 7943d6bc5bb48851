import { TOOL_WORDS } from './names.ts';
import type { ToolName, ToolWords } from './names.ts';

const wordsOf = (tool: ToolName): ToolWords => TOOL_WORDS[tool];

/** What a picture or a text of a tool is called. */
export const resultName = (tool: ToolName): string => wordsOf(tool).result ?? wordsOf(tool).title;

/** What several of them are called. */
export const resultNames = (tool: ToolName): string => wordsOf(tool).results ?? `${resultName(tool)}s`;
