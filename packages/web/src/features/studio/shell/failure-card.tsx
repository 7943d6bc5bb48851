import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import { saidHere } from '../../../lib/plans/said-here.ts';
import { CircleAlert, X } from 'lucide';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Failure } from '../state/failure.ts';
import { createRunActions } from '../run/run-actions.ts';
import { createUndoActions } from '../documents/undo-actions.ts';
import { useActions, useStudio, useStudioState } from '../state/use-studio.ts';
import { MoreCreditsButtons } from '../../../lib/plans/more-credits.tsx';

interface FailureCardProps {
  readonly onChoosePhoto: () => void;
}

/** Remedies of failures that appear next to the tool's settings, so that no card is shown. */
const SAID_AT_THE_TOOL: readonly Failure['remedy'][] = ['change-prompt', 'draw-again'];

/** Card over the stage that reports a failed run, or a result whose pixels are missing. */
export function FailureCard({ onChoosePhoto }: FailureCardProps) {
  const failure = useStudioState((state) => (state.job.phase === 'failed' ? state.job.failure : null));
  const isResultMissing = useStudioState((state) => state.isResultMissing);
  const hasPhoto = useStudioState((state) => state.document?.photo != null);
  const { dismissFailure } = useStudio();
  const { run } = useActions(createRunActions);
  const { forgetMissingResult, reloadResult } = useActions(createUndoActions);
  useOnline(failure?.isOffline === true, dismissFailure);
  useOnline(isResultMissing, () => void reloadResult());
  if (isResultMissing && !failure) {
    return (
      <Card
        message={t('Your result is ready but didn’t load.')}
        reason={t('Loading it again is free.')}
        onClose={forgetMissingResult}
      >
        <Button onClick={() => void reloadResult()}>{t('Try again')}</Button>
      </Card>
    );
  }
  if (!failure || SAID_AT_THE_TOOL.includes(failure.remedy)) return null;
  return (
    <Card
      message={saidHere(failure.message)}
      reason={failure.reason ?? freeNote(failure)}
      onClose={dismissFailure}
    >
      {failure.remedy === 'retry' && <Button onClick={() => void run()}>{t('Try again')}</Button>}
      {failure.remedy === 'pricing' && <MoreCreditsButtons />}
      {failure.remedy === 'change-settings' || !hasPhoto ? (
        <Button
          variant={failure.remedy === 'change-settings' ? 'primary' : 'secondary'}
          onClick={dismissFailure}
        >
          {t('Close')}
        </Button>
      ) : (
        <Button
          variant={failure.remedy === 'choose-another' ? 'primary' : 'secondary'}
          onClick={onChoosePhoto}
        >
          {t('Choose another photo')}
        </Button>
      )}
    </Card>
  );
}

/** Calls `act` once the connection is back, if `isWanted` is true. */
function useOnline(isWanted: boolean, act: () => void): void {
  const onBack = useEffectEvent(act);
  useEffect(() => {
    if (!isWanted) return;
    const listen = (): void => onBack();
    addEventListener('online', listen);
    return () => removeEventListener('online', listen);
  }, [isWanted]);
}

/** Sentence that a failure cost nothing, or null. */
const freeNote = (failure: Failure): string | null =>
  failure.remedy === 'pricing' || !hasBilling() ? null : t('Nothing was charged.');

function Card(props: {
  readonly message: string;
  readonly reason: string | null;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="pointer-events-none absolute inset-0 z-20 flex items-center justify-center p-4">
      <div
        role="alert"
        className="pointer-events-auto w-full max-w-md animate-rise-in rounded-xl border border-line bg-raised p-5 shadow-high"
      >
        <div className="flex gap-3">
          <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-md bg-danger-soft text-danger">
            <Icon of={CircleAlert} />
          </span>
          <div className="min-w-0 flex-1 pt-1">
            <p className="text-base font-semibold">{props.message}</p>
            {props.reason !== null && <p className="mt-1 text-sm text-muted">{props.reason}</p>}
          </div>
          <IconButton
            icon={X}
            label={t('Close this message')}
            side="left"
            onClick={props.onClose}
            className="-mt-1 -mr-2"
          />
        </div>
        <div className="mt-4 flex flex-wrap justify-end gap-2">{props.children}</div>
      </div>
    </div>
  );
}
