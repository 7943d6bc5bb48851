import { referenceTitle } from '../../../../lib/api/references.ts';
import { t } from '@packshot/contract/text/translation';
import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import type { ShadowSource } from '@packshot/contract/tools/scene';
import { Sparkles } from 'lucide';
import { useState } from 'react';
import { useGlobalState } from '../../../../lib/state/global-state.ts';
import { Button } from '../../../../ui/button.tsx';
import type { Result } from '../../model/results.ts';
import { isBusy } from '../../state/studio-state.ts';
import { createSceneActions } from './scene-actions.ts';
import { toBatchLock } from '../../batch/batch.ts';
import { createBatch } from '../../batch/create-batch.ts';
import { createOpenActions } from '../../open/open-actions.ts';
import { createRunActions } from '../../run/run-actions.ts';
import { useActions, useCurrentResult, useStudioState } from '../../state/use-studio.ts';
import { EngineFacts } from '../../panel/integrity-report.tsx';
import { Fold } from '../../panel/fold.tsx';
import { Section } from '../../panel/section.tsx';
import { TextLimit, useLimitedText } from '../../panel/limited-text.tsx';
import { nameOwnProduct } from '../../model/product-names.ts';
import { LIGHT_NAMES } from './scene-words.ts';
import { useSceneTab } from './scene-switch.tsx';
import { useMissingWords } from './understood.tsx';

export function ResultSection() {
  const result = useCurrentResult();
  if (!result?.scene) return null;
  return <SceneResult key={result.id} result={result} scene={result.scene} />;
}

/** Labels for the source of the product's shadow; without a shadow, no label is shown. */
const SHADOW_WORDS: Readonly<Record<ShadowSource, string>> = {
  photo: t('Shadow: from the photo'),
  computed: t('Shadow: from the scene’s light'),
  none: '',
};

interface SceneResultProps {
  readonly result: Result;
  readonly scene: NonNullable<Result['scene']>;
}

function SceneResult({ result, scene: { facts } }: SceneResultProps) {
  const openActions = useActions(createOpenActions);
  const scene = useActions(createSceneActions);
  const batch = useActions(createBatch);
  const look = toBatchLock(facts);
  const isPromptShown = useSceneTab() !== 'adjust';
  const missing = useMissingWords();
  // Words that the prompt's section marks as missing aren't named twice.
  const ignored = facts?.ignored.filter((words) => !isPromptShown || !missing.includes(words)) ?? [];
  const hasOthers = (facts?.beside ?? []).length > 0;
  const productName = useStudioState(({ document }) => document && nameOwnProduct(document)) ?? undefined;
  return (
    <Section
      title={facts ? referenceTitle(facts.reference_id, facts.title) : t('This scene')}
      note={facts ? LIGHT_NAMES[facts.light] : ''}
    >
      <div className="rounded-lg border border-line px-3 pt-2.5 pb-1">
        <EngineFacts result={result} productName={hasOthers ? productName : undefined} />
        {ignored.length > 0 && (
          <p className="mb-2 text-xs text-muted">
            {t('Not in this scene:')} <bdi translate="no">{ignored.join(', ')}</bdi>
          </p>
        )}
        <Fold name="reuse" title={t('Reuse this scene')} summary="">
          {facts?.shadow && SHADOW_WORDS[facts.shadow] && (
            <p className="mb-2 text-xs text-muted">{SHADOW_WORDS[facts.shadow]}</p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" onClick={() => scene.reuse(result.id)} className="grow">
              {t('Reuse settings')}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              onClick={() => void openActions.openAsDocument(result.id)}
              className="grow"
            >
              {t('Use as source')}
            </Button>
            {look && (
              <Button
                size="sm"
                variant="secondary"
                onClick={() => void batch.runner.beginWith(look)}
                className="grow"
              >
                {t('Apply to more photos')}
              </Button>
            )}
          </div>
          <Reimagine id={result.id} />
        </Fold>
      </div>
    </Section>
  );
}

/** Field for a prompt with which new scenes are made from this one. */
function Reimagine({ id }: { readonly id: string }) {
  const runActions = useActions(createRunActions);
  // Restores the prompt when the user returns to this page during the run.
  const isReimagining = useGlobalState((state) => state.reImagine);
  const [text, setText] = useState(() => useGlobalState.getState().reImagineText);
  const field = useLimitedText(text, SCENE_PROMPT_MAX_LENGTH, setText);
  const isRunning = useStudioState(isBusy);
  const isReady = text.trim() !== '' && !isRunning;
  const go = (): void => {
    if (isReady) void runActions.reimagine(id, text.trim());
  };
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <input
        dir="auto"
        value={field.value}
        placeholder={t('Like this, but at night')}
        aria-label={t('Re-imagine this scene')}
        onChange={(event) => field.onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && go()}
        className="h-8 min-w-36 flex-1 rounded-md border border-field-line bg-surface px-2.5 text-sm placeholder:text-muted pointer-coarse:h-10 pointer-coarse:text-base"
      />
      <Button
        size="sm"
        variant="secondary"
        icon={Sparkles}
        disabled={!isReady}
        loading={isReimagining}
        onClick={go}
        className="grow pointer-coarse:h-10"
      >
        {t('Re-imagine')}
      </Button>
      <TextLimit text={field} />
    </div>
  );
}
