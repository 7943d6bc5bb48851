import { t } from '@packshot/contract/text/translation';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import type { Reference } from '@packshot/contract/tools/scene';
import { useEffect } from 'react';
import type { ReusedSettings } from '../../../lib/handover/incoming-work.ts';
import type { StudioTool } from '../state/studio-context.ts';
import { createSceneActions } from '../tools/scene/scene-actions.ts';
import { createBatch } from '../batch/create-batch.ts';
import { useActions, useGenerationsLeft, useStudio, useStudioState, useTool } from '../state/use-studio.ts';
import { DropCard } from '../open/drop-card.tsx';
import { MoreCredits } from '../../../lib/plans/more-credits.tsx';
import { RecentDocuments } from './recent-documents.tsx';
import { costOfWork } from '../panel/words.ts';
import { MESSAGES } from '@packshot/contract/messages';
import { OWN_PRODUCTS } from '../../../lib/samples/own-products.ts';
import { sampleFile, SAMPLES } from '../../../lib/samples/samples.ts';
import type { SamplePhoto } from '../../../lib/samples/samples.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Rich } from '../../../ui/rich.tsx';
import { ThumbnailPicker } from '../../../ui/thumbnail-picker.tsx';

const MAX_MB = UPLOAD_MAX_BYTES / (1024 * 1024);

/** Sentence about what will happen to the photo that the user opens next. */
function formatPromise(tool: StudioTool, reference: Reference | null, reused: ReusedSettings | null): string {
  if (reused !== null) {
    return reused.prompt === ''
      ? t('Your settings will be applied to it.')
      : t('Your settings will be applied to it: “{prompt}”.', { prompt: reused.prompt });
  }
  return reference
    ? t('It will be placed in a scene like “{title}”.', { title: reference.title })
    : tool.promise;
}

interface EmptyStageProps {
  readonly onFiles: (files: readonly File[]) => void;
}

/** Reference that the user selected before opening a photo. */
function useNextReference(): Reference | null {
  const sceneActions = useActions(createSceneActions);
  const id = useStudioState((state) => state.nextReferenceId);
  useEffect(() => {
    if (id !== null) void sceneActions.loadReferences();
  }, [sceneActions, id]);
  return useStudioState(({ shelf }) => shelf.references.find((reference) => reference.id === id) ?? null);
}

export function EmptyStage({ onFiles }: EmptyStageProps) {
  const batchWork = useActions(createBatch);
  const hasRecents = useStudioState((state) => state.recents.length > 0);
  const tool = useStudio().tools[useTool()];
  const reference = useNextReference();
  const reused = useStudioState((state) => state.nextReuse);
  const remaining = useGenerationsLeft();
  const isOut = remaining !== null && remaining <= 0;
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto">
      <div className="m-auto w-full max-w-xl px-4 py-8 short:py-4">
        <DropCard
          onFiles={onFiles}
          title={t('Drop a product photo')}
          promise={
            <>
              {formatPromise(tool, reference, reused)}
              {/* Hidden on touch screens, which can't drop or paste. */}
              <span className="pointer-coarse:hidden"> {t('Drop it anywhere, paste with Ctrl V, or')}</span>
            </>
          }
          buttonLabel={t('Choose a photo')}
          picture={reference && <NextReference reference={reference} />}
        >
          <p className="mt-5 text-sm text-muted">
            {t('PNG, JPG or HEIC up to {limit} MB. You can also paste WebP or AVIF.', { limit: MAX_MB })}
          </p>
          <p className="mt-1 text-sm text-muted">
            {costOfWork(tool.works[0], remaining)} {isOut && <MoreCredits of="generation" />}
          </p>
        </DropCard>
        <p className="mt-4 text-center text-sm text-muted">
          <Rich
            text={t('Drop several photos to edit them all at once as <batch>a batch</batch>.')}
            batch={
              <button
                type="button"
                onClick={() => batchWork.show(true)}
                className="rounded-sm font-semibold text-ink underline underline-offset-2 pointer-coarse:py-2"
              />
            }
          />
        </p>
        <SamplePhotos onFiles={onFiles} />
        {hasRecents && (
          <section className="mt-10">
            <div className="mb-2 flex items-baseline justify-between">
              <h2 className="text-sm font-semibold tracking-normal">{t('Recent')}</h2>
              <p className="text-xs text-muted">{t('Saved in this browser.')}</p>
            </div>
            <RecentDocuments className="grid-cols-6! max-sm:grid-cols-3!" />
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
      label={t('Try one:')}
      items={PHOTOS}
      actionLabel={({ name }) => t('Try it: {name}', { name })}
      onChoose={(sample) => void choose(sample)}
      className="mt-5 justify-center"
    />
  );
}
