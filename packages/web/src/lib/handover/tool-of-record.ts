import type { SavedRecord } from '@packshot/contract/records/schemas';
import { TOOL_NAMES } from '@packshot/contract/tools/names';
import type { ToolName } from '@packshot/contract/tools/names';
import { recordTypes } from '@packshot/contract/tools/result-names';

/** Tool that made a record's picture; cut-out for unknown tools. */
export const toolForRecord = ({ tool_type }: Pick<SavedRecord, 'tool_type'>): ToolName =>
  TOOL_NAMES.find((tool) => (recordTypes(tool) as readonly number[]).includes(tool_type)) ?? 'cut-out';
