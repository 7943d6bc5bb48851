import { t } from '@packshot/contract/text/translation';
import { moodsOf } from '@packshot/image-engine/pixels';
import { useId, useMemo, useState } from 'react';
import type { AriaAttributes } from 'react';
import { useStore } from 'zustand';
import { formatPercent } from '../../../../lib/page/percent.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { Button } from '../../../../ui/button.tsx';
import {
  adjustableScene,
  hasOpenAdjustment,
  LAMP_LEVELS,
  UNCHANGED_LAMP,
  WHITE_LIGHT,
} from '../../model/adjustment.ts';
import type { AdjustableScene, Lamp } from '../../model/adjustment.ts';
import { ColorChooser } from '../../panel/color-dots.tsx';
import { Pills, SliderField } from '../../panel/fields.tsx';
import { MatchField } from '../../panel/match-field.tsx';
import { Section } from '../../panel/section.tsx';
import { isBusy } from '../../state/studio-state.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { LAMP_NAMES, PART_NAMES, warmthText } from './adjust-words.ts';
import { createLiveScenes } from './live-scenes.ts';
import { createSceneActions } from './scene-actions.ts';
import { LIGHT_NAMES } from './scene-words.ts';

export const LEVEL = {
  label: t('Brightness'),
  min: LAMP_LEVELS.least,
  max: LAMP_LEVELS.most,
  step: 0.05,
} as const;
export const WARMTH = { label: t('Warmth'), min: -1, max: 1, step: 0.05 } as const;

/** Light and colors of the made scene on the stage. Changes are shown at once, and making the picture again is free. */
export function MadeSceneSection() {
  const document = useStudioState((state) => state.document);
  const scene = document && adjustableScene(document);
  const isChanged = useStudioState((state) => state.document !== null && hasOpenAdjustment(state.document));
  const { discardAdjustment, setMadeMatch } = useActions(createSceneActions);
  const isRunning = useStudioState(isBusy);
  if (!scene) return null;
  const { matchPercent } = scene.now;
  return (
    <fieldset disabled={isRunning} className="min-w-0">
      <Section title={t('Light')} field={<Moods scene={scene} />}>
        <Lamps scene={scene} />
        <div className="mt-1">
          <MatchField
            value={matchPercent}
            max={100}
            step={5}
            text={formatPercent(matchPercent / 100)}
            onChange={setMadeMatch}
          />
        </div>
        <Parts scene={scene} />
        {isChanged && (
          <Button size="sm" variant="secondary" onClick={discardAdjustment} className="mt-3 w-full">
            {t('Discard changes')}
          </Button>
        )}
      </Section>
    </fieldset>
  );
}

/** Lamp that the user has chosen, with its changes. Null if the scene has no lamps. */
export function useLamp({ look, now }: AdjustableScene) {
  const { setLamp } = useActions(createSceneActions);
  const ids = Object.keys(LAMP_NAMES).filter((id) => id in look.lights);
  const [chosen, setChosen] = useState('');
  const id = ids.includes(chosen) ? chosen : ids[0];
  if (id === undefined) return null;
  return {
    ...(now.lamps[id] ?? UNCHANGED_LAMP),
    id,
    options: ids.map((lamp) => ({ value: lamp, label: LAMP_NAMES[lamp] })),
    choose: setChosen,
    change: (part: Partial<Lamp>): void => setLamp(id, part),
  };
}

