import { Check } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/button.tsx';
import { productIn } from '../composite/composing.ts';
import { isBusy } from '../state/studio-state.ts';
import { useActions, useStudioState } from '../state/use-studio.ts';
import { createRunFix } from './run-fix.ts';

/** Bar above the stage while a photo of a run is corrected. Returns the cut-out to the run. */
export function RunFixBar() {
  const { store, giveBack, leave } = useActions(createRunFix);
  const { fixing, isSending } = useStore(store);
  const documentId = useStudioState((state) => state.document?.id);
  const hasProduct = useStudioState(({ document }) => document !== null && productIn(document) !== null);
  const isRunning = useStudioState(isBusy);
  if (fixing?.documentId !== documentId || !fixing) return null;
  return (
    <section
      aria-label="Correction for a run"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2 compact:px-3"
    >
      <p className="min-w-0 flex-1 truncate text-sm">
        <span className="font-semibold">
          <bdi>{fixing.fix.name}</bdi>
        </span>
        <span className="text-muted">: correct the cut-out, then save it to the run.</span>
      </p>
      <div className="flex gap-2">
        <Button variant="ghost" size="sm" onClick={leave}>
          Discard
        </Button>
        <Button
          size="sm"
          icon={Check}
          loading={isSending}
          disabled={!hasProduct || isRunning}
          onClick={() => void giveBack()}
        >
          Save to run
        </Button>
      </div>
    </section>
  );
}
