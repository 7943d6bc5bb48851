import { t } from '@packshot/contract/text/translation';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import type { ToolName } from '@packshot/contract/tools/names';
import { MESSAGES } from '@packshot/contract/fixed-messages';
import type { Reference } from '@packshot/contract/tools/scene';
import type { ReactNode } from 'react';
import { DropCard } from '../open/drop-card.tsx';
import { MoreCredits } from '../../../lib/plans/more-credits.tsx';
import { costOfWork } from '../panel/cost-of-work.ts';
import { OWN_PRODUCTS } from '../../../lib/samples/own-products.ts';
import { sampleFile, SAMPLES } from '../../../lib/samples/samples.ts';
import type { SamplePhoto } from '../../../lib/samples/samples.ts';
import { generationsLeft, useGlobalState } from '../../../lib/state/global-state.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { TOOL_FACES } from '../state/tool-faces.ts';
import { Rich } from '../../../ui/rich.tsx';
import { ThumbnailPicker } from '../../../ui/thumbnail-picker.tsx';

const MAX_MB = UPLOAD_MAX_BYTES / (1024 * 1024);

interface EmptyStageProps {
  readonly tool: ToolName;
  /** Sentence about what will happen to the photo that the user opens next. */
  readonly promise: string;
  readonly reference: Reference | null;
  readonly recents: ReactNode;
  /** Whether chosen files wait for the studio's script. */
  readonly isWaiting: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onBatch: () => void;
}

export function EmptyStage({
  tool,
  promise,
  reference,
  recents,
  isWaiting,
  onFiles,
  onBatch,
}: EmptyStageProps) {
  const remaining = useGlobalState(generationsLeft);
  const isOut = remaining !== null && remaining <= 0;
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto">
      <div className="m-auto w-full max-w-xl px-4 py-8 short:py-4">
        <DropCard
          onFiles={onFiles}
          title={t('Drop a product photo')}
          promise={
            <>
              {promise}
              {/* Hidden on touch screens, which can't drop or paste. */}
              <span className="pointer-coarse:hidden">
                {' '}
                {t('Drop it anywhere, or paste it with Ctrl V.')}
              </span>
            </>
          }
          buttonLabel={t('Choose a photo')}
          isWaiting={isWaiting}
          picture={reference && <NextReference reference={reference} />}
        >
          <p className="mt-5 text-sm text-muted">
            {t('PNG, JPG or HEIC up to {limit} MB. You can also paste WebP or AVIF.', { limit: MAX_MB })}
          </p>
          <p className="mt-1 text-sm text-muted max-sm:min-h-10">
            {costOfWork(TOOL_FACES[tool].cost, remaining)} {isOut && <MoreCredits of="generation" />}
          </p>
        </DropCard>
        <p className="mt-4 text-center text-sm text-muted">
          <Rich
            text={t('Drop several photos to edit them all at once as <batch>a batch</batch>.')}
            batch={
              <button
                type="button"
                onClick={onBatch}
                className="rounded-sm font-semibold text-ink underline underline-offset-2 pointer-coarse:py-2"
              />
            }
          />
        </p>
        <SamplePhotos onFiles={onFiles} />
        {recents !== null && (
          <section className="mt-10">
            <div className="mb-2 flex items-baseline justify-between">
              <h2 className="text-sm font-semibold tracking-normal">{t('Recent')}</h2>
              <p className="text-xs text-muted">{t('Saved in this browser.')}</p>
            </div>
            {recents}
          </section>
        )}
      </div>
    </div>
  );
}

function NextReference({ reference }: { readonly reference: Reference }) {
  return (
    <img
      src={reference.image}
      alt=""
      width={112}
      height={112}
      className="mb-5 size-28 rounded-xl object-cover shadow-mid"
    />
  );
}

const PHOTOS: readonly SamplePhoto[] = [...SAMPLES, ...OWN_PRODUCTS];

function SamplePhotos({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const choose = async (sample: SamplePhoto): Promise<void> => {
    try {
      onFiles([await sampleFile(sample)]);
    } catch (error) {
      console.warn('The sample photo did not load.', error);
      showToast('error', MESSAGES.imageLoadFailed);
    }
  };
  return (
    <ThumbnailPicker
      label={t('No photo at hand? Try one of these:')}
      items={PHOTOS}
      actionLabel={({ name }) => t('Try it: {name}', { name })}
      onChoose={(sample) => void choose(sample)}
      className="mt-5 text-center [&>ul]:mx-auto [&>ul]:max-w-80 [&>ul]:justify-center"
    />
  );
}
