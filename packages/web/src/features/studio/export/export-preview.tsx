import { t } from '@packshot/contract/text/translation';
import { TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ENLARGED_ABOVE, exportFrame } from './export-frame.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import type { ExportSource } from './export-source.ts';
import { dimensions, fileSize } from '../panel/words.ts';
import type { ExportPreview, FramedSource } from './use-export.ts';

interface PreviewProps {
  readonly source: ExportSource;
  readonly settings: ExportSettings;
  readonly preview: ExportPreview;
  readonly framed: Pick<FramedSource, 'isBusy' | 'isExtended'>;
  /** Called to enlarge the picture with the Upscale tool; null if that isn't possible now. */
  readonly onEnlarge: (() => void) | null;
  readonly enlargingCost: string;
}

export function PreviewPane({ source, settings, preview, framed, onEnlarge, enlargingCost }: PreviewProps) {
  const frame = exportFrame(source, settings);
  const { url, isBusy, hasFailed } = preview;
  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <div className="relative flex h-80 items-center justify-center overflow-hidden rounded-lg bg-fill p-4 max-lg:h-56 max-sm:h-44 max-sm:p-2">
        {url === null ? (
          <Skeleton className="h-full w-full rounded-md" />
        ) : (
          <img
            src={url}
            alt={t('Preview of the file')}
            draggable={false}
            style={{ aspectRatio: `${frame.widthPx} / ${frame.heightPx}` }}
            className={classNames(
              'checkerboard max-h-full max-w-full bg-size-[16px_16px] object-contain shadow-mid transition-opacity',
              frame.widthPx >= frame.heightPx ? 'h-auto' : 'h-full w-auto',
              (isBusy || framed.isBusy) && 'opacity-60',
            )}
          />
        )}
      </div>
      <p className="mt-2.5 flex items-baseline justify-between gap-3 text-sm" aria-live="polite">
        <span className="tabular-nums">{dimensions(frame.widthPx, frame.heightPx)}</span>
        <span className="text-muted tabular-nums">
          {hasFailed ? t('Couldn’t be created') : sizeText(preview)}
        </span>
      </p>
      {(framed.isBusy || framed.isExtended) && (
        <p className="mt-1.5 flex items-center gap-1.5 text-xs text-muted" role="status">
          {framed.isBusy && <Spinner />}
          {framed.isBusy
            ? t('Making the scene in this size, free of charge')
            : t('The scene was made again in this size, free of charge.')}
        </p>
      )}
      {frame.scale > ENLARGED_ABOVE && !framed.isBusy && (
        <Warning>
          <span>
            {t('Enlarged to {percent}% of the original. Upscale it to keep it sharp.', {
              percent: Math.round(frame.scale * 100),
            })}
          </span>{' '}
          {onEnlarge !== null && (
            <>
              {enlargingCost}{' '}
              <button
                type="button"
                onClick={onEnlarge}
                className="font-medium text-ink underline underline-offset-2"
              >
                {t('Upscale')}
              </button>
            </>
          )}
        </Warning>
      )}
      {preview.refusal !== null && <Warning>{preview.refusal}</Warning>}
      {settings.format === 'psd' && (
        <p className="mt-1.5 text-xs text-muted">
          {t('Layers: {names}', {
            names: [
              ...(settings.background === null ? [] : [t('Background color')]),
              ...source.layerNames,
            ].join(', '),
          })}
        </p>
      )}
    </div>
  );
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className="mt-1.5 flex items-start gap-1.5 text-xs text-muted">
      <Icon of={TriangleAlert} sizePx={14} className="mt-px shrink-0 text-warning" />
      <span>{children}</span>
    </p>
  );
}

function sizeText({ sizeBytes, sizeWords }: ExportPreview): string {
  if (sizeBytes === null) return t('Calculating…');
  const size = fileSize(sizeBytes);
  if (sizeWords === 'about') return t('about {size}', { size });
  return sizeWords === 'at most' ? t('at most {size}', { size }) : size;
}
