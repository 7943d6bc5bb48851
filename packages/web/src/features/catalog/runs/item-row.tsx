import { t } from '@packshot/contract/text/translation';
import type { ItemState, RunItem } from '@packshot/contract/catalog/items';
import { Image as PhotoIcon, ImageUp, X } from 'lucide';
import { memo, useState } from 'react';
import { ownName } from '../../../lib/files/own-name.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useUploadedPhoto } from './uploaded-photos.ts';
import { itemName, itemNote, STATE_WORDS } from '../words.ts';

const TONES: Readonly<Record<ItemState, string>> = {
  waiting: 'text-muted',
  running: 'text-accent-text',
  done: 'text-success',
  needs_review: 'text-warning',
  approved: 'text-success',
  rejected: 'text-danger',
  failed: 'text-danger',
  skipped: 'text-muted',
};

interface ItemRowProps {
  readonly item: RunItem | null;
  /** Opens the row in a dialog; missing if rows can't be opened. */
  readonly onOpen?: ((row: number) => void) | undefined;
  /** Removes the row; missing if rows can't be removed. */
  readonly onRemove?: ((row: number) => void) | undefined;
  /** Whether the data may be outdated: the row's number may have changed. */
  readonly isOld?: boolean;
}

const draftWords = ({ source }: RunItem): string =>
  source.kind === 'file' ? t('Waiting for file') : source.kind === 'upload' ? t('Photo found') : t('Ready');

/** Row of a run: thumbnail, name, state, and a sentence about problems. */
export const ItemRow = memo(function ItemRow({ item, onOpen, onRemove, isOld = false }: ItemRowProps) {
  if (item === null) {
    return (
      <div className="flex h-full items-center gap-3 px-3">
        <span className="size-18 shrink-0 rounded-md bg-fill-strong" />
        <span className="h-3 w-40 rounded-md bg-fill-strong" />
      </div>
    );
  }
  const note = itemNote(item);
  return (
    <div
      className={classNames(
        'flex h-full items-center gap-3 px-3',
        onOpen && 'transition-colors hover:bg-fill',
      )}
    >
      <Thumbnail item={item} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-sm font-medium">
          <span className="text-muted tabular-nums">{item.row}</span>
          <span className="min-w-0 flex-1 truncate">
            {onOpen ? (
              // The button covers the whole row.
              <button type="button" onClick={() => onOpen(item.row)} className="after:absolute after:inset-0">
                <bdi translate="no">{itemName(item)}</bdi>
              </button>
            ) : (
              <bdi translate="no">{itemName(item)}</bdi>
            )}
          </span>
          <span className={classNames('shrink-0 text-xs font-semibold', TONES[item.state])}>
            {onRemove ? draftWords(item) : STATE_WORDS[item.state]}
          </span>
        </p>
        {/* The title shows the whole sentence; screen readers read it completely anyway. */}
        <p title={note} className="mt-0.5 line-clamp-2 text-xs text-muted">
          {note || <bdi translate="no">{ownName(item.source.name)}</bdi>}
        </p>
      </div>
      {onRemove && (
        <IconButton
          icon={X}
          label={t('Remove {photo}', { photo: itemName(item) })}
          side="left"
          disabled={isOld}
          onClick={() => onRemove(item.row)}
        />
      )}
    </div>
  );
});

/** Thumbnail of the resulting picture, or of the photo until there is one. */
function Thumbnail({ item: { thumb_url: resultUrl, photo_key: key } }: { readonly item: RunItem }) {
  const photo = useUploadedPhoto(resultUrl === null ? key : null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const url = resultUrl ?? photo;
  if (url === null || url === unreadable)
    return (
      <span className="inline-flex size-18 shrink-0 items-center justify-center rounded-md bg-fill text-muted">
        {/* Placeholder: the photo was added on another page, or the browser can't decode it. */}
        <Icon of={key === null ? PhotoIcon : ImageUp} sizePx={22} />
      </span>
    );
  return (
    <img
      src={url}
      alt=""
      width={72}
      height={72}
      decoding="async"
      onError={() => setUnreadable(url)}
      className="checkerboard size-18 shrink-0 rounded-md object-contain"
    />
  );
}
