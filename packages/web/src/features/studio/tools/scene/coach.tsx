import { messages, t } from '@packshot/contract/text/translation';
import { X } from 'lucide';
import { useStore } from 'zustand';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { placedProduct } from '../../composite/composing.ts';
import { useView } from '../../stage/use-view.ts';
import { isBusy } from '../../state/studio-state.ts';
import { findStage } from '../../state/tools.ts';
import { useActions, useStudio, useStudioState } from '../../state/use-studio.ts';
import { COACH_STEPS, createCoach } from './coach-steps.ts';
import { useScene } from './use-scene.ts';

const SENTENCES: Readonly<Record<(typeof COACH_STEPS)[number], string>> = messages({
  words: 'Describe the scene, or pick one.',
  place: 'Drag the product to place it.',
  generate: 'Generate. Moving the product later is free.',
});

/**
 * Card with the three steps of the first scene. It lies below the picture, beside the zoom controls, so that it never
 * covers the product or the panel. It is hidden while the user has zoomed in, because it would cover the picture.
 */
export default function Coach() {
  const { tools } = useStudio();
  const coach = useActions(createCoach);
  const { step } = useStore(coach.state);
  const { background } = useScene();
  const isFit = useView((view) => view.isFit);
  const isPossible = useStudioState(
    (state) => findStage(tools, state) !== null && placedProduct(state) !== null && !isBusy(state),
  );
  const name = step === null ? undefined : COACH_STEPS[step];
  if (step === null || name === undefined || background !== 'scene' || !isPossible || !isFit) return null;
  const isLast = step === COACH_STEPS.length - 1;
  return (
    <section
      aria-label={t('First steps')}
      data-keep-clear
      className="pointer-events-none absolute right-4 bottom-4 left-64 z-10 flex justify-center compact:right-38 compact:bottom-2 compact:left-3 compact:justify-start"
    >
      <div className="pointer-events-auto flex min-h-11.5 animate-fade-in items-center gap-1 rounded-lg border border-line bg-surface py-0.5 pr-1 pl-3.5 shadow-mid compact:pl-2.5">
        <p role="status" className="min-w-0 text-sm compact:text-xs compact:leading-4">
          <span className="mr-2 text-muted tabular-nums compact:mr-1 max-[25rem]:sr-only">
            {t('{step} of {count}', { step: step + 1, count: COACH_STEPS.length })}
          </span>
          <span className="font-medium">{SENTENCES[name]}</span>
        </p>
        <Button
          size="sm"
          variant="ghost"
          onClick={coach.next}
          className="shrink-0 pointer-coarse:h-10 compact:px-2 max-[25rem]:px-1"
        >
          {isLast ? t('Done') : t('Next')}
        </Button>
        <IconButton
          icon={X}
          label={t('Close the first steps')}
          side="top"
          onClick={coach.end}
          className="pointer-coarse:size-10"
        />
      </div>
    </section>
  );
}
