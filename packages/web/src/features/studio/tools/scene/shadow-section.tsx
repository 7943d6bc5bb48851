import { formatPercent } from '../../../../lib/page/percent.ts';
import { messages, t } from '@packshot/contract/text/translation';
import { DEFAULT_SHADOW } from '@packshot/contract/tools/scene';
import type { Shadow } from '@packshot/contract/tools/scene';
import type { Pose } from '@packshot/contract/tools/view';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { isFlat, placedProduct, shownShadow } from '../../composite/composing.ts';
import { FLAT_SOFTNESS, flatDirectionDeg } from '@packshot/image-engine/pixels';
import { isComputed } from '../../model/scene-settings.ts';
import { createSceneActions } from './scene-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { SliderField } from '../../panel/fields.tsx';
import { Section } from '../../panel/section.tsx';
import { useScene } from './use-scene.ts';

type ShadowOption = 'auto' | Shadow['kind'];
/** Labels of the contact shadow, by the product's pose. */
const CONTACT_LABELS: Readonly<Record<Pose, string>> = messages({
  stands: 'Standing',
  lies: 'Lying',
  hangs: 'Hanging',
  floats: 'Standing',
});

/** Names of the kinds of shadow in a summary. */
export const SHADOW_NAMES: Readonly<Record<Shadow['kind'], string>> = messages({
  photo: 'Photo shadow',
  contact: 'Contact shadow',
  floating: 'Floating shadow',
  none: 'No shadow',
});

/** Shadow options. The default is the photo's shadow if available and suitable, or that of the scene's light. */
export function ShadowSection() {
  const scene = useScene();
  const maps = useStudioState((state) => placedProduct(state)?.maps);
  const pose = useStudioState((state) => placedProduct(state)?.pose ?? null);
  const { setShadow } = useActions(createSceneActions);
  if (!maps) return null;
  const isOnSet = !isFlat(scene);
  const shadow = isOnSet ? scene.shadow : shownShadow(scene, { maps, pose });
  const set = (part: Partial<Shadow>, change: 'shadow' | 'shadow-kind' = 'shadow'): void =>
    setShadow({ ...(shadow ?? DEFAULT_SHADOW), ...part }, change);
  const hasNone = maps.shadow === null;
  const own = {
    value: 'photo',
    label: isOnSet ? t('Photo') : t('From the photo'),
    disabled: hasNone,
  } as const;
  const computed: readonly { readonly value: ShadowOption; readonly label: string }[] = [
    { value: 'contact', label: CONTACT_LABELS[pose ?? 'stands'] },
    { value: 'floating', label: t('Floating') },
    { value: 'none', label: t('None') },
  ];
  const first = isOnSet ? ([{ value: 'auto', label: t('Auto') }, own] as const) : ([own] as const);
  return (
    <Section title={t('Shadow')}>
      <SegmentedControl
        label={t('Shadow')}
        value={shadow?.kind ?? 'auto'}
        segments={[...first, ...computed]}
        onChange={(kind) => (kind === 'auto' ? setShadow(null, 'shadow-kind') : set({ kind }, 'shadow-kind'))}
        className="flex! w-full [&_label]:px-1"
      />
      {!isOnSet && hasNone && (
        <p className="mt-2 text-xs text-muted">
          {t('No shadow from the photo: its background isn’t plain, or shows none.')}
        </p>
      )}
      {shadow && shadow.kind !== 'none' && <ShadowSliders shadow={shadow} pose={pose} onChange={set} />}
    </Section>
  );
}

interface SlidersProps {
  readonly shadow: Shadow;
  readonly pose: Pose | null;
  readonly onChange: (part: Partial<Shadow>) => void;
}

/** Sliders for the shadow. The shadow in the photo has a fixed direction and softness. */
function ShadowSliders({ shadow, pose, onChange }: SlidersProps) {
  return (
    <div className="mt-3 space-y-2">
      {isComputed(shadow) && <ComputedSliders shadow={shadow} pose={pose} onChange={onChange} />}
      <SliderField
        label={t('Strength')}
        min={0}
        max={2}
        step={0.01}
        value={shadow.opacity}
        text={formatPercent(Math.round(shadow.opacity * 100) / 100)}
        onChange={(opacity) => onChange({ opacity })}
      />
    </div>
  );
}

function ComputedSliders({ shadow, pose, onChange }: SlidersProps) {
  const direction = shadow.directionDeg ?? flatDirectionDeg(shadow.kind, pose);
  const softness = shadow.softness ?? FLAT_SOFTNESS;
  return (
    <>
      <SliderField
        label={t('Direction')}
        min={0}
        max={360}
        step={1}
        value={direction}
        text={shadow.directionDeg === null ? t('From the light') : `${Math.round(direction)}°`}
        onChange={(directionDeg) => onChange({ directionDeg })}
      />
      <SliderField
        label={t('Softness')}
        min={0}
        max={1}
        step={0.01}
        value={softness}
        text={shadow.softness === null ? t('From the light') : `${Math.round(softness * 100)}%`}
        onChange={(value) => onChange({ softness: value })}
      />
    </>
  );
}
