import { t } from '@packshot/contract/text/translation';
import { hasSettings } from '@packshot/contract/tools/result-names';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { TOOL_IDS } from '@packshot/contract/tools/ids';
import { SCENE_TOOL_IDS } from '@packshot/contract/tools/scene';
import { ChevronLeft, ChevronRight, Columns2, Download, PencilLine, RotateCcw, Star, Trash2 } from 'lucide';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { Button } from '../../ui/button.tsx';
import { CompareSlider } from '../../ui/compare-slider.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { OutOfDownloads } from '../../lib/plans/out-of-downloads.tsx';
import { RecordFacts } from './record-facts.tsx';
import { openRecord, reuseRecord } from './reuse-record.ts';
import { useRecordDownload } from './use-record-download.ts';
import { formatAltText, costOfDownloads, toolName } from './words.ts';
import { toolForRecord } from '../../lib/handover/tool-of-record.ts';

interface RecordViewerProps {
  readonly record: SavedRecord;
  /** IDs of the previous and next picture; null at the start or end of the list. */
  readonly neighbors: { readonly before: string | null; readonly after: string | null };
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
  readonly onChange: (record: SavedRecord) => void;
  readonly onStar: () => void;
  readonly onDelete: () => void;
}

/** Viewer for one picture at a large size, with its details and actions. */
export function RecordViewer(props: RecordViewerProps) {
  const { record, neighbors, onMove } = props;
  const move = (id: string | null): void => {
    if (id !== null) onMove(id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Ignores arrow keys in fields: there they move the comparison's divider, or the cursor in the name.
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === 'ArrowLeft') move(neighbors.before);
    if (event.key === 'ArrowRight') move(neighbors.after);
  };
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={toolName(record)}
      className="w-[72rem] max-md:h-dvh max-md:max-h-dvh max-md:w-dvw max-md:max-w-none max-md:rounded-none max-md:p-4"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of the controls inside */}
      <div onKeyDown={onKeyDown} className="mt-4 grid gap-6 md:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0">
          <LargePicture key={record.id} record={record} />
          <div className="mt-3 flex justify-between">
            <IconButton
              icon={ChevronLeft}
              label={t('Newer')}
              hint="←"
              outlined
              disabled={neighbors.before === null}
              onClick={() => move(neighbors.before)}
            />
            <IconButton
              icon={ChevronRight}
              label={t('Older')}
              hint="→"
              outlined
              disabled={neighbors.after === null}
              onClick={() => move(neighbors.after)}
            />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <RecordFacts key={record.id} record={record} onChange={props.onChange} />
          <Actions {...props} />
        </div>
      </div>
    </Dialog>
  );
}

const FRAME = 'bg-canvas h-[min(64dvh,44rem)] w-full rounded-xl border border-line max-md:h-[46dvh]';

/**
 * Tools that change the shape of a picture: the viewer shows photo and result side by side, because they can't be
 * overlaid.
 */
const RESHAPED: ReadonlySet<number> = new Set([TOOL_IDS.default, ...SCENE_TOOL_IDS]);
const canOverlay = ({ tool_type }: SavedRecord): boolean => !RESHAPED.has(tool_type);

/** Style with which two pictures of the same aspect ratio cover each other at any resolution. */
const CONTAINED = 'size-full object-contain';

function LargePicture({ record }: { readonly record: SavedRecord }) {
  const [isComparing, setIsComparing] = useState(false);
  const { input_image_url: inputUrl, standard_output_image_url: standardUrl } = record;
  const url = standardUrl ?? record.thumb_url;
  const picture = (source: string | null, alt: string, className: string) =>
    source !== null && <img src={source} alt={alt} draggable={false} className={className} />;
  return (
    <div className="relative">
      {isComparing && !canOverlay(record) ? (
        <div className={`${FRAME} flex flex-col gap-px overflow-hidden landscape:flex-row`}>
          <div className="min-h-0 min-w-0 flex-1">{picture(inputUrl, t('Original'), CONTAINED)}</div>
          <div className="min-h-0 min-w-0 flex-1">{picture(url, formatAltText(record), CONTAINED)}</div>
        </div>
      ) : isComparing ? (
        <CompareSlider
          before={<div className="size-full bg-canvas">{picture(inputUrl, t('Original'), CONTAINED)}</div>}
          after={<div className="size-full bg-canvas">{picture(url, formatAltText(record), CONTAINED)}</div>}
          className={FRAME}
        />
      ) : (
        <div className={`${FRAME} flex items-center justify-center overflow-hidden`}>
          {picture(url, formatAltText(record), 'checkerboard max-h-full max-w-full')}
        </div>
      )}
      {inputUrl !== null && (
        <Button
          size="sm"
          variant="secondary"
          icon={Columns2}
          aria-pressed={isComparing}
          onClick={() => setIsComparing(!isComparing)}
          className="absolute bottom-3 left-3"
        >
          {isComparing ? t('Stop comparing') : t('Compare')}
        </Button>
      )}
    </div>
  );
}

function Actions({ record, onChange, onStar, onDelete }: RecordViewerProps) {
  const remainingDownloads = useGlobalState((state) => state.currentAvailableDownloadImageCount);
  const { isBusy, isUnpaid, download, closeUnpaid } = useRecordDownload(onChange);
  return (
    <div className="mt-auto grid gap-2">
      <Button icon={Download} loading={isBusy} onClick={() => void download(record)}>
        {t('Download PNG')}
      </Button>
      <p className="text-center text-xs text-muted">{costOfDownloads([record], remainingDownloads)}</p>
      <Button variant="secondary" icon={PencilLine} onClick={() => openRecord(record)}>
        {t('Open in Create')}
      </Button>
      {hasSettings(toolForRecord(record)) && (
        <Button variant="secondary" icon={RotateCcw} onClick={() => reuseRecord(record)}>
          {t('Reuse settings')}
        </Button>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" icon={Star} aria-pressed={record.starred} onClick={onStar}>
          {record.starred ? t('Starred') : t('Star')}
        </Button>
        <Button variant="secondary" icon={Trash2} onClick={onDelete}>
          {t('Delete')}
        </Button>
      </div>
      <OutOfDownloads isOpen={isUnpaid} onClose={closeUnpaid} />
    </div>
  );
}
