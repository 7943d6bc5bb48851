import type { CostClass, EngineOffer, EngineTool } from '@packshot/contract/tools/engines';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { choiceOf, createEngines, offerFor } from '../run/engines.ts';
import { useActions } from '../state/use-studio.ts';
import { SwitchField } from './fields.tsx';
import { Section } from './section.tsx';

interface EngineSectionProps {
  readonly tool: EngineTool;
}

/** Which engine does a tool's work; nothing at all where there is only one. */
export function EngineSection({ tool }: EngineSectionProps) {
  const engines = useActions(createEngines);
  const offer = useStore(engines.store, (state) => offerFor(state, tool));
  const choice = useStore(engines.store, (state) => choiceOf(state, tool));
  useEffect(() => void engines.load(), [engines]);
  if (offer === null) return null;
  const change = (part: Partial<typeof choice>): void => engines.choose(tool, part);
  return (
    <Section
      title={tool === 'prompt' ? 'Auto-prompt by' : 'Made by'}
      note={choice.isOther ? (offer.model ?? '') : ''}
    >
      <SegmentedControl
        label="Engine"
        value={choice.isOther ? 'other' : 'own'}
        segments={[
          { value: 'own', label: OWN_NAMES[tool] },
          { value: 'other', label: <span className="max-w-36 truncate">{offer.name}</span> },
        ]}
        onChange={(value) => change({ isOther: value === 'other' })}
        className="flex! w-full"
      />
      {choice.isOther && (
        <div className="mt-2 space-y-0.5">
          <p className="text-xs text-muted">{factsOf(offer, tool)}</p>
          {tool === 'scene' && (
            <SwitchField
              label="Keep my product’s own pixels"
              isOn={choice.keepsProduct}
              onChange={(keepsProduct) => change({ keepsProduct })}
            />
          )}
          <SwitchField
            label={`If it fails, use ${STAND_INS[tool]}`}
            isOn={choice.allowsFallback}
            onChange={(allowsFallback) => change({ allowsFallback })}
          />
        </div>
      )}
    </Section>
  );
}

const OWN_NAMES: Readonly<Record<EngineTool, string>> = {
  'cut-out': 'Built in',
  scene: 'Studio set',
  inspire: 'Studio set',
  magic: 'Built in',
  upscale: 'Built in',
  harmonize: 'Built in',
  describe: 'Built in',
  prompt: 'Built in',
};
const STAND_INS: Readonly<Record<EngineTool, string>> = {
  ...OWN_NAMES,
  'cut-out': 'ours',
  scene: 'a studio set',
  inspire: 'a studio set',
  magic: 'ours',
  upscale: 'ours',
  harmonize: 'ours',
  describe: 'ours',
  prompt: 'ours',
};

/** What follows from the choice: where the photo goes, and what is ignored. */
function factsOf(
  { cost_class: cost, takes_reference, takes_seed, name }: EngineOffer,
  tool: EngineTool,
): string {
  const isScene = tool === 'scene' || tool === 'inspire';
  if (tool === 'prompt')
    return 'It reads the description of your product, not its picture. Ideas cost nothing.';
  return [
    placeOf(cost, name),
    ...(isScene && !takes_reference ? ['It follows words only, not a reference picture.'] : []),
    ...(isScene && !takes_seed ? ['It makes new pictures each time, whatever the seed.'] : []),
    'It costs the same.',
  ].join(' ');
}

const placeOf = (cost: CostClass, name: string): string =>
  cost === 'own-hardware' ? 'Runs on this site’s own server.' : `Your picture is sent to ${name}.`;
