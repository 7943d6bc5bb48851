import { t } from '@packshot/contract/text/translation';
import {
  Check,
  CircleAlert,
  Download,
  Image as PhotoIcon,
  PencilLine,
  RotateCcw,
  TriangleAlert,
  X,
} from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { flagWords } from '@packshot/contract/tools/flag-words';
import { canRetry, isLeftOut, listFlags } from './batch.ts';
import type { BatchItem } from './batch.ts';
import { createBatch } from './create-batch.ts';
import { useActions } from '../state/use-studio.ts';
import { fileSize } from '../panel/words.ts';
import { useBatch } from './use-batch.ts';

interface BatchCardProps {
  readonly item: BatchItem;
  readonly onOutOfDownloads: () => void;
}

export function BatchCard({ item, onOutOfDownloads }: BatchCardProps) {
  const thumbnail = useBatch((state) => state.thumbnails[item.id]);
  const progress = useBatch((state) => state.progress[item.id]);
  const { open, runner, saver } = useActions(createBatch);
  const isRunning = item.state === 'running';
  const save = async (): Promise<void> => {
    if (!(await saver.saveItem(item.id))) onOutOfDownloads();
  };
  return (
    <article aria-label={item.name} className="group">
      <div
        className={classNames(
          'relative flex aspect-square items-center justify-center overflow-hidden rounded-lg border border-line',
          // Shows a plain background until there is a cut-out, and then a checkerboard.
          item.state === 'done' ? 'checkerboard bg-size-[16px_16px]' : 'bg-fill-strong',
        )}
      >
        {thumbnail ? (
          <img src={thumbnail.url} alt="" draggable={false} className="size-full object-contain" />
        ) : (
          <Icon of={PhotoIcon} sizePx={24} className="text-muted" />
        )}
        {isRunning && (
          <div
            role="progressbar"
            aria-label={item.name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round((progress?.fraction ?? 0) * 100)}
            className="absolute inset-x-0 bottom-0 h-1.5 bg-surface"
          >
            <div
              className="h-full origin-left bg-accent transition-transform"
              style={{ transform: `scaleX(${progress?.fraction ?? 0})` }}
            />
          </div>
        )}
        {item.state === 'done' && <DoneMark isDoubtful={listFlags(item).length > 0} />}
      </div>
      <div className="mt-1.5 flex min-h-9 items-start gap-1">
        <div className="min-w-0 flex-1 pt-1">
          <p className="truncate text-sm font-medium" title={item.name}>
            {item.name}
          </p>
          <StateLine item={item} words={progress?.words} />
        </div>
        {canOpen(item) && (
          <CardButton
            label={t('Open {name} in Create', { name: item.name })}
            icon={PencilLine}
            onClick={() => void open(item.id)}
          />
        )}
        {item.state === 'done' && (
          <CardButton
            label={t('Download {name}', { name: item.name })}
            icon={Download}
            onClick={() => void save()}
          />
        )}
        {canRetry(item) && (
          <CardButton
            label={t('Try {name} again', { name: item.name })}
            icon={RotateCcw}
            onClick={() => runner.retry(item.id)}
          />
        )}
        {!isRunning && (
          <CardButton
            label={t('Remove {name}', { name: item.name })}
            icon={X}
            onClick={() => runner.removeItem(item.id)}
          />
        )}
      </div>
      <FlagLine item={item} />
      <MissLine item={item} />
    </article>
  );
}

const DoneMark = ({ isDoubtful }: { readonly isDoubtful: boolean }): ReactNode => (
  <span
    className={classNames(
      'absolute top-2 left-2 inline-flex size-6 items-center justify-center rounded-full',
      isDoubtful ? 'bg-warning-soft text-warning' : 'bg-chip text-chip-text',
    )}
  >
    <Icon of={isDoubtful ? TriangleAlert : Check} sizePx={14} />
  </span>
);

/** Most serious quality flag of a result; a click opens the cut-out. Renders nothing without flags. */
function FlagLine({ item }: { readonly item: BatchItem }) {
  const { check, runner } = useActions(createBatch);
  const [flag, ...others] = listFlags(item);
  if (!flag) return null;
  const { title, note } = flagWords(flag);
  return (
    <div className="mt-0.5 flex items-start gap-1">
      <button
        type="button"
        title={note}
        onClick={() => void check(item.id)}
        className="min-w-0 flex-1 rounded-sm py-1 text-left text-xs text-warning hover:underline pointer-coarse:py-2.5"
      >
        <span className="font-semibold">{title}</span>
        {others.length > 0 && ` ${t('And {count} more.', { count: others.length })}`}
      </button>
      <CardButton
        label={t('{name} looks right', { name: item.name })}
        icon={Check}
        onClick={() => runner.accept(item.id)}
      />
    </div>
  );
}

/** Buttons for a photo that doesn't fit the series: give it a scene of its own, or confirm that it fits. */
function MissLine({ item }: { readonly item: BatchItem }) {
  const { runner } = useActions(createBatch);
  if (!isLeftOut(item)) return null;
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        onClick={() => runner.takeOut(item.id)}
        className="pointer-coarse:h-11!"
      >
        {t('Use its own angle')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => runner.takeIn(item.id)}
        className="pointer-coarse:h-11!"
      >
        {t('Use the look anyway')}
      </Button>
    </div>
  );
}

/** Whether the photo can be opened: not while the batch works on it, and not if it was unreadable. */
const canOpen = ({ state, failure }: BatchItem): boolean => state !== 'running' && failure?.isFinal !== true;

const CardButton = (props: {
  readonly label: string;
  readonly icon: typeof X;
  readonly onClick: () => void;
}): ReactNode => <IconButton {...props} side="top" className="size-8! pointer-coarse:size-10!" />;

function StateLine({ item, words }: { readonly item: BatchItem; readonly words: string | undefined }) {
  switch (item.state) {
    case 'waiting':
      return (
        <p className="text-xs text-muted">
          {item.cutOut?.made
            ? t('Cut out, waiting for its scene')
            : t('{size}, waiting', { size: fileSize(item.sizeBytes) })}
        </p>
      );
    case 'running':
      return (
        <p className="flex items-center gap-1.5 text-xs text-muted">
          <Spinner sizePx={12} />
          <span className="truncate">{words ?? t('Starting')}</span>
        </p>
      );
    case 'done': {
      const size = fileSize(item.file?.sizeBytes ?? 0);
      return (
        <p className="text-xs text-muted tabular-nums">
          {item.isDownloaded ? t('{size}, downloaded', { size }) : size}
        </p>
      );
    }
    case 'failed':
      if (isLeftOut(item)) return <p className="text-xs text-muted">{item.failure?.message}</p>;
      return (
        <p className="flex items-start gap-1 text-xs text-danger">
          <Icon of={CircleAlert} sizePx={13} className="mt-0.5 shrink-0" />
          {item.failure?.message}
        </p>
      );
    case 'cancelled':
      return <p className="text-xs text-muted">{t('Canceled, nothing was charged')}</p>;
  }
}
