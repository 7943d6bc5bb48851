import { formatPercent } from '../../../lib/page/percent.ts';
import { loadReferences } from '../../../lib/api/references.ts';
import { messages, t } from '@packshot/contract/text/translation';
import { Rich } from '../../../ui/rich.tsx';
import type { RecipeBackground } from '@packshot/contract/catalog/recipe';
import { SCENE_LIGHTS } from '@packshot/contract/tools/scene';
import type { SceneLight } from '@packshot/contract/tools/scene';
import { useId } from 'react';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { Card } from '../../../ui/card.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { RangeField, SelectField } from '../fields.tsx';
import type { Steps } from './channel-outputs.tsx';

interface BackgroundSectionProps {
  readonly steps: Steps;
  readonly onChange: (part: Partial<Steps>) => void;
}

export function BackgroundSection({ steps, onChange }: BackgroundSectionProps) {
  const { ground, shadow } = steps;
  return (
    <Card className="grid gap-5 p-6 max-md:p-5">
      <h2 className="text-base font-semibold">{t('Background and shadow')}</h2>
      <SegmentedControl
        label={t('Background')}
        value={ground.kind}
        segments={[
          { value: 'color', label: t('Color') },
          { value: 'transparent', label: t('Transparent') },
          { value: 'set', label: t('Studio set') },
        ]}
        onChange={(kind) => onChange({ ground: BACKGROUNDS[kind] })}
        className="w-full"
      />
      {ground.kind === 'color' && (
        <ColorField
          color={ground.color}
          onChange={(color) => onChange({ ground: { kind: 'color', color } })}
        />
      )}
      {ground.kind === 'set' && (
        <SetFields ground={ground} onChange={(changed) => onChange({ ground: changed })} />
      )}
      <SegmentedControl
        label={t('Shadow')}
        value={shadow.kind}
        segments={[
          { value: 'none', label: ground.kind === 'set' ? t('Auto') : t('No shadow') },
          { value: 'own', label: t('As in the photo') },
          { value: 'computed', label: t('Generated') },
        ]}
        onChange={(kind) => onChange({ shadow: { ...shadow, kind } })}
        className="w-full"
      />
      {shadow.kind !== 'none' && (
        <RangeField
          label={t('Strength')}
          value={Math.round(shadow.strength * 100)}
          min={0}
          max={200}
          step={5}
          text={formatPercent(Math.round(shadow.strength * 100) / 100)}
          onChange={(percent) => onChange({ shadow: { ...shadow, strength: percent / 100 } })}
        />
      )}
      {shadow.kind === 'own' && (
        <p className="text-sm text-muted">{t('If a photo shows no shadow, one is generated.')}</p>
      )}
    </Card>
  );
}

const BACKGROUNDS: Readonly<Record<RecipeBackground['kind'], RecipeBackground>> = {
  transparent: { kind: 'transparent' },
  color: { kind: 'color', color: '#ffffff' },
  set: { kind: 'set', reference_id: '', light: 'auto', seed: 0, view: null, look: null },
};

function ColorField({
  color,
  onChange,
}: {
  readonly color: string;
  readonly onChange: (color: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-3 text-sm">
      <input
        id={id}
        type="color"
        value={color}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 w-14 cursor-pointer rounded-md border border-field-line bg-surface p-1 pointer-coarse:h-11"
      />
      <label htmlFor={id} className="font-medium">
        <Rich
          text={t('Color <code>{color}</code>', { color })}
          code={<code translate="no" className="ml-1 font-mono text-xs text-muted" />}
        />
      </label>
    </div>
  );
}

type SetBackground = Extract<RecipeBackground, { readonly kind: 'set' }>;

const LIGHT_WORDS: Readonly<Record<SceneLight, string>> = messages({
  auto: 'Auto',
  'as-composed': 'As composed',
  'soft-box': 'Soft box',
  'hard-sun': 'Hard sun',
  'warm-morning': 'Warm morning',
  'golden-hour': 'Golden hour',
  'blue-hour': 'Blue hour',
  spotlight: 'Spotlight',
  overcast: 'Overcast',
  night: 'Night',
});

function SetFields({
  ground,
  onChange,
}: {
  readonly ground: SetBackground;
  readonly onChange: (set: SetBackground) => void;
}) {
  const { loaded, reload } = useLoaded(loadReferences);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-16" />;
  const isUnchosen = !loaded.value.some(({ id }) => id === ground.reference_id);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t('Set', { context: 'studio' })}
        value={ground.reference_id}
        options={[
          ...(isUnchosen ? [[ground.reference_id, ground.reference_id || t('Choose a set')] as const] : []),
          ...loaded.value.map(({ id, title }) => [id, title] as const),
        ]}
        onChange={(reference_id) => onChange({ ...ground, reference_id, look: null })}
      />
      <SelectField
        label={t('Light')}
        value={ground.light}
        options={SCENE_LIGHTS.map((light) => [light, LIGHT_WORDS[light]] as const)}
        onChange={(light) => onChange({ ...ground, light: light as SceneLight, look: null })}
      />
      {ground.look !== null && (
        <p className="text-sm text-muted sm:col-span-2">
          {t('Camera, light and background come from the scene that this recipe was saved from.')}
        </p>
      )}
    </div>
  );
}
