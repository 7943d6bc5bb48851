/** User-facing texts about pictures in the history. */
import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../lib/page/installation.ts';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import type { ToolId } from '@packshot/contract/tools/ids';
import { TOOL_NAMES } from '@packshot/contract/tools/names';
import { recordTypes, resultName, resultNames } from '@packshot/contract/tools/result-names';
import type { ToolName } from '@packshot/contract/tools/names';
import { toolForRecord } from '../../lib/handover/tool-of-record.ts';

/** Option of the history's filter: a tool of the Create page, with the tool IDs that its records use. */
export interface ToolGroup {
  readonly name: string;
  /** Tool of the Create page that opens a record's settings. */
  readonly tool: ToolName;
  readonly ids: readonly ToolId[];
}

/** Filter options for all tools whose pictures are stored in the history, in display order. */
export const TOOL_GROUPS: readonly ToolGroup[] = TOOL_NAMES.flatMap((tool) => {
  const ids = recordTypes(tool);
  return ids.length > 0 ? [{ name: resultNames(tool), tool, ids }] : [];
});

export const toolName = (record: SavedRecord): string => resultName(toolForRecord(record));

/** Title of a picture in the grid: the record's name, else the prompt, the scene, or the tool. */
export const getTitle = (record: SavedRecord): string =>
  record.name || record.text_prompt || record.scene?.title || toolName(record);

/** Label that distinguishes pictures with the same name: the tool, the prompt or else the scene, and the day. */
export const formatDetail = (record: SavedRecord): string => {
  const subject = record.text_prompt || record.scene?.title || '';
  const parts = [toolName(record), subject === getTitle(record) ? '' : subject, formatDay(record)];
  return parts.filter((part) => part !== '').join(' · ');
};

export const formatAltText = (record: SavedRecord): string => `${toolName(record)}: ${getTitle(record)}`;

const dayFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });
const momentFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const formatDay = ({ created_at }: SavedRecord): string => dayFormat.format(new Date(created_at));
export const formatMoment = ({ created_at }: SavedRecord): string =>
  momentFormat.format(new Date(created_at));

export function costOfDownloads(records: readonly SavedRecord[], remaining: number): string {
  if (!hasBilling()) return '';
  const unpaid = records.filter(({ is_downloaded }) => !is_downloaded).length;
  if (unpaid === 0) return t('Already downloaded. Free to save again.');
  const cost =
    unpaid > remaining
      ? t(
          'Needs {unpaid, plural, one {{unpaid} download} other {{unpaid} downloads}}; you have {remaining}.',
          {
            unpaid,
            remaining,
          },
        )
      : t('Uses {unpaid} of {remaining, plural, one {{remaining} download} other {{remaining} downloads}}.', {
          unpaid,
          remaining,
        });
  const free = records.length - unpaid;
  return free > 0 ? `${cost} ${t('{free} already paid for.', { free })}` : cost;
}

export const picturesSelected = (count: number): string =>
  t('{count, plural, one {{count} picture} other {{count} pictures}} selected', { count });
export const picturesFound = (count: number): string =>
  t('{count, plural, one {{count} picture} other {{count} pictures}}', { count });
