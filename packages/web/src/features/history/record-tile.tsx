import { t } from '@packshot/contract/text/translation';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { Check, PencilLine, Star } from 'lucide';
import { memo, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { RecordMenu } from './record-menu.tsx';
import type { RecordActions } from './record-menu.tsx';
import { openRecord } from './reuse-record.ts';
import { formatAltText, formatDetail, getTitle } from './words.ts';

interface RecordTileProps extends RecordActions {
  readonly record: SavedRecord;
  readonly isSelecting: boolean;
  readonly isSelected: boolean;
  readonly onMissing: (id: string) => void;
}

const smallUrl = (record: SavedRecord): string | null => record.thumb_url ?? record.standard_output_image_url;

export const RecordTile = memo(function RecordTile(props: RecordTileProps) {
  const { isSelecting, onMissing, ...menu } = props;
  const { record, isSelected, onOpen, onToggle, onStar } = menu;
  const { url, onError, tries } = useFreshLink(record, () => onMissing(record.id));
  return (
    <RecordMenu {...menu} className="group relative">
      <button
        type="button"
        aria-label={
          isSelecting
            ? t('Select {picture}', { picture: formatAltText(record) })
            : t('Open {picture}', { picture: formatAltText(record) })
        }
        aria-pressed={isSelecting ? isSelected : undefined}
        onClick={() => (isSelecting ? onToggle : onOpen)(record.id)}
        className={classNames(
          'flex aspect-square w-full items-center justify-center overflow-hidden rounded-xl border border-line bg-fill-strong transition-shadow hover:shadow-mid',
          isSelected && 'outline-3 outline-offset-2 outline-accent',
        )}
      >
        {url !== null && (
          <img
            key={tries}
            src={url}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={onError}
            // The checkerboard is visible only through the picture's transparent areas.
            className="checkerboard max-h-full max-w-full bg-size-[16px_16px]"
          />
        )}
      </button>
      <Corner
        label={t('Select {picture}', { picture: getTitle(record) })}
        isOn={isSelected}
        isShown={isSelecting}
        isAlwaysOnTouch={false}
        onPress={() => onToggle(record.id)}
        className="left-2"
      >
        {isSelected ? (
          <Icon of={Check} sizePx={16} />
        ) : (
          <span className="size-4 rounded-full border-[1.5px] border-current" />
        )}
      </Corner>
      <Corner
        label={t('Star {picture}', { picture: getTitle(record) })}
        isOn={record.starred}
        isShown={record.starred}
        isAlwaysOnTouch
        onPress={() => onStar(record)}
        className="right-2"
      >
        <Icon of={Star} sizePx={16} className={record.starred ? 'fill-current' : ''} />
      </Corner>
      {!isSelecting && (
        <button
          type="button"
          aria-label={t('Open {picture} in Create', { picture: getTitle(record) })}
          title={t('Open in Create')}
          onClick={() => openRecord(record)}
          className="absolute top-[calc(100%-5.5rem)] right-2 inline-flex h-8 items-center gap-1.5 rounded-full bg-chip px-3 text-xs font-medium text-chip-text opacity-0 transition-opacity focus-visible:opacity-100 pointer-fine:group-hover:opacity-100 pointer-coarse:h-10 pointer-coarse:opacity-100"
        >
          <Icon of={PencilLine} sizePx={14} />
          {t('Create')}
        </button>
      )}
      <p dir="auto" translate="no" className="mt-2.5 truncate text-sm font-medium" title={getTitle(record)}>
        {getTitle(record)}
      </p>
      <p dir="auto" className="truncate text-xs text-muted" title={formatDetail(record)}>
        {formatDetail(record)}
      </p>
    </RecordMenu>
  );
});

/**
 * Round toggle on the picture's corner. Touch screens can't hover; on them the toggle is always visible, or the action
 * is available in another way.
 */
function Corner(props: {
  readonly label: string;
  readonly isOn: boolean;
  readonly isShown: boolean;
  readonly isAlwaysOnTouch: boolean;
  readonly onPress: () => void;
  readonly className: string;
  readonly children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-pressed={props.isOn}
      onClick={props.onPress}
      className={classNames(
        'absolute top-2 inline-flex size-8 items-center justify-center rounded-full bg-chip text-chip-text transition-opacity pointer-coarse:size-10',
        'pointer-fine:group-hover:opacity-100 focus-visible:opacity-100',
        !props.isShown && 'opacity-0',
        !props.isShown && !props.isAlwaysOnTouch && 'pointer-coarse:pointer-events-none',
        props.isAlwaysOnTouch && 'pointer-coarse:opacity-100',
        props.className,
      )}
    >
      {props.children}
    </button>
  );
}

/** Link to the picture, renewed once if it expired while the page was open; a missing picture is hidden. */
function useFreshLink(record: SavedRecord, onMissing: () => void) {
  const [renewed, setRenewed] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const skip = (reason: unknown): void => {
    console.warn(`The picture of record ${record.id} cannot be fetched.`, reason);
    onMissing();
  };
  const onError = (): void => {
    if (renewed !== null) {
      skip('Not with a fresh link either.');
      return;
    }
    if (!navigator.onLine) {
      // Waits and tries again: a picture that fails while offline isn't missing.
      addEventListener('online', () => setTries((count) => count + 1), { once: true });
      return;
    }
    call('readRecord', { params: { id: record.id } }).then(({ data }) => {
      const url = smallUrl(data);
      if (url === null) skip('It has no picture.');
      else setRenewed(url);
    }, skip);
  };
  return { url: renewed ?? smallUrl(record), onError, tries };
}
