import { t } from '@packshot/contract/text/translation';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { hasSettings } from '@packshot/contract/tools/result-names';
import { SquareCheck, Download, Maximize2, PencilLine, RotateCcw, Star, Trash2 } from 'lucide';
import type { ReactNode } from 'react';
import { toolForRecord } from '../../lib/handover/tool-of-record.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import type { MenuItem } from '../../ui/context-menu.tsx';
import { openRecord, reuseRecord } from './reuse-record.ts';

export interface RecordActions {
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onStar: (record: SavedRecord) => void;
  readonly onDownload: (record: SavedRecord) => Promise<void>;
  readonly onDelete: (id: string) => void;
}

interface RecordMenuProps extends RecordActions {
  readonly record: SavedRecord;
  readonly isSelected: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

/** Context menu of a picture in History, with the actions of its viewer and its tile. */
export function RecordMenu({ record, isSelected, className, children, ...actions }: RecordMenuProps) {
  const { onOpen, onToggle, onStar, onDownload, onDelete } = actions;
  const item = (id: string, label: string, icon: MenuItem['icon'], onSelect: () => void): MenuItem => ({
    id,
    label,
    icon,
    isEnabled: true,
    onSelect,
  });
  const groups = (): MenuItem[][] => [
    [
      item('open', t('Open'), Maximize2, () => onOpen(record.id)),
      item('create', t('Open in Create'), PencilLine, () => openRecord(record)),
      ...(hasSettings(toolForRecord(record))
        ? [item('reuse', t('Reuse settings'), RotateCcw, () => reuseRecord(record))]
        : []),
    ],
    [
      item('download', t('Download PNG'), Download, () => void onDownload(record)),
      item('star', record.starred ? t('Remove the star') : t('Star'), Star, () => onStar(record)),
      item('select', isSelected ? t('Deselect') : t('Select'), SquareCheck, () => onToggle(record.id)),
    ],
    [item('delete', t('Delete'), Trash2, () => onDelete(record.id))],
  ];
  return (
    <ContextMenu label={t('Picture')} groups={groups} className={className}>
      {children}
    </ContextMenu>
  );
}
