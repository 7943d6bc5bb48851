/** Pictures of history in words. */
import type { SavedRecord } from '@packshot/contract/records';
import { TOOL_IDS } from '@packshot/contract/tools';
import type { ToolId } from '@packshot/contract/tools';
import type { CreateTool } from '../../lib/incoming-work.ts';
import { plural } from '../../lib/plural.ts';

/** What people filter by: tools as the Create page offers them. */
export interface ToolGroup {
  readonly name: string;
  /** The tool of the Create page that settings go back to. */
  readonly tool: CreateTool;
  readonly ids: readonly ToolId[];
}

export const TOOL_GROUPS: readonly ToolGroup[] = [
  { name: 'Cut-outs', tool: 'cut-out', ids: [TOOL_IDS.bgRemove] },
  { name: 'Crops', tool: 'crop', ids: [TOOL_IDS.default] },
  { name: 'Scenes', tool: 'scene', ids: [TOOL_IDS.product, TOOL_IDS.ipProduct] },
  { name: 'Inspirations', tool: 'inspire', ids: [TOOL_IDS.text, TOOL_IDS.ipText] },
  { name: 'Edits', tool: 'magic', ids: [TOOL_IDS.magicTool] },
  { name: 'Matched', tool: 'harmonize', ids: [TOOL_IDS.harmonize] },
  { name: 'Enlarged', tool: 'upscale', ids: [TOOL_IDS.upscale] },
];

const SINGULAR: Readonly<Record<CreateTool, string>> = {
  'cut-out': 'Cut-out',
  crop: 'Crop',
  scene: 'Scene',
  inspire: 'Inspiration',
  magic: 'Edit',
  harmonize: 'Matched',
  upscale: 'Enlarged',
  describe: 'Description',
};

const groupOf = ({ tool_type }: SavedRecord): ToolGroup | undefined =>
  TOOL_GROUPS.find(({ ids }) => (ids as readonly number[]).includes(tool_type));

/** The tool that made it; a cut-out for tools that this page does not know. */
export const toolOf = (record: SavedRecord): CreateTool => groupOf(record)?.tool ?? 'cut-out';
export const toolName = (record: SavedRecord): string => SINGULAR[toolOf(record)];

/** What it is called in the grid: the wish, or the scene, or the photo. */
export const titleOf = (record: SavedRecord): string =>
  record.text_prompt || record.scene?.title || record.name || toolName(record);

/** For a screen reader, and for whoever cannot see the picture. */
export const altOf = (record: SavedRecord): string => `${toolName(record)}: ${titleOf(record)}`;

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const momentFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
export const dayOf = ({ created_at }: SavedRecord): string => dayFormat.format(new Date(created_at));
export const momentOf = ({ created_at }: SavedRecord): string => momentFormat.format(new Date(created_at));

/** What taking these pictures away costs, before it is done. */
export function costOfDownloads(records: readonly SavedRecord[], left: number): string {
  const unpaid = records.filter(({ is_downloaded }) => !is_downloaded).length;
  if (unpaid === 0) return 'Downloaded before: free.';
  const cost = unpaid > left ? `Needs ${plural(unpaid, 'download')}` : `Uses ${plural(unpaid, 'download')}`;
  const free = records.length - unpaid;
  return `${cost}, you have ${left}.${free > 0 ? ` ${free} paid for before.` : ''}`;
}

export const picturesSelected = (count: number): string => `${plural(count, 'picture')} selected`;
export const picturesFound = (count: number): string => plural(count, 'picture');