/** Choice of a mood as the starting point for the lamps; empty until the set is loaded, and for plain backgrounds. */
function Moods({ scene: { look, now } }: { readonly scene: AdjustableScene }) {
  const { setMood } = useActions(createSceneActions);
  const set = useStore(useActions(createLiveScenes).state, ({ set: loaded }) => loaded);
  const moods = useMemo(() => (set?.id === look.setId ? moodsOf(set) : []), [set, look.setId]);
  if (moods.length === 0) return null;
  return (
    <select
      aria-label={t('Mood')}
      value={now.mood?.light ?? AS_MADE}
      onChange={({ currentTarget }) =>
        setMood(moods.find(({ light }) => light === currentTarget.value) ?? null)
      }
      className="h-8 max-w-44 rounded-md border border-field-line bg-surface px-2 text-xs pointer-coarse:h-11 pointer-coarse:text-base"
    >
      <option value={AS_MADE}>{t('As made')}</option>
      {moods.map(({ light }) => (
        <option key={light} value={light}>
          {LIGHT_NAMES[light]}
        </option>
      ))}
    </select>
  );
}

const AS_MADE = 'as-made';

/** Sliders of one lamp at a time, so that the section stays short. */
function Lamps({ scene }: { readonly scene: AdjustableScene }) {
  const lamp = useLamp(scene);
  if (!lamp) return null;
  const { id, level, warmth, color = WHITE_LIGHT, options, choose, change } = lamp;
  return (
    <>
      <div className="mb-1.5 flex items-center gap-2">
        <Pills
          label={t('Lamp')}
          value={id}
          options={options}
          onChange={choose}
          className="mr-auto gap-1! [&_label]:px-2.5"
        />
        <ColorChooser
          label={t('Color of this lamp')}
          hex={color}
          onChange={(hex) => change({ color: hex })}
          className="relative size-7 shrink-0 cursor-pointer rounded-full ring-1 ring-line-strong ring-inset has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:size-10"
          style={{ backgroundColor: color }}
        />
      </div>
      <div className="grid grid-cols-2 gap-4 short:grid-cols-1 short:gap-1">
        <SliderField
          {...LEVEL}
          value={level}
          text={formatPercent(level)}
          onChange={(value) => change({ level: value })}
        />
        <SliderField
          {...WARMTH}
          value={warmth}
          text={warmthText(warmth)}
          onChange={(value) => change({ warmth: value })}
        />
      </div>
    </>
  );
}

/** Colors of the set's parts, with a heading. */
function Parts({ scene }: { readonly scene: AdjustableScene }) {
  const titleId = useId();
  if (useTints(scene).length === 0) return null;
  return (
    <div className="mt-2 flex items-baseline gap-3">
      <h3 id={titleId} className="text-sm font-medium tracking-normal">
        {t('Colors')}
      </h3>
      <PartColors scene={scene} aria-labelledby={titleId} className="flex-wrap" />
    </div>
  );
}

/** Colors of the set's parts that can be changed; empty until the set is loaded. */
function useTints({ look, now }: AdjustableScene) {
  const set = useStore(useActions(createLiveScenes).state, ({ set: loaded }) => loaded);
  if (set?.id !== look.setId) return [];
  return set.tints.map(({ id, color }) => ({ id, hex: now.tints[id] ?? look.tints[id] ?? color }));
}

interface PartColorsProps extends Pick<AriaAttributes, 'aria-label' | 'aria-labelledby'> {
  readonly scene: AdjustableScene;
  readonly className: string;
}

export function PartColors({ scene, className, ...name }: PartColorsProps) {
  const { setTint } = useActions(createSceneActions);
  return (
    <ul {...name} className={classNames('flex gap-1.5', className)}>
      {useTints(scene).map(({ id, hex }) => (
        <li key={id} className="shrink-0">
          <ColorChooser
            label={t('Color of: {part}', { part: PART_NAMES[id] ?? id })}
            hex={hex}
            onChange={(next) => setTint(id, next)}
            className="relative inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border border-line px-2.5 text-xs font-medium text-muted hover:border-line-strong hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-10"
          >
            <span
              aria-hidden
              className="size-3.5 rounded-full ring-1 ring-line-strong ring-inset"
              style={{ backgroundColor: hex }}
            />
            {PART_NAMES[id] ?? id}
          </ColorChooser>
        </li>
      ))}
    </ul>
  );
}
