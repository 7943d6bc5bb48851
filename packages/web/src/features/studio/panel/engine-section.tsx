import { t } from '@packshot/contract/text/translation';
import type { CostClass, EngineOffer } from '@packshot/contract/tools/engines';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { getChoice, createEngines, offerFor } from '../run/engines.ts';
import type { EngineUse } from '../state/studio-context.ts';
import { useActions } from '../state/use-studio.ts';
import { SwitchField } from './fields.tsx';
import { Section } from './section.tsx';

interface EngineSectionProps {
  readonly use: EngineUse;
}

/** Form section that selects the engine for a tool; renders nothing if there is only one. */
export function EngineSection({ use }: EngineSectionProps) {
  const { tool, ownName = t('Built in'), fallbackLabel = t('If it fails, use the built-in engine') } = use;
  const engines = useActions(createEngines);
  const offer = useStore(engines.store, (state) => offerFor(state, tool));
  const choice = useStore(engines.store, (state) => getChoice(state, tool));
  useEffect(() => void engines.load(), [engines]);
  if (offer === null) return null;
  const change = (part: Partial<typeof choice>): void => engines.choose(tool, part);
  return (
    <Section title={use.takesWords?.title ?? t('Engine')} note={choice.isOther ? (offer.model ?? '') : ''}>
      <SegmentedControl
        label={t('Engine')}
        value={choice.isOther ? 'other' : 'own'}
        segments={[
          { value: 'own', label: ownName },
          { value: 'other', label: <span className="max-w-36 truncate">{offer.name}</span> },
        ]}
        onChange={(value) => change({ isOther: value === 'other' })}
        className="flex! w-full"
      />
      {choice.isOther && (
        <div className="mt-2 space-y-0.5">
          <p className="text-xs text-muted">{describeEngine(offer, use)}</p>
          {use.canKeepProduct === true && (
            <SwitchField
              label={t('Keep my product’s own pixels')}
              isOn={choice.keepsProduct}
              onChange={(keepsProduct) => change({ keepsProduct })}
            />
          )}
          <SwitchField
            label={fallbackLabel}
            isOn={choice.allowsFallback}
            onChange={(allowsFallback) => change({ allowsFallback })}
          />
        </div>
      )}
    </Section>
  );
}

/** Sentences about the selected engine: where the photo is sent, and which settings it ignores. */
function describeEngine(
  { cost_class: cost, takes_reference, takes_seed, name }: EngineOffer,
  { takesWords, makesScenes = false }: EngineUse,
): string {
  if (takesWords) return takesWords.facts;
  return [
    describePlace(cost, name),
    ...(makesScenes && !takes_reference ? [t('It follows words only, not a reference picture.')] : []),
    ...(makesScenes && !takes_seed ? [t('It creates new pictures each time, regardless of the seed.')] : []),
    t('It costs the same as the built-in engine.'),
  ].join(' ');
}

const describePlace = (cost: CostClass, name: string): string =>
  cost === 'own-hardware'
    ? t('Runs on this site’s own server.')
    : t('Your picture is sent to {name}.', { name });
