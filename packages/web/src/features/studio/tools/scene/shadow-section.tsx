import { DEFAULT_SHADOW } from '@packshot/contract/tools/scene';
import type { Shadow } from '@packshot/contract/tools/scene';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { FLAT_SOFTNESS, flatDirectionDeg } from '../../composite/shadow-shape.ts';
import { createSceneActions } from './scene-actions.ts';
import { useActions } from '../../state/use-studio.ts';
import { SliderField } from '../../panel/fields.tsx';
import { Section } from '../../panel/section.tsx';
import { useScene } from './use-scene.ts';

type Choice = 'auto' | Shadow['kind'];
const CHOICES: readonly { readonly value: Choice; readonly label: string }[] = [
  { value: 'auto', label: 'Auto' },
  { value: 'contact', label: 'Standing' },
  { value: 'floating', label: 'Floating' },
  { value: 'none', label: 'None' },
];

/** The product's shadow. Left alone, it is the scene's own light that throws it. */
export function ShadowSection() {
  const { shadow } = useScene();
  const { setShadow } = useActions(createSceneActions);
  const set = (part: Partial<Shadow>): void =>
    setShadow({ ...(shadow ?? DEFAULT_SHADOW), ...part }, 'shadow');
  const direction = shadow?.directionDeg ?? flatDirectionDeg(shadow?.kind ?? 'contact');
  const softness = shadow?.softness ?? FLAT_SOFTNESS;
  return (
    <Section title="Shadow">
      <SegmentedControl
        label="Shadow"
        value={shadow?.kind ?? 'auto'}
        segments={CHOICES}
        onChange={(kind) =>
          setShadow(kind === 'auto' ? null : { ...(shadow ?? DEFAULT_SHADOW), kind }, 'shadow-kind')
        }
        className="flex! w-full"
      />
      {shadow && shadow.kind !== 'none' && (
        <div className="mt-3 space-y-2">
          <SliderField
            label="Direction"
            min={0}
            max={360}
            step={1}
            value={direction}
            text={shadow.directionDeg === null ? 'From the light' : `${Math.round(direction)}°`}
            onChange={(directionDeg) => set({ directionDeg })}
          />
          <SliderField
            label="Softness"
            min={0}
            max={1}
            step={0.01}
            value={softness}
            text={shadow.softness === null ? 'From the light' : `${Math.round(softness * 100)}%`}
            onChange={(value) => set({ softness: value })}
          />
          <SliderField
            label="Strength"
            min={0}
            max={2}
            step={0.01}
            value={shadow.opacity}
            text={`${Math.round(shadow.opacity * 100)}%`}
            onChange={(opacity) => set({ opacity })}
          />
        </div>
      )}
    </Section>
  );
}
