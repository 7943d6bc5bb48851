import { t } from '@packshot/contract/text/translation';
import { Check } from 'lucide';
import { useStore } from 'zustand';
import { Button } from '../../../ui/button.tsx';
import { Rich } from '../../../ui/rich.tsx';
import { productIn } from '../composite/composing.ts';
import { isBusy } from '../state/studio-state.ts';
import { useActions, useStudioState } from '../state/use-studio.ts';
import { createRunFix } from './run-fix.ts';

/** Bar above the stage while the user corrects a photo of a run. Its button returns the cut-out or scene to the run. */
export function RunFixBar() {
  const { store, giveBack, leave } = useActions(createRunFix);
  const { fixing, isSending } = useStore(store);
  const documentId = useStudioState((state) => state.document?.id);
  const hasProduct = useStudioState(({ document }) => document !== null && productIn(document) !== null);
  const isRunning = useStudioState(isBusy);
  if (fixing?.documentId !== documentId || !fixing) return null;
  const { name } = fixing.fix;
  return (
    <section
      aria-label={t('Correction for a run')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2 compact:px-3"
    >
      <p className="min-w-0 flex-1 truncate text-sm text-muted">
        <Rich
          text={
            fixing.fix.opens === 'cut-out'
              ? t('<name>{name}</name>: correct the cut-out, then save it to the run.', { name })
              : t('<name>{name}</name>: adjust the scene, then save it to the run.', { name })
          }
          name={<bdi translate="no" className="font-semibold text-ink" />}
        />
      </p>
      <div className="flex gap-2">
        <Button variant="ghost" size="sm" onClick={leave}>
          {t('Discard')}
        </Button>
        <Button
          size="sm"
          icon={Check}
          loading={isSending}
          disabled={!hasProduct || isRunning}
          onClick={() => void giveBack()}
        >
          {t('Save to run')}
        </Button>
      </div>
    </section>
  );
}
